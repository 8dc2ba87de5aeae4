/**
 * How long it takes from a failing check to a message at the provider, on real instances: monitors as we make them, plan
 * of one minute, side by side, and at least 25 s apart for a recipient (docs/promises.md, docs/alerts.md).
 *
 * Three falls of each kind; twenty with `--full`, which takes a quarter of an hour. What a site that drips, a hanging channel
 * of the customer's own and a hanging registry cost is printed, not judged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { UP } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { DAY_MS, startOfDay } from '#domain/billing/days.ts';
import { ownTimes } from '#domain/import/own-times.ts';
import { testScope } from '#tests/support/test-scope.ts';
import { openWorkerDatabase } from '#tests/support/worker-database.ts';
import { type Mode, type Site, startSilentServer, startSite } from './failing-sites.ts';
import { monitor } from './monitor-form.ts';
import { openPanel, type Panel } from './panel.ts';
import { choose, type Platform, type Rented, startPlatform, until } from './platform.ts';
import { realInstance } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const FALLS = testScope === 'full' ? 20 : 3;
/** One beside the other for a recipient. */
const SLOT_MS = 30_000;
const INTERVAL_S = 60;
const REFUSED_MAX_S = 30;
const HANGS_MAX_S = 45;
/** Far enough from the check that was, and from the next one. */
const BETWEEN_CHECKS_MS = 20_000;
/** A customer's channel may hold an instance up for two minutes. */
const PATIENCE_MS = 300_000;

/** What we choose for a monitor that we make. */
const ours = { interval: INTERVAL_S, ...ownTimes, domainExpiryNotification: false };

/** Every question of this process that leaves the machine waits until its caller gives up. */
const HANGING_REGISTRY = `--import=data:text/javascript,${encodeURIComponent(
  `const real = globalThis.fetch;
  globalThis.fetch = (url, options) =>
    String(url).startsWith('https://')
      ? new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(options.signal.reason)))
      : real(url, options);`,
)}`;

const TWO_DAYS_MS = 2 * DAY_MS;
const LATER_CLOCK = `--import=data:text/javascript,${encodeURIComponent(
  `const real = Date.now; Date.now = () => real() + ${TWO_DAYS_MS};`,
)}`;
/** Read at each start of a companion. */
const companionVariables = { NODE_OPTIONS: HANGING_REGISTRY };

