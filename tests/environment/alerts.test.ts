/**
 * Alerts of an environment as one piece: set up through the gateway by the Worker's client, a monitor falls, and the
 * event reaches the functions' address. With `UPTIME_KUMA`, the real instance checks a site of the test.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { DOWN, kumaTime, PENDING, type Status, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { createAlertReceiver } from '#tests/support/alert-receiver.ts';
import { sessionOf } from '../chart/tenant-nginx.ts';
import { type Environment, instanceKinds, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const TOKEN = 'token-of-this-environment';
const ARRIVAL = { timeout: 20_000, interval: 50 };

const listen = (server: ReturnType<typeof createServer>): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

/** The functions' side, which a test may let fail. */
function createFunctions() {
  const receiver = createAlertReceiver();
  const state = { status: 200, tries: 0 };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    state.tries += 1;
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    const answer = receiver.take(JSON.parse(text), isKnown ? state.status : 401);
    response.writeHead(answer.status).end(await answer.text());
  });
  return { ...receiver, server, state };
}

/** Sites that the real instance checks; a path in `failing` answers 500. */
function createSites() {
  const failing = new Set<string>();
  const server = createServer((request, response) =>
    response.writeHead(failing.has(request.url ?? '') ? 500 : 200).end(),
  );
  return { server, failing };
}

