/**
 * Acts of customers, providers and operators that change what is true without a change that the instance calls important,
 * on a real instance behind the rendered gateway, with the Worker in its runtime: each fall and each return is told once
 * to each recipient, whatever is switched off, put back or killed meanwhile.
 *
 * With `--full` the mail provider is away for twelve minutes after the return, else for two.
 */
import { spawnSync } from 'node:child_process';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { putBack, takeCopy } from '#companion/copies.ts';
import { DOWN, MAINTENANCE, UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { alertChannelEndpoint } from '#domain/api-schemas/alerts.ts';
import { testFolder } from '#tests/support/folders.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { canSeparateFiles } from '../chart/pod-files.ts';
import { type Site, startSite } from './failing-sites.ts';
import { type Listeners, listenTo, type Told } from './listeners.ts';
import { monitor } from './monitor-form.ts';
import { openPanel, type Panel } from './panel.ts';
import { choose, type Platform, type Rented, startPlatform, until } from './platform.ts';
import { realInstance } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const INTERVAL_S = 20;
/** For a check, its report and its message, on a busy machine. */
const PATIENCE_MS = 150_000;
const MAIL_AWAY_MS = testScope === 'full' ? 12 * 60_000 : 2 * 60_000;
/** Between two messages to a recipient things of twenty seconds are gathered. */
const CALM_MS = 45_000;

interface Watched {
  readonly id: number;
  readonly name: string;
  readonly site: Site;
}

const window = {
  ...{ title: 'Obra', description: '', active: true, strategy: 'manual', intervalDay: 1, dateRange: [] },
  ...{ weekdays: [], daysOfMonth: [], cron: '', durationMinutes: 60, timezoneOption: 'UTC' },
  timeRange: [
    { hours: 2, minutes: 0 },
    { hours: 3, minutes: 0 },
  ],
};

describe.skipIf(helm === null || nginx === null || realInstance === undefined)(
  'each fall and each return is told once',
  { retry: 0 },
  () => {
    let platform: Platform;
    let rented: Rented;
    let panel: Panel;
    let listeners: Listeners;
    const watched: Watched[] = [];
    /** What each monitor's listeners must have heard by now. */
    const due = new Map<string, Told[]>();
    let restores = 0;

    beforeAll(async () => {
      platform = await startPlatform(['padaria']);
      const [first] = platform.rented;
      if (first === undefined) throw new Error('no environment');
      rented = first;
      panel = openPanel(rented.environment);
      listeners = await listenTo(platform, rented);
      await choose(rented, { kinds: ['fall', 'return'], reminderHours: 0 });
    }, 400_000);
    afterAll(async () => {
      await platform?.stop();
      for (const { site } of watched) site.close();
    });

    const newest = ({ id }: Watched) => panel.beats(id).at(-1)?.status;

    /** A monitor that was seen up, and has our channel as the panel's form gives it. */
    async function watch(name: string): Promise<Watched> {
      const site = await startSite();
      const id = await panel.add(
        monitor(name, {
          ...{
            url: `${site.url}/`,
            interval: INTERVAL_S,
            retryInterval: INTERVAL_S,
            maxretries: 0,
            timeout: 10,
          },
          notificationIDList: { [String(panel.channel())]: true },
        }),
      );
      const made = { id, name, site };
      watched.push(made);
      due.set(name, []);
      await until(() => newest(made) === UP, PATIENCE_MS, `${name} is up`);
      return made;
    }

    /** Lets the site fail or return, until the instance has seen it. */
    async function becomes(
      status: typeof DOWN | typeof UP,
      which: Watched,
      seen: number = status,
    ): Promise<void> {
      await which.site.become(status === DOWN ? 'refuses' : 'up');
      await until(() => newest(which) === seen, PATIENCE_MS, `${which.name} is seen as ${seen}`);
    }

    /** Waits until both recipients were told these things more, and nothing else. */
    async function tells({ name }: Watched, ...more: Told[]): Promise<void> {
      const all = [...(due.get(name) ?? []), ...more];
      due.set(name, all);
      let last = '';
      const isTold = async () => {
        const told = await listeners.told(name);
        last = JSON.stringify(told);
        return JSON.stringify(told) === JSON.stringify({ mail: all, chat: all });
      };
      await until(isTold, PATIENCE_MS, `${name} is told as ${all.join(', ')}`).catch((error: Error) => {
        throw new Error(`${error.message}; it is ${last}`);
      });
    }

    async function falls(which: Watched): Promise<void> {
      await becomes(DOWN, which);
      await tells(which, 'down');
    }
    async function returns(which: Watched): Promise<void> {
      await becomes(UP, which);
      await tells(which, 'up');
    }
    const both = (work: (which: Watched) => Promise<void>, ...names: Watched[]) =>
      Promise.all(names.map(work));

    test('paused and resumed while down, detached and attached, its history cleared', async () => {
      const acts: Readonly<Record<string, (which: Watched) => Promise<unknown>>> = {
        async Pausa(which) {
          const { id } = which;
          await panel.ask('pauseMonitor', id);
          await tells(which, 'left');
          await panel.ask('resumeMonitor', id);
          await tells(which, 'down');
        },
        async Desligado(which) {
          const { id } = which;
          await panel.edit(id, { notificationIDList: {} });
          await tells(which, 'left');
          await rented.call(alertChannelEndpoint, 'POST', { monitors: [id] });
          await tells(which, 'down');
        },
        Historico: ({ id }) => panel.ask('clearHeartbeats', id),
        Eventos: ({ id }) => panel.ask('clearEvents', id),
      };
      await Promise.all(
        Object.entries(acts).map(async ([name, act]) => {
          const which = await watch(name);
          await falls(which);
          await act(which);
          await becomes(DOWN, which);
          await wait(CALM_MS);
          await returns(which);
        }),
      );
    }, 900_000);

    test('a maintenance window over a fall', async () => {
      const which = await watch('Janela');
      await falls(which);
      const id = (await panel.ask('addMaintenance', window))['maintenanceID'];
      await panel.ask('addMonitorMaintenance', id, [{ id: which.id }]);
      await becomes(UP, which, MAINTENANCE);
      await panel.ask('deleteMaintenance', id);
      await returns(which);
    }, 900_000);

    test('events cleared, and a short fall, while the API does not answer', async () => {
      const [cleared, brief] = await Promise.all([watch('Limpo'), watch('Breve')]);
      await platform.stack.killWorker();
      await both((which) => becomes(DOWN, which), cleared, brief);
      await panel.ask('clearEvents', cleared.id);
      await becomes(UP, brief);
      await wait(CALM_MS);
      await platform.stack.restartWorker();
      await tells(cleared, 'down');
      await tells(brief, 'brief');
      await returns(cleared);
    }, 900_000);

    test('the mail provider away from before the fall until after the return', async () => {
      const which = await watch('Correio');
      const { mail } = platform.stack.services;
      await mail.stop();
      await becomes(DOWN, which);
      await wait(CALM_MS);
      await becomes(UP, which);
      // Late is what is told ten minutes after the return.
      await wait(MAIL_AWAY_MS);
      await mail.start();
      const isTold = async () => (await listeners.told(which.name)).mail.length > 0;
      await until(isTold, MAIL_AWAY_MS + PATIENCE_MS, 'the mail arrives');
      await wait(CALM_MS);
      // One sentence, in the past; the chat heard both when they were.
      expect(await listeners.told(which.name)).toEqual({ mail: ['brief'], chat: ['down', 'up'] });
      const [text = ''] = await listeners.texts(which.name);
      expect(text.includes('chegou com atraso')).toBe(testScope === 'full');
      due.delete(which.name);
    }, 2_400_000);

    test('the messenger away', async () => {
      const which = await watch('Mensageiro');
      const { telegram } = platform.stack.services;
      await telegram.stop();
      await becomes(DOWN, which);
      await wait(CALM_MS);
      await telegram.start();
      await tells(which, 'down');
      await returns(which);
    }, 900_000);

    test('the channel deleted and restored while down', async () => {
      const which = await watch('Canal');
      await falls(which);
      await panel.ask('deleteNotification', panel.channel());
      await tells(which, 'left');
      const answer = await rented.call(alertChannelEndpoint, 'POST', {});
      expect(answer.status).toBe(200);
      await tells(which, 'down');
      await returns(which);
    }, 900_000);

    test('companion and instance killed in turn', async () => {
      const { environment } = rented;
      const [alone, both] = await Promise.all([watch('Companheiro'), watch('Instancia')]);
      await environment.stopCompanion();
      await becomes(DOWN, alone);
      await environment.startCompanion();
      await tells(alone, 'down');
      await falls(both);
      await environment.stopInstance();
      await both.site.become('up');
      await wait(CALM_MS);
      await environment.startInstance();
      await becomes(UP, both);
      await tells(both, 'up');
      await returns(alone);
    }, 900_000);

    test.each(['companion', 'instance'] as const)(
      'a copy put back, the %s started first',
      async (first) => {
        restores += 1;
        const { environment } = rented;
        const volume = dirname(environment.data);
        const copy = testFolder();
        const [was, later] = await Promise.all([watch(`Antes${restores}`), watch(`Depois${restores}`)]);
        await falls(was);
        takeCopy(volume, copy);
        spawnSync('cp', ['-r', environment.records, copy]);
        // What the copy does not know.
        await returns(was);
        await falls(later);
        await environment.stopCompanion();
        await environment.stopInstance();
        putBack(volume, copy, `restore-${restores}`);
        if (canSeparateFiles) spawnSync('chown', ['-R', '1000:1000', volume]);
        const start = { companion: environment.startCompanion, instance: environment.startInstance };
        await start[first]();
        await wait(CALM_MS);
        await start[first === 'companion' ? 'instance' : 'companion']();
        await until(environment.isReady, PATIENCE_MS, 'the environment is ready');
        // Both are checked by now; nothing was told but what changes today.
        await becomes(UP, was);
        await becomes(DOWN, later);
        await wait(2 * CALM_MS);
        for (const { name } of [was, later])
          expect([name, await listeners.told(name)]).toEqual([
            name,
            { mail: due.get(name), chat: due.get(name) },
          ]);
        await returns(later);
        await falls(was);
        await returns(was);
      },
      900_000,
    );

    test('nothing was told twice', async () => {
      await wait(2 * CALM_MS);
      const told = await Promise.all([...due.keys()].map(async (name) => [name, await listeners.told(name)]));
      expect(told).toEqual([...due].map(([name, all]) => [name, { mail: all, chat: all }]));
    }, 200_000);
  },
);