interface Measured {
  readonly name: string;
  readonly id: number;
  /** Start of the first failing check. */
  readonly since: number;
  /** Seconds from the start and from the end of the first failing check to the provider. */
  readonly fromStart: number;
  readonly fromEnd: number;
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

function figures(kind: string, measured: readonly Measured[]): string {
  const of = (pick: (each: Measured) => number) => {
    const values = measured.map(pick);
    return [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(1)).join(' / ');
  };
  return `${kind}, ${measured.length} falls: from the check's end ${of(({ fromEnd }) => fromEnd)} s, from its start ${of(({ fromStart }) => fromStart)} s (median / 95th percentile / longest)`;
}

const silentMail = (port: number) => ({
  ...{ type: 'smtp', name: 'E-mail do cliente', isDefault: false, applyExisting: false },
  ...{
    smtpHost: '127.0.0.1',
    smtpPort: port,
    smtpSecure: false,
    smtpFrom: 'a@loja.example',
    smtpTo: 'b@loja.example',
  },
});
const localProxy = (port: number) => ({
  ...{ protocol: 'http', host: '127.0.0.1', port, auth: false, username: null, password: null },
  ...{ active: true, default: false, applyExisting: false },
});

interface Kind {
  readonly name: string;
  readonly mode: Mode;
  /** What its monitor has beside ours; the site is also the proxy of one that needs a name of the Internet. */
  readonly more?: (site: Site, panel: Panel, index: number) => Promise<object>;
}

const canRun = helm !== null && nginx !== null && realInstance !== undefined;

describe.skipIf(!canRun)('told within the minute', () => {
  let platform: Platform;
  const closing: { close(): void }[] = [];
  const measured = new Map<string, Measured[]>();

  beforeAll(async () => {
    platform = await startPlatform(['recusa', 'demora', 'outros'], {
      companionVariables,
      workerEntry: 'tests/simulation/faults/entry.ts',
    });
    for (const rented of platform.rented) await choose(rented, { kinds: ['fall'], reminderHours: 0 });
  }, 400_000);
  afterAll(async () => {
    await platform?.stop();
    for (const each of closing) each.close();
  });

  /** One fall: a monitor is made, is up twice, and its site fails between two checks. */
  async function fall(rented: Rented, panel: Panel, kind: Kind, index: number): Promise<void> {
    const site = await startSite();
    closing.push(site);
    const name = `${kind.name} ${String(index).padStart(2, '0')}`;
    const id = await panel.add(
      monitor(name, {
        url: `${site.url}/`,
        ...ours,
        notificationIDList: { [String(panel.channel())]: true },
        ...(await kind.more?.(site, panel, index)),
      }),
    );
    await until(
      () => panel.beats(id).filter(({ status }) => status === UP).length >= 2,
      PATIENCE_MS,
      `${name} was up twice`,
    );
    await wait(BETWEEN_CHECKS_MS);
    await site.become(kind.mode);
    const failing = () => panel.beats(id).find(({ status }) => status !== UP);
    await until(() => failing() !== undefined, PATIENCE_MS, `${name} fails`);
    const mails = () => platform.mailsTo(rented.owner, name);
    await until(async () => (await mails()).length > 0, PATIENCE_MS, `${name} is told`);
    const [told, failed] = [(await mails())[0], failing()];
    if (told === undefined || failed === undefined) throw new Error(`${name} is gone.`);
    const seconds = (since: number) => (told.receivedAt - since) / 1000;
    const all = measured.get(kind.name) ?? [];
    all.push({
      name,
      id,
      since: failed.at,
      fromStart: seconds(failed.at),
      fromEnd: seconds(failed.endedAt),
    });
    measured.set(kind.name, all);
  }

  /** One fall in each slot, kind after kind. */
  async function falls(rented: Rented, kinds: readonly (readonly [Kind, number])[]): Promise<void> {
    const panel = openPanel(rented.environment);
    const order = kinds.flatMap(([kind, count]) => Array.from({ length: count }, () => kind));
    await Promise.all(
      order.map(async (kind, slot) => {
        await wait(slot * SLOT_MS);
        await fall(rented, panel, kind, slot + 1);
      }),
    );
  }

  test('a site that refuses, and one that hangs', async () => {
    const [refusing, hanging, other] = platform.rented;
    if (refusing === undefined || hanging === undefined || other === undefined)
      throw new Error('no environment');
    const silent = await startSilentServer();
    closing.push(silent);
    let smtp: number | null = null;
    const few = Math.ceil(FALLS / 3);
    const slowChannel: Kind['more'] = async (_site, panel) => {
      smtp ??= Number((await panel.ask('addNotification', silentMail(silent.port), null))['id']);
      return { notificationIDList: { [String(panel.channel())]: true, [String(smtp)]: true } };
    };
    const named: Kind['more'] = async ({ port }, panel, index) => ({
      url: `http://www.loja-${index}.com.br/`,
      proxyId: Number((await panel.ask('addProxy', localProxy(port), null))['id']),
    });
    await Promise.all([
      falls(refusing, [[{ name: 'Recusa', mode: 'refuses' }, FALLS]]),
      falls(hanging, [[{ name: 'Demora', mode: 'hangs' }, FALLS]]),
      falls(other, [
        [{ name: 'Registro', mode: 'refuses', more: named }, few],
        [{ name: 'Goteja', mode: 'drips' }, few],
        [{ name: 'Canal', mode: 'refuses', more: slowChannel }, few],
      ]),
    ]);
    for (const [kind, all] of measured) console.log(figures(kind, all));
    const slow = (kind: string, pick: (each: Measured) => number) =>
      percentile((measured.get(kind) ?? []).map(pick), 0.95);
    expect(slow('Recusa', ({ fromEnd }) => fromEnd)).toBeLessThanOrEqual(REFUSED_MAX_S);
    expect(slow('Demora', ({ fromStart }) => fromStart)).toBeLessThanOrEqual(HANGS_MAX_S);
    // A registry that hangs holds up nothing, and was asked or is about to be.
    expect(readFileSync(join(other.environment.records, 'domains.json'), 'utf8')).toContain('loja-1.com.br');
    const unanswered = other.environment.logged().filter(({ event }) => event === 'domain-unanswered');
    console.log(`${unanswered.length} questions to a registry that hangs`);
    expect(slow('Registro', ({ fromEnd }) => fromEnd)).toBeLessThanOrEqual(REFUSED_MAX_S);
  }, 2_400_000);

  test('a fall is since its first failing check, also in the report that is read two days later', async () => {
    const [refusing] = platform.rented;
    if (refusing === undefined) throw new Error('no environment');
    const { environment, name } = refusing;
    const falls = measured.get('Recusa') ?? [];
    expect(falls.length).toBe(FALLS);
    await environment.stopCompanion();
    // What the instance's daily work deletes after a day.
    openPanel(environment).inDatabase((kuma) => kuma.exec('DELETE FROM heartbeat WHERE important = 0'));
    await platform.stack.killWorker();
    const database = openWorkerDatabase(platform.stateDir, { readOnly: false });
    // Of a monitor's first day the instance's own rows count.
    database.exec(`UPDATE alert_levels SET entered_at = entered_at - ${TWO_DAYS_MS}`);
    companionVariables.NODE_OPTIONS = `${HANGING_REGISTRY} ${LATER_CLOCK}`;
    await platform.stack.restartWorker({ CLOCK_AHEAD_MS: String(TWO_DAYS_MS) });
    await environment.startCompanion();
    const rows = (sql: string) => database.prepare(sql).all(name);
    const told = () =>
      new Map(
        rows(
          `SELECT f.monitor_id AS id, f.since FROM alert_falls f JOIN tenants t ON t.order_id = f.order_id
           WHERE t.subdomain = ?`,
        ).map(({ id, since }) => [Number(id), Number(since)]),
      );
    /** Starts of outages, by monitor; an environment of this drill is a day old at most. */
    const reported = () =>
      new Map(
        rows('SELECT day, outages FROM report_days WHERE subdomain = ? ORDER BY day DESC').flatMap(
          ({ day, outages }) =>
            (JSON.parse(String(outages)) as [number, number][]).map(([id, from]): [number, number] => [
              id,
              startOfDay(String(day)) + from * 1000,
            ]),
        ),
      );
    const isReported = async () => {
      await platform.stack.tick();
      return falls.every(({ id }) => reported().has(id));
    };
    await until(isReported, PATIENCE_MS, 'the days are reported');
    const [since, began] = [told(), reported()];
    database.close();
    expect(falls.map(({ id }) => [id, since.get(id), began.get(id)])).toEqual(
      falls.map((fall) => [fall.id, fall.since, Math.floor(fall.since / 1000) * 1000]),
    );
  }, 500_000);
});
