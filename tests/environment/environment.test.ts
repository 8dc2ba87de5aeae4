/**
 * An environment as one piece: the chart's gateway and companion, an instance, and the Worker's own clients calling
 * through them, with a small instance and, where `UPTIME_KUMA` names its folder, with the real one.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { companionPaths } from '#companion/contract.ts';
import { addDays, businessDay } from '#domain/billing/days.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { addHours } from '#tests/support/kuma-database.ts';
import { sessionOf } from '../chart/tenant-nginx.ts';
import { monitor } from './monitor-form.ts';
import { type Environment, instanceKinds, realInstance, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const PAGE = { accept: 'text/html' };
const NOTHING = { pause: [], intervals: [], resume: [] };
if (realInstance === undefined)
  console.warn('UPTIME_KUMA não diz onde está um Uptime Kuma; os testes com o de verdade não rodaram.');

describe.skipIf(helm === null || nginx === null).each(instanceKinds)(
  'an environment with a %s instance',
  (kind) => {
    let environment: Environment;
    const clients = () => environment.clients;
    const limits = () => createInstances(clients());
    const count = () => createInstances(clients()).count('padaria');
    const isReady = () => createInstances(clients()).isReady('padaria');
    const admit = (revision: number, accounts: string[]) =>
      createInstances(clients()).admit('padaria', { revision, accounts });
    const visit = (path: string, account?: string) =>
      environment.ask(path, { ...PAGE, ...(account === undefined ? {} : { cookie: sessionOf(account) }) });

    /** Runs commands as the panel of a signed-in account. */
    async function asVisitor<T>(
      account: string,
      work: (call: (name: string, ...values: unknown[]) => Promise<Record<string, unknown>>) => Promise<T>,
    ): Promise<T> {
      const socket = await environment.openSocket(account);
      try {
        return await work(async (name, ...values) => {
          const answer = (await socket.emitWithAck(name, ...values)) as Record<string, unknown>;
          expect([name, answer]).toMatchObject([name, { ok: true }]);
          return answer;
        });
      } finally {
        socket.disconnect();
      }
    }
    const addMonitors = (monitors: object[]) =>
      asVisitor('dona', async (call) => {
        const ids: number[] = [];
        for (const each of monitors) ids.push((await call('add', each))['monitorID'] as number);
        return ids;
      });
    const monitorOf = (id: number) =>
      asVisitor('dona', async (call) => (await call('getMonitor', id))['monitor'] as Record<string, unknown>);

    beforeAll(async () => {
      environment = await startEnvironment(kind);
    });
    afterAll(() => environment.stop());

    test('is ready once the companion has set up the instance, not before', async () => {
      expect([await environment.isReady(), await isReady()]).toEqual([false, false]);
      await environment.startInstance();
      expect([await environment.isReady(), await isReady()]).toEqual([false, false]);
      await environment.startCompanion();
      await environment.untilReady();
      expect(await isReady()).toBe(true);
    }, 120_000);

    test('the owner enters, others are told why not', async () => {
      expect([(await visit('/dashboard')).status, (await visit('/dashboard', 'socia')).status]).toEqual([
        302, 403,
      ]);
      const page = await visit('/dashboard', 'dona');
      expect([page.status, page.body]).toEqual([200, expect.stringContaining('<title>Uptime Kuma</title>')]);
      await expect(environment.openSocket('socia')).rejects.toThrow('403');
      const settings = await asVisitor('dona', async (call) => (await call('getSettings'))['data']);
      expect(settings).toMatchObject({
        serverTimezone: 'America/Sao_Paulo',
        trustProxy: true,
        disableAuth: true,
      });
    });

    test('the Worker counts the monitors that the owner makes', async () => {
      const before = await count();
      const [group] = await addMonitors([monitor('Grupo', { type: 'group' })]);
      await addMonitors([
        monitor('Loja', { parent: group }),
        monitor('Painel', { url: 'http://203.0.113.5' }),
        monitor('Roteador', { type: 'ping', url: null, hostname: '203.0.113.5' }),
      ]);
      const prohibited = { directIp: (before.prohibited?.directIp ?? 0) + 1, onion: 0 };
      expect(await count()).toEqual({ monitors: before.monitors + 3, isExact: true, prohibited });
    });

    test('without the counter the metrics give a lower bound', async () => {
      const { fetch } = clients();
      const counter = createInstances({
        ...clients(),
        fetch: async (url, init) =>
          url.endsWith('/-/monitors') ? new Response(null, { status: 404 }) : fetch(url, init),
      });
      const { monitors, isExact } = await counter.count('padaria');
      expect([isExact, monitors <= (await count()).monitors]).toEqual([false, true]);
    });

    test('the Worker reads the version and how full the volume is', async () => {
      const { volume, ...state } = await limits().readState('padaria');
      expect(state).toEqual({ version: '2.5.3', isTested: true, isServed: true, isMailPortOpen: null });
      expect(volume.totalBytes).toBeGreaterThan(volume.usedBytes);
      expect(environment.logged()).toContainEqual(
        expect.objectContaining({ event: 'instance-version', version: '2.5.3', isTested: true }),
      );
    });

    test('plan limits are applied, and undone', async () => {
      // An edit must lose none of these.
      const own = { description: 'da loja', upsideDown: true, headers: '{"X-Loja": "1"}' };
      const login = { authMethod: 'basic', basic_auth_user: 'loja', basic_auth_pass: 'segredo' };
      const [kept = 0, paused = 0] = await addMonitors([
        monitor('Site', { ...own, ...login }),
        monitor('API'),
      ]);
      const before = await monitorOf(kept);
      const report = await limits().readLimits('padaria');
      expect(report.monitors.find(({ id }) => id === kept)).toEqual({
        id: kept,
        name: 'Site',
        address: 'loja.invalid',
        type: 'http',
        isRunning: true,
        interval: 20,
        retryInterval: 5,
      });
      const done = await limits().applyOrders('padaria', {
        pause: [paused],
        resume: [],
        intervals: [{ id: kept, interval: 600, retryInterval: 20 }],
      });
      expect([done.failed, done.paused, done.raised.map(({ id }) => id)]).toEqual([[], [paused], [kept]]);
      expect([await monitorOf(kept), await monitorOf(paused)]).toMatchObject([
        { interval: 600, retryInterval: 20 },
        { active: false },
      ]);
      const undone = await limits().applyOrders('padaria', {
        pause: [],
        resume: [paused],
        intervals: [{ id: kept, interval: 20 }],
      });
      expect(undone.raised.map(({ id }) => id)).not.toContain(kept);
      expect((await monitorOf(paused))['active']).toBe(true);
      // The shortest retry is the same under every plan.
      expect(await monitorOf(kept)).toMatchObject({ ...before, retryInterval: 20 });
    });

    test('a monitor of a paused group runs on, counts, and is paused itself', async () => {
      const [group = 0] = await addMonitors([monitor('Grupo parado', { type: 'group' })]);
      const [child = 0] = await addMonitors([monitor('No grupo', { parent: group })]);
      await asVisitor('dona', (call) => call('pauseMonitor', group));
      const isRunning = async () =>
        (await limits().readLimits('padaria')).monitors.find(({ id }) => id === child)?.isRunning;
      expect(await isRunning()).toBe(true);
      await limits().applyOrders('padaria', { ...NOTHING, pause: [child] });
      expect(await isRunning()).toBe(false);
      await limits().applyOrders('padaria', { ...NOTHING, resume: [child] });
    });

    test('recorded days become reports', async () => {
      const [loja = 0] = await addMonitors([monitor('Loja de ontem')]);
      const yesterday = addDays(businessDay(Date.now()), -1);
      const start = Date.parse(`${yesterday}T00:00:00-03:00`) / 1000;
      const database = new DatabaseSync(join(environment.data, 'kuma.db'));
      database.exec('PRAGMA busy_timeout = 5000');
      const hours = addHours(database, loja, start, start + 86_400);
      database.close();
      const read = await createInstances(clients()).readDays('padaria', yesterday, yesterday);
      expect(read.monitors.map(({ name }) => name)).toContain('Loja de ontem');
      expect(read.days[0]?.checks.find(({ monitor: id }) => id === loja)).toMatchObject(hours);
    });

    test('nothing that the companion keeps is where the instance can read it', async () => {
      await limits().setUpAlerts('padaria', {
        address: 'https://vigia.example/api/ambiente/avisos',
        token: 'token-dos-avisos',
        restore: false,
        attach: [],
        first: null,
      });
      const { password } = JSON.parse(readFileSync(join(environment.records, 'administrator.json'), 'utf8'));
      expect(readFileSync(join(environment.records, 'alerts.json'), 'utf8')).toContain('token-dos-avisos');
      const files = readdirSync(environment.data, { recursive: true, withFileTypes: true }).filter((each) =>
        each.isFile(),
      );
      expect(files.map(({ name }) => name)).toContain('kuma.db');
      const telling = files
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((path) => [password, 'token-dos-avisos'].some((word) => readFileSync(path).includes(word)));
      expect(telling).toEqual([]);
    });

    test('a status page is public, and runs its own scripts', async () => {
      await asVisitor('dona', (call) => call('addStatusPage', 'Loja', 'loja'));
      const page = await visit('/status/loja');
      const [, nonce] = /'nonce-(\w{32})'/.exec(String(page.headers['content-security-policy'])) ?? [];
      expect([page.status, nonce?.length]).toEqual([200, 32]);
      expect(page.body).toContain(`<script id="preload-data" data-json="{}" nonce="${nonce}">`);
      expect((await environment.ask('/api/status-page/loja')).status).toBe(200);
    });

    test('a colleague enters, and when removed is refused and loses the open socket', async () => {
      await admit(2, ['dona', 'socia']);
      const socket = await environment.openSocket('socia');
      const ended = new Promise((resolve) => socket.once('disconnect', resolve));
      expect((await visit('/dashboard', 'socia')).status).toBe(200);
      await admit(3, ['dona']);
      expect((await visit('/dashboard', 'socia')).status).toBe(403);
      await ended;
      await expect(environment.openSocket('socia')).rejects.toThrow('403');
      expect((await visit('/dashboard', 'dona')).status).toBe(200);
      await expect(admit(2, ['dona', 'socia'])).rejects.toMatchObject({ code: 'tenant-unavailable' });
    }, 40_000);

    test('the gateway passes what the Worker asks for, and nothing else under /-/', async () => {
      const worker = { authorization: `Bearer ${await environment.token()}` };
      for (const path of companionPaths) {
        expect([path, (await environment.ask(path)).status]).toEqual([path, 401]);
        expect([401, 404]).not.toContain((await environment.ask(path, worker)).status);
      }
      for (const path of [
        '/-/',
        '/-/ready',
        '/-/x',
        '/-/membership',
        '/-/reports/2026',
        '/membership',
        '/ready',
      ])
        expect([path, [302, 401, 404].includes((await environment.ask(path, worker)).status ?? 0)]).toEqual([
          path,
          true,
        ]);
    });

    test('after a restart the list and the record of paused monitors are still there', async () => {
      const [extra = 0] = await addMonitors([monitor('Excedente')]);
      await limits().applyOrders('padaria', { ...NOTHING, pause: [extra] });
      await environment.stopCompanion();
      await environment.startCompanion();
      expect((await limits().readLimits('padaria')).paused).toContain(extra);
      expect([
        (await visit('/dashboard', 'dona')).status,
        (await visit('/dashboard', 'socia')).status,
      ]).toEqual([200, 403]);
    });

    test('with lost credentials, damaged records and its login on, it comes back by itself', async () => {
      await environment.stopCompanion();
      const inside = await environment.openInside();
      const { data } = (await inside.emitWithAck('getSettings')) as { data: object };
      expect(await inside.emitWithAck('setSettings', { ...data, disableAuth: false }, '')).toMatchObject({
        ok: true,
      });
      inside.disconnect();
      for (const name of ['administrator', 'limits'])
        writeFileSync(join(environment.records, `${name}.json`), '{"username":"vig');
      await environment.startCompanion();
      await environment.untilReady();
      const opened = await vi.waitUntil(() => environment.openSocket('dona').catch(() => null), {
        // The instance remembers a setting for up to two minutes.
        timeout: 150_000,
        interval: 500,
      });
      opened.disconnect();
      expect((await limits().readLimits('padaria')).paused).toEqual([]);
      const [added = 0] = await addMonitors([monitor('Depois do dano')]);
      expect((await limits().applyOrders('padaria', { ...NOTHING, pause: [added] })).paused).toEqual([added]);
      const events = environment.logged().map(({ event }) => event);
      expect(events).toEqual(expect.arrayContaining(['record-damaged', 'login-turned-off']));
    }, 200_000);
  },
);
