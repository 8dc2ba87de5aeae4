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
import { AlertEvents, type ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { sessionOf } from '../chart/tenant-nginx.ts';
import { type Environment, realInstance, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const TOKEN = 'token-of-this-environment';
const ARRIVAL = { timeout: 20_000, interval: 50 };

const listen = (server: ReturnType<typeof createServer>): Promise<string> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    );
  });

/** The functions' side: keeps each event once, as the key says. */
function createReceiver() {
  const accepted = new Map<string, ReportedEvent>();
  const state = { status: 204, tries: 0 };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    state.tries += 1;
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    const status = isKnown ? state.status : 401;
    if (status === 204) {
      const { generation, events } = AlertEvents.parse(JSON.parse(text));
      for (const event of events) accepted.set(`${generation} ${event.key}`, event);
    }
    response.writeHead(status).end();
  });
  return { server, state, all: () => [...accepted.values()] };
}

/** Sites that the real instance checks; a path in `failing` answers 500. */
function createSites() {
  const failing = new Set<string>();
  const server = createServer((request, response) =>
    response.writeHead(failing.has(request.url ?? '') ? 500 : 200).end(),
  );
  return { server, failing };
}

describe
  .skipIf(helm === null || nginx === null)
  .each((['small', 'real'] as const).filter((kind) => kind === 'small' || realInstance !== undefined))(
  'alerts of an environment with a %s instance',
  (kind) => {
    let environment: Environment;
    let address: string;
    let site: string;
    let later = 0;
    const receiver = createReceiver();
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
    const told = (kindOf: string, monitor: number) =>
      receiver.all().filter((event) => event.kind === kindOf && event.monitor?.id === monitor).length;
    /** Runs `work`, and waits until exactly one event of it arrived. */
    async function tells(kindOf: string, monitor: number, work: () => Promise<unknown>): Promise<void> {
      const before = told(kindOf, monitor);
      await work();
      await vi.waitUntil(() => told(kindOf, monitor) > before, ARRIVAL);
      expect(told(kindOf, monitor)).toBe(before + 1);
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
      address = `${await listen(receiver.server)}/api/ambiente/avisos`;
      site = await listen(sites.server);
      await environment.startInstance();
      await environment.startCompanion();
      await vi.waitUntil(environment.isReady, { timeout: 60_000, interval: 100 });
    }, 120_000);
    afterAll(async () => {
      await environment.stop();
      for (const { server } of [receiver, sites]) {
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
      await vi.waitUntil(() => told('first', own) > 0, ARRIVAL);
      expect(told('first', own)).toBe(1);
      await tells('down', own, () => becomes(DOWN, own));
      await tells('up', own, () => becomes(UP, own));
      expect((await read()).first?.beats.at(-1)?.status).toBe('up');
    }, 60_000);

    test('what happened without the functions arrives once, also after a restart', async () => {
      receiver.state.status = 503;
      await becomes(DOWN, own);
      const { tries } = receiver.state;
      await vi.waitUntil(() => receiver.state.tries > tries, ARRIVAL);
      expect((await read()).waiting.events).toBe(1);
      await environment.stopCompanion();
      await becomes(UP, own);
      receiver.state.status = 204;
      await tells('down', own, () => tells('up', own, environment.startCompanion));
      await vi.waitUntil(async () => (await read()).waiting.events === 0, ARRIVAL);
    }, 60_000);

    test('a monitor that was added later is told, a detached one is not', async () => {
      later = await addMonitor('/depois');
      await vi.waitUntil(() => isAttached(later), ARRIVAL);
      await becomes(UP, later);
      await tells('down', later, () => becomes(DOWN, later));
      await edit(later, () => ({ notificationIDList: {} }));
      expect((await read()).detached).toEqual([{ id: later, name: '/depois' }]);
      await becomes(UP, later);
      await tells('down', own, () => becomes(DOWN, own));
      expect(told('up', later)).toBe(0);
      expect((await set({ attach: [later] })).detached).toEqual([]);
      await tells('down', later, () => becomes(DOWN, later));
    }, 60_000);

    test.runIf(kind === 'real')('a first check that succeeds at the second try is told', async () => {
      sites.failing.add('/lento');
      const slow = await addMonitor('/lento', { maxretries: 5 });
      await vi.waitUntil(() => isAttached(slow) && stateOf(slow) === PENDING, ARRIVAL);
      sites.failing.delete('/lento');
      await tells('first', slow, () => edit(slow, () => ({})));
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
      await tells('down', own, () => becomes(UP, own).then(() => becomes(DOWN, own)));
      expect([told('down', child), told('down', group)]).toEqual([0, 0]);
      expect((await set({ attach: [child] })).untold).toEqual([]);
      await becomes(UP, child);
      await tells('down', child, () => becomes(DOWN, child));
      await panel('deleteMonitor', child);
      await panel('deleteMonitor', group);
    }, 60_000);

    test('a monitor that is down and is paused or deleted is told as stopped', async () => {
      await tells('stopped', own, () => panel('pauseMonitor', own));
      await tells('stopped', later, () => panel('deleteMonitor', later));
    });

    test('nothing is notified through the gateway', async () => {
      const notify = (headers: Record<string, string>) =>
        environment.ask(
          '/alert',
          { 'content-type': 'application/json', ...headers },
          'POST',
          JSON.stringify({ message: 'Avisos da Vigia Testing' }),
        );
      const tests = () => receiver.all().filter((event) => event.kind === 'test').length;
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
        const seen = (kindOf: string) =>
          receiver
            .all()
            .filter((event) => event.kind === kindOf)
            .map((event) => event.window?.title);
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
