/**
 * The demonstration and the status page on a real Uptime Kuma, through the chart's gateway and companion: filled by the
 * Worker's own client, and looked at by a visitor. `UPTIME_KUMA` names the instance's folder.
 */
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { showcaseOf } from '#functions/operations/showcases.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';
import { openPanel } from './panel.ts';
import { type Environment, realInstance, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const needs = {
  siteUrl: 'http://127.0.0.1:9',
  identityAddress: 'http://127.0.0.1:9/realms/vigia/.well-known/openid-configuration',
  productName: 'Vigia',
};

/** Calls of 2.5.3 that write, with values that would work. */
const writes: readonly (readonly [string, ...unknown[]])[] = [
  ['deleteMonitor', 1, false],
  ['pauseMonitor', 1],
  ['editMonitor', { id: 1, name: 'de um visitante' }],
  ['addNotification', { name: 'x', type: 'webhook' }, null],
  ['setSettings', { disableAuth: false }, ''],
  ['addStatusPage', 'x', 'x'],
  ['deleteStatusPage', 'vigia'],
  ['addAPIKey', { name: 'x', active: true, expires: null }],
  ['clearStatistics'],
  ['logout'],
];

describe.skipIf(helm === null || nginx === null || realInstance === undefined)(
  'a real instance of our own',
  () => {
    let environment: Environment;
    const visitors: Socket[] = [];
    const instances = () => createInstances(environment.clients);
    const fill = async (which: 'demo' | 'status') => {
      let report = await instances().show('padaria', showcaseOf(needs, which));
      // A slow machine does not begin all of them in its time.
      while (!report.isDone) report = await instances().show('padaria', showcaseOf(needs, which));
      return report;
    };

    /** As the panel of 2.5.3, with long-polling first; resolves with everything that it gets. */
    async function visit(transports?: string[]) {
      const got = new Map<string, unknown[]>();
      const visitor = io(`http://127.0.0.1:${environment.ports.gateway}`, {
        ...{ forceNew: true, reconnection: false, extraHeaders: { origin: 'https://padaria.vigia.example' } },
        ...(transports === undefined ? {} : { transports }),
      });
      visitors.push(visitor);
      visitor.onAny((event: string, ...values: unknown[]) => got.set(event, values));
      await new Promise((resolve, reject) => {
        visitor.once('autoLogin', resolve);
        visitor.once('connect_error', reject);
      });
      const ask = (call: string, ...values: unknown[]) =>
        visitor.timeout(10_000).emitWithAck(call, ...values);
      return { got, ask };
    }

    beforeAll(async () => {
      environment = await startEnvironment('real', { isReadOnly: true });
      await environment.startAll();
    }, 120_000);
    afterAll(() => {
      for (const visitor of visitors) visitor.disconnect();
      return environment.stop();
    });

    test('is filled as it is told, and a repeat changes nothing', async () => {
      expect(await fill('demo')).toMatchObject({ refused: [], isDone: true });
      expect(await fill('demo')).toEqual({ made: 0, changed: 0, removed: 0, refused: [], isDone: true });
      const panel = openPanel(environment);
      const names = panel.rows('SELECT name FROM monitor ORDER BY id').map(({ name }) => name);
      expect(names).toEqual(showcaseOf(needs, 'demo').monitors.map(({ monitor }) => monitor.name));
      expect(panel.rows('SELECT COUNT(*) AS count FROM notification')).toEqual([{ count: 0 }]);
      expect(await environment.ask('/')).toMatchObject({ status: 302, headers: { location: '/dashboard' } });
    }, 120_000);

    test.each([undefined, ['websocket']])(
      'a visitor sees the panel over %j, and no list with secrets',
      async (transports) => {
        const { got, ask } = await visit(transports);
        const [monitors] = got.get('monitorList') ?? [];
        expect(Object.values(monitors as object)).toHaveLength(showcaseOf(needs, 'demo').monitors.length);
        const lists = ['notificationList', 'proxyList', 'apiKeyList', 'dockerHostList', 'remoteBrowserList'];
        expect([...got.keys()].filter((event) => lists.includes(event))).toEqual([]);
        for (const [call, ...values] of [
          ['getTags'],
          ['getSettings'],
          ['getMonitor', 2],
          ['getMonitorBeats', 2, 24],
          ['getMonitorChartData', 2, 24],
          ['monitorImportantHeartbeatListCount', null],
          ['monitorImportantHeartbeatListPaged', null, 0, 25],
        ] as const)
          expect([call, await ask(call, ...values)]).toMatchObject([call, { ok: true }]);
      },
    );

    test('a visitor changes nothing, whatever is called', async () => {
      const panel = openPanel(environment);
      const state = () =>
        ['monitor', 'notification', 'setting', 'status_page', 'api_key'].map((table) =>
          panel.rows(`SELECT * FROM ${table}`),
        );
      const before = state();
      const { ask } = await visit();
      for (const [call, ...values] of writes)
        expect([call, await ask(call, ...values)]).toMatchObject([
          call,
          { ok: false, msg: expect.stringMatching(/^Só leitura: /) },
        ]);
      expect(state()).toEqual(before);
      // Still the same person to the instance, who was not logged out.
      expect(await ask('getTags')).toMatchObject({ ok: true });
    });

    test('another showcase takes its place: a page that `/` leads to, and what is no longer named is gone', async () => {
      expect(await fill('status')).toMatchObject({ refused: [], isDone: true });
      expect(await fill('status')).toEqual({ made: 0, changed: 0, removed: 0, refused: [], isDone: true });
      expect(await environment.ask('/')).toMatchObject({
        status: 302,
        headers: { location: '/status/vigia' },
      });
      const page = await environment.ask('/api/status-page/vigia');
      expect(JSON.parse(page.body)).toMatchObject({
        config: { title: 'Status do Vigia', theme: 'auto', published: true },
        publicGroupList: [
          { name: 'Site', monitorList: [{ name: 'Site' }, { name: 'Documentação' }] },
          { name: 'Contas', monitorList: [{ name: 'API e cadastro' }, { name: 'Entrada nas contas' }] },
        ],
      });
      expect(await instances().isOpen('padaria', '/status/vigia')).toBe(true);
      const names = openPanel(environment)
        .rows('SELECT name FROM monitor')
        .map(({ name }) => name);
      expect(names.toSorted()).toEqual(['API e cadastro', 'Documentação', 'Entrada nas contas', 'Site']);
    }, 120_000);
  },
);