describe.skipIf(helm === null || nginx === null).each(instanceKinds)(
  'alerts of an environment with a %s instance',
  (kind) => {
    let environment: Environment;
    let address: string;
    let site: string;
    let later = 0;
    const functions = createFunctions();
    const sites = createSites();
    const instances = () => createInstances(environment.clients);
    const set = (more: object = {}) =>
      instances().setUpAlerts('padaria', {
        address,
        token: TOKEN,
        restore: false,
        attach: [],
        first: null,
        ...more,
      });
    const first = () => ({ key: 'order-1', address: `${site}/primeiro`, interval: 600 });
    const read = () => instances().readAlerts('padaria');
    const levelOf = (monitor: number) => functions.levelOf(monitor);
    const fallsOf = (monitor: number) => functions.falls().filter((fall) => fall.monitor.id === monitor);
    const eventsOf = (kindOf: string) => functions.events().filter((event) => event.kind === kindOf);
    /** Runs `work`, and waits until the functions know the monitor in this state. */
    async function becomesKnown(state: string, monitor: number, work: () => Promise<unknown>): Promise<void> {
      await work();
      await vi.waitUntil(() => levelOf(monitor)?.state === state, ARRIVAL);
    }
    /** Lets a monitor fall; its fall arrives, and no other. */
    async function tellsFall(monitor: number, work: () => Promise<unknown>): Promise<void> {
      const before = fallsOf(monitor).length;
      await becomesKnown('down', monitor, work);
      expect(fallsOf(monitor)).toHaveLength(before + 1);
    }

    const inDatabase = <T>(work: (database: DatabaseSync) => T): T => {
      const database = new DatabaseSync(join(environment.data, 'kuma.db'), { timeout: 5000 });
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    const rows = (sql: string, ...values: (number | string)[]) =>
      inDatabase((database) => database.prepare(sql).all(...values));

    /** A command of the panel; it works while the companion is stopped. */
    async function panel(name: string, ...values: unknown[]): Promise<Record<string, unknown>> {
      const socket = await environment.openInside();
      try {
        const answer = (await socket.emitWithAck(name, ...values)) as Record<string, unknown>;
        expect([name, answer]).toMatchObject([name, { ok: true }]);
        return answer;
      } finally {
        socket.disconnect();
      }
    }
    const edit = async (id: number, change: (monitor: Record<string, unknown>) => object) => {
      const { monitor } = await panel('getMonitor', id);
      const known = monitor as Record<string, unknown>;
      await panel('editMonitor', { ...known, ...change(known) });
    };

    const stateOf = (id: number) =>
      rows(
        'SELECT status FROM heartbeat WHERE monitor_id = ? AND important = 1 ORDER BY id DESC LIMIT 1',
        id,
      )[0]?.['status'];

    /** Lets a monitor's site fail or return, until the instance has recorded it. */
    async function becomes(status: Status, id: number): Promise<void> {
      const [row] = rows('SELECT url FROM monitor WHERE id = ?', id);
      const { pathname } = new URL(String(row?.['url']));
      if (status === DOWN) sites.failing.add(pathname);
      else sites.failing.delete(pathname);
      if (kind === 'small') {
        inDatabase((database) =>
          database
            .prepare(
              'INSERT INTO heartbeat (important, monitor_id, status, msg, time) VALUES (1, ?, ?, ?, ?)',
            )
            .run(id, status, 'estado', kumaTime(Date.now())),
        );
        return;
      }
      while (stateOf(id) !== status) {
        const count = () => rows('SELECT COUNT(*) AS count FROM heartbeat WHERE monitor_id = ?', id)[0];
        const before = count()?.['count'];
        // An edit starts the monitor anew, which checks at once.
        await edit(id, () => ({}));
        await vi.waitUntil(() => count()?.['count'] !== before, ARRIVAL);
      }
    }

    const addMonitor = async (path: string, more: object = {}) =>
      (
        await panel('add', {
          type: 'http',
          name: path,
          url: `${site}${path}`,
          method: 'GET',
          parent: null,
          interval: 600,
          retryInterval: 20,
          resendInterval: 0,
          maxretries: 0,
          timeout: 16,
          maxredirects: 3,
          upsideDown: false,
          accepted_statuscodes: ['200-299'],
          notificationIDList: {},
          conditions: [],
          rabbitmqNodes: [],
          kafkaProducerBrokers: [],
          kafkaProducerSsl: false,
          headers: null,
          kafkaProducerSaslOptions: { mechanism: 'None' },
          httpBodyEncoding: 'json',
          kafkaProducerAllowAutoTopicCreation: false,
          ...more,
        })
      )['monitorID'] as number;
    const isAttached = (id: number) =>
      rows('SELECT 1 FROM monitor_notification WHERE monitor_id = ?', id).length > 0;

    let own = 0;
    beforeAll(async () => {
      environment = await startEnvironment(kind);
      address = `${await listen(functions.server)}/api/ambiente/avisos`;
      site = await listen(sites.server);
      await environment.startAll();
    }, 120_000);
    afterAll(async () => {
      await environment.stop();
      for (const { server } of [functions, sites]) {
        server.closeAllConnections();
        server.close();
      }
    });

    test('a set-up makes the channel and the first monitor, once', async () => {
      const report = await set({ first: first() });
      expect(report).toMatchObject({ channel: 'on', first: { key: 'order-1', state: 'made' } });
      own = report.first?.monitor ?? 0;
      expect((await set({ first: first() })).first?.monitor).toBe(own);
      expect(rows('SELECT name, interval FROM monitor')).toEqual([{ name: '127.0.0.1', interval: 600 }]);
      expect(isAttached(own)).toBe(true);
    });

    test('its first check, its fall and its return arrive', async () => {
      await becomes(UP, own);
      // It may have arrived before this test.
      await vi.waitUntil(() => eventsOf('first').length > 0, ARRIVAL);
      expect(eventsOf('first').map(({ monitor }) => monitor?.id)).toEqual([own]);
      await tellsFall(own, () => becomes(DOWN, own));
      await becomesKnown('up', own, () => becomes(UP, own));
      const [fall] = fallsOf(own);
      const [first] = rows(
        'SELECT MIN(time) AS time FROM heartbeat WHERE monitor_id = ? AND status IN (0, 2)',
        own,
      );
      expect(fall).toMatchObject({
        endedBy: 'up',
        since: Date.parse(`${String(first?.['time']).replace(' ', 'T')}Z`),
      });
      expect((await read()).first?.beats.at(-1)?.status).toBe('up');
    }, 60_000);

    test('pages are shown its level and its checks, and a fall within fifteen seconds', async () => {
      const picturedOf = async () =>
        (await instances().readStatus('padaria')).monitors.find(({ id }) => id === own);
      expect(await picturedOf()).toMatchObject({
        ...{ state: 'up', doubt: null, group: null, beats: expect.stringMatching(/u.*d.*u$/) },
        ...{ name: '127.0.0.1', address: expect.stringContaining('/primeiro') },
      });
      await becomesKnown('down', own, () => becomes(DOWN, own));
      await vi.waitUntil(async () => (await picturedOf())?.state === 'down', ARRIVAL);
      expect(await picturedOf()).toMatchObject({ beats: expect.stringMatching(/d$/), ping: null });
      await becomesKnown('up', own, () => becomes(UP, own));
    }, 60_000);

    test('what happened without the functions arrives once, also after a restart', async () => {
      functions.state.status = 503;
      await becomes(DOWN, own);
      const { tries } = functions.state;
      await vi.waitUntil(() => functions.state.tries > tries, ARRIVAL);
      expect((await read()).waiting.events).toBeGreaterThan(0);
      await environment.stopCompanion();
      await becomes(UP, own);
      functions.state.status = 200;
      const before = fallsOf(own).length;
      await environment.startCompanion();
      await vi.waitUntil(() => fallsOf(own).length > before, ARRIVAL);
      expect(fallsOf(own).slice(before)).toMatchObject([{ endedBy: 'up' }]);
      await vi.waitUntil(async () => (await read()).waiting.events === 0, ARRIVAL);
    }, 60_000);

    test('a monitor that was added later is told, a detached one is not', async () => {
      later = await addMonitor('/depois');
      await vi.waitUntil(() => isAttached(later), ARRIVAL);
      await becomes(UP, later);
      await tellsFall(later, () => becomes(DOWN, later));
      await becomesKnown('outside', later, () => edit(later, () => ({ notificationIDList: {} })));
      expect((await read()).detached).toEqual([{ id: later, name: '/depois' }]);
      await becomes(UP, later);
      await tellsFall(own, () => becomes(DOWN, own));
      expect(levelOf(later)).toMatchObject({ state: 'outside', reason: 'detached' });
      expect((await set({ attach: [later] })).detached).toEqual([]);
      await tellsFall(later, () => becomes(DOWN, later));
    }, 60_000);

    test.runIf(kind === 'real')('a first check that succeeds at the second try is told', async () => {
      sites.failing.add('/lento');
      const slow = await addMonitor('/lento', { maxretries: 5 });
      await vi.waitUntil(() => isAttached(slow) && stateOf(slow) === PENDING, ARRIVAL);
      sites.failing.delete('/lento');
      await edit(slow, () => ({}));
      await vi.waitUntil(() => eventsOf('first').some(({ monitor }) => monitor?.id === slow), ARRIVAL);
      await panel('deleteMonitor', slow);
    });

    test('on a group the channel is taken off, and monitors that nothing tells of are named', async () => {
      const [{ id: channel } = { id: 0 }] = rows('SELECT id FROM notification');
      // The form ticks the default channel for a new group too.
      const group = await addMonitor('/grupo', {
        type: 'group',
        name: 'Servidor',
        url: null,
        notificationIDList: { [String(channel)]: true },
      });
      const child = await addMonitor('/filho', { parent: group });
      await vi.waitUntil(() => isAttached(child) && !isAttached(group), ARRIVAL);
      await becomes(UP, child);
      await edit(child, () => ({ notificationIDList: {} }));
      await edit(group, () => ({ notificationIDList: { [String(channel)]: true } }));
      await vi.waitUntil(() => !isAttached(group), ARRIVAL);
      expect((await read()).untold).toEqual([{ id: child, name: '/filho' }]);
      await becomes(DOWN, child);
      await becomesKnown('up', own, () => becomes(UP, own));
      await tellsFall(own, () => becomes(DOWN, own));
      expect([fallsOf(child), fallsOf(group)]).toEqual([[], []]);
      // It is down when it gets the channel back, and is told.
      await tellsFall(child, () => set({ attach: [child] }));
      expect((await read()).untold).toEqual([]);
      await panel('deleteMonitor', child);
      await panel('deleteMonitor', group);
    }, 60_000);

    test('a monitor that is down and is paused leaves, and begins with nothing known', async () => {
      await becomesKnown('outside', own, () => panel('pauseMonitor', own));
      expect(fallsOf(own).at(-1)).toMatchObject({ endedBy: 'paused' });
      const { length } = fallsOf(own);
      await panel('resumeMonitor', own);
      await vi.waitUntil(() => levelOf(own)?.state !== 'outside', ARRIVAL);
      if (kind === 'small') await becomes(DOWN, own);
      await vi.waitUntil(() => fallsOf(own).length === length + 1, ARRIVAL);
      await becomesKnown('outside', own, () => panel('pauseMonitor', own));
    }, 60_000);

    test.runIf(kind === 'real')(
      'a history or events that were cleared, and retries that were raised while it is down, change nothing',
      async () => {
        const id = await addMonitor('/limpo');
        await vi.waitUntil(() => isAttached(id), ARRIVAL);
        await becomes(UP, id);
        await tellsFall(id, () => becomes(DOWN, id));
        const [fall] = fallsOf(id);
        await panel('clearEvents', id);
        await panel('clearHeartbeats', id);
        await vi.waitUntil(() => stateOf(id) === DOWN, ARRIVAL);
        await edit(id, () => ({ maxretries: 5 }));
        await vi.waitUntil(
          () => rows('SELECT 1 FROM heartbeat WHERE monitor_id = ? AND status = 2', id).length > 0,
          ARRIVAL,
        );
        expect(levelOf(id)).toMatchObject({ state: 'down', since: fall?.since });
        await becomesKnown('up', id, async () => {
          sites.failing.delete('/limpo');
          await edit(id, () => ({}));
        });
        expect(fallsOf(id)).toMatchObject([{ since: fall?.since, endedBy: 'up' }]);
        await panel('deleteMonitor', id);
      },
      60_000,
    );

    test('a monitor that is down and is deleted leaves', async () => {
      await panel('deleteMonitor', later);
      await vi.waitUntil(() => fallsOf(later).at(-1)?.endedBy === 'deleted', ARRIVAL);
    });

    test('nothing is notified through the gateway', async () => {
      const notify = (headers: Record<string, string>) =>
        environment.ask(
          '/alert',
          { 'content-type': 'application/json', ...headers },
          'POST',
          JSON.stringify({ message: 'Avisos da Vigia Testing' }),
        );
      const tests = () => eventsOf('test').length;
      await notify({});
      await notify({ authorization: `Bearer ${await environment.token()}` });
      await notify({ cookie: sessionOf('dona') });
      expect([tests(), (await read()).waiting.events]).toEqual([0, 0]);
      const [channel] = rows('SELECT config FROM notification');
      const config = JSON.parse(String(channel?.['config'])) as { webhookURL: string };
      // What the panel's test button does.
      if (kind === 'real') await panel('testNotification', { ...config, name: 'Avisos da Vigia' });
      else await fetch(config.webhookURL, { method: 'POST', body: '{"message":"Avisos da Vigia Testing"}' });
      await vi.waitUntil(() => tests() === 1, ARRIVAL);
    });

    test.runIf(kind === 'real')(
      'a maintenance window is told before, and when it begins and ends',
      async () => {
        const at = (minutes: number) => kumaTime(Date.now() + minutes * 60_000).slice(0, 19);
        const window = (title: string, more: object) => ({
          title,
          description: '',
          active: true,
          intervalDay: 1,
          dateRange: [],
          weekdays: [],
          timeRange: [
            { hours: 2, minutes: 0 },
            { hours: 3, minutes: 0 },
          ],
          daysOfMonth: [],
          cron: '',
          durationMinutes: 60,
          timezoneOption: 'UTC',
          strategy: 'manual',
          ...more,
        });
        const seen = (kindOf: string) => eventsOf(kindOf).map((event) => event.window?.title);
        const id = (await panel('addMaintenance', window('À mão', {})))['maintenanceID'] as number;
        await panel('addMonitorMaintenance', id, [{ id: own }]);
        await panel('addMaintenance', window('Marcada', { strategy: 'single', dateRange: [at(14), at(60)] }));
        await panel('resumeMonitor', own);
        await vi.waitUntil(() => seen('maintenance').length > 0, { timeout: 70_000, interval: 100 });
        await panel('pauseMaintenance', id);
        await vi.waitUntil(() => seen('maintenance-over').length > 0, { timeout: 70_000, interval: 100 });
        await vi.waitUntil(() => seen('maintenance-soon').length > 0, { timeout: 70_000, interval: 100 });
        expect([seen('maintenance-soon'), seen('maintenance'), seen('maintenance-over')]).toEqual([
          ['Marcada'],
          ['À mão'],
          ['À mão'],
        ]);
      },
      240_000,
    );

    test('a channel that was deleted is not made again unasked', async () => {
      const [channel] = rows('SELECT id FROM notification');
      if (kind === 'real') await panel('deleteNotification', channel?.['id']);
      else inDatabase((database) => database.exec('DELETE FROM notification'));
      expect((await read()).channel).toBe('deleted');
      expect([(await set()).channel, rows('SELECT id FROM notification')]).toEqual(['deleted', []]);
      expect((await set({ restore: true })).channel).toBe('on');
      expect(isAttached(own)).toBe(true);
    });

    test('a first monitor that was deleted is not made again', async () => {
      await panel('deleteMonitor', own);
      expect((await set({ first: first() })).first?.state).toBe('deleted');
      expect(rows('SELECT id FROM monitor')).toEqual([]);
    });
  },
);
