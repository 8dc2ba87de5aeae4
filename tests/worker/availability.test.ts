/** The probe's minutes, what is public of them, and incidents. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import {
  type AvailabilityAnswer,
  alertTargetEndpoint,
  availabilityEndpoint,
  incidentsFeedEndpoint,
  minutesPath,
} from '#domain/api-schemas/availability.ts';
import { operationPath } from '#domain/api-schemas/operations.ts';
import { MINUTE_MS, percentUp } from '#domain/availability/measured.ts';
import { message } from '#domain/messages.ts';
import { createApp } from '#functions/app.ts';
import { alertTimeJobs } from '#functions/availability/measure-alerts.ts';
import { availabilityJobs } from '#functions/availability/probe.ts';
import { readAvailability, readMinutes } from '#functions/availability/read-availability.ts';
import { composeDeps, type Deps } from '#functions/compose.ts';
import { purge } from '#functions/privacy/retention-store.ts';
import type { AlertsReport } from '#functions/vendors/instances.ts';
import { operatorToken } from './operations-support.ts';
import { newTenant } from './plan-change-support.ts';
import { addresses, call, calmServices, codeOf, env, noFaults, setFaults, sql } from './support.ts';

const START = Date.parse('2026-11-28T10:00-03:00');
let measured: Deps;
let minute = 0;
beforeAll(async () => {
  const { subdominio } = await newTenant();
  measured = composeDeps({ ...env, AVAILABILITY_TENANT: subdominio, SIGN_IN_URL: addresses.tenantsUrl });
});

const deps = (changes: Partial<Deps> = {}): Deps => ({
  ...measured,
  clock: { now: () => START + minute * MINUTE_MS + 2_000 },
  ...changes,
});
/** One look in each of the next minutes. */
async function look(minutes: number, changes: Partial<Deps> = {}): Promise<void> {
  for (let left = minutes; left > 0; left -= 1) {
    await availabilityJobs['measure-availability'](deps(changes));
    minute += 1;
  }
}
const read = () => readAvailability(deps());
const stateIn = ({ parts }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(parts.map(({ id, state }) => [id, state]));

/** The companion's report about alerts, without an environment of a customer. */
function withAlerts(report: Partial<AlertsReport>): Partial<Deps> {
  const readAlerts = async () => ({ waiting: { events: 0, oldestAt: null }, ...report }) as AlertsReport;
  return { instances: { ...measured.instances, readAlerts } };
}

beforeEach(async () => {
  minute = 0;
  await calmServices();
  await setFaults(addresses.tenantsUrl, noFaults);
  for (const table of [
    'availability_minutes',
    'availability_days',
    'availability_alerts',
    'incident_texts',
    'incidents',
  ])
    await sql(`DELETE FROM ${table}`);
});

test('an hour without the cluster is told within two minutes and counts sixty', async () => {
  await look(5);
  expect(stateIn(await read())).toMatchObject({ platform: 'up', entry: 'up', environment: 'up' });
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(1);
  expect(stateIn(await read())).toEqual({
    platform: 'down',
    entry: 'down',
    environment: 'down',
    alerts: 'unmeasured',
  });
  await look(59);
  await setFaults(addresses.tenantsUrl, noFaults);
  await look(5);
  const answer = await read();
  expect(stateIn(answer)).toMatchObject({ platform: 'up' });
  expect(answer.months[0]).toMatchObject({ month: '2026-11', up: 10, down: 60, percent: 14.28 });
  expect(answer.parts[0]?.days.at(-1)).toMatchObject({
    day: '2026-11-28',
    bar: 'many',
    up: 10,
    down: 60,
  });
});

test('minutes with the database off are without a measure, never up', async () => {
  await look(3);
  const off = () => {
    throw new Error('D1_ERROR: off');
  };
  const db = { batch: off, prepare: off } as unknown as D1Database;
  for (let left = 4; left > 0; left -= 1) {
    await expect(look(1, { db })).rejects.toThrow('off');
    minute += 1;
  }
  expect(stateIn(await read())['platform']).toBe('unmeasured');
  await look(3);
  const answer = await read();
  expect(answer.months[0]).toMatchObject({ up: 6, down: 0, percent: 100 });
  // The morning before the first look, and the four.
  expect(answer.parts[0]?.days.at(-1)?.unseen).toBe(600 + 4);
});

test('a second look in a minute changes nothing', async () => {
  await look(1);
  minute = 0;
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(1);
  expect((await read()).months[0]).toMatchObject({ up: 1, down: 0 });
});

test('without an environment of our own nothing is measured, and the answer says so', async () => {
  await look(2, { availabilityTenant: null });
  const response = await call(availabilityEndpoint);
  expect(response.headers.get('cache-control')).toBe('public, max-age=30');
  expect(await response.json<AvailabilityAnswer>()).toMatchObject({
    isMeasured: false,
    measuredAt: null,
    months: [],
  });
});

test('without the address of the sign-in it is not looked at, and the platform is the environment', async () => {
  await look(1, { askSignIn: null });
  expect(stateIn(await read())).toMatchObject({ platform: 'up', entry: 'unmeasured' });
});

test.each<[string, Partial<AlertsReport>, string]>([
  ['no channel', { channel: 'none' }, 'unmeasured'],
  ['nothing waits', { channel: 'on' }, 'up'],
  ['an event just happened', { channel: 'on', waiting: { events: 1, oldestAt: START - 60_000 } }, 'up'],
  ['an event waits for long', { channel: 'on', waiting: { events: 1, oldestAt: START - 400_000 } }, 'down'],
])('alerts with %s: not counted for the platform', async (_, report, state) => {
  await look(1, withAlerts(report));
  expect(stateIn(await read())).toMatchObject({ alerts: state, platform: 'up' });
});

test('an alert that its provider has not taken for long is down', async () => {
  const { subdominio, orderId } = await newTenant();
  await sql(
    `INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, subject, lines, written_at, created_at, state)
      VALUES (?1, ?1, 'x', 'email', 'x', 'x', '[]', ?2, ?2, 'waiting')`,
    ...[orderId, START - 400_000],
  );
  await look(1, { ...withAlerts({ channel: 'on' }), availabilityTenant: subdominio });
  expect(stateIn(await read())['alerts']).toBe('down');
});

test('the CSV and the page agree, and the figures outlive the minutes', async () => {
  await look(30);
  await setFaults(addresses.tenantsUrl, { ...noFaults, down: true });
  await look(7);
  await setFaults(addresses.tenantsUrl, noFaults);
  await look(13);
  const before = await read();
  const platform = (await readMinutes(deps(), '2026-11')).split('\r\n').map((line) => line.split(';')[2]);
  const count = (word: string) => platform.filter((each) => each === word).length;
  const counts = { up: count('no ar'), down: count('fora do ar') };
  expect(counts).toEqual({ up: 43, down: 7 });
  expect(before.months[0]).toMatchObject({ up: 43, down: 7, percent: percentUp(counts) });
  await purge(measured.db, 'availability', START + 100 * 86_400_000, 1000);
  expect(await sql('SELECT COUNT(*) AS kept FROM availability_minutes')).toEqual([{ kept: 0 }]);
  expect((await read()).months[0]).toEqual(before.months[0]);
});

test('minutes of a month can be had while all of them are kept', async () => {
  const response = await call(minutesPath(new Date().toISOString().slice(0, 7)));
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await response.text()).toMatch(/^\uFEFF?Dia;Hora;Plataforma/);
  expect(await codeOf(await call(minutesPath('2020-01')))).toEqual([404, 'not-found']);
  expect(await codeOf(await call(minutesPath('2099-01')))).toEqual([404, 'not-found']);
  expect(await codeOf(await call(minutesPath('janeiro')))).toEqual([422, 'validation-failed']);
});

test('an operator opens an incident, adds to it once, and ends it', async () => {
  const token = await operatorToken();
  const tell = (body: object) =>
    call(operationPath('incidente'), { token, body, headers: { 'X-Operador': 'Ana' } });
  expect(await codeOf(await tell({ id: 'entrada-lenta', text: 'Sem título.' }))).toEqual([404, 'not-found']);
  await tell({ id: 'entrada-lenta', title: 'Entrada <lenta>', text: 'Investigamos.' });
  await tell({ id: 'entrada-lenta', text: 'Investigamos.' });
  await tell({ id: 'entrada-lenta', text: 'Achamos a causa.' });
  await tell({ id: 'entrada-lenta', isOver: true });
  const { incidents } = await (await call(availabilityEndpoint)).json<AvailabilityAnswer>();
  expect(incidents).toMatchObject([
    {
      id: 'entrada-lenta',
      title: 'Entrada <lenta>',
      texts: [{ text: 'Achamos a causa.' }, { text: 'Investigamos.' }],
    },
  ]);
  expect(incidents[0]?.endedAt).toBeGreaterThanOrEqual(incidents[0]?.startedAt ?? Number.POSITIVE_INFINITY);
  const feed = await call(incidentsFeedEndpoint);
  expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
  const text = await feed.text();
  expect(text).toContain(`<title>${message('availability.feed', { name: site.name })}</title>`);
  expect(text).toMatch(/<title>Entrada &#60;lenta&#62;<\/title>.*#entrada-lenta/);
  expect(text).toContain(message('availability.ended'));
  expect(
    await sql("SELECT operator, detail FROM events WHERE kind = 'operator-command' ORDER BY id DESC LIMIT 1"),
  ).toEqual([{ operator: 'Ana', detail: 'incidente: feito' }]);
});

describe('how long an alert takes', () => {
  const HOUR_MS = 60 * MINUTE_MS;
  /** An hour of the month before. */
  const HOUR = Date.parse('2026-10-20T03:00:00Z');
  const target = `api.vigia.example${alertTargetEndpoint}`;
  let customer: Awaited<ReturnType<typeof newTenant>>;

  beforeEach(async () => {
    customer = await newTenant();
  });

  async function watch({ state = 'up', createdAt = 0, address = target } = {}): Promise<void> {
    await sql(
      `INSERT INTO alert_levels (order_id, monitor_id, created_at, name, address, state, since, interval, changed_at)
        VALUES (?, 7, ?, 'Alvo', ?, ?, 0, 60, 0)`,
      ...[customer.orderId, createdAt, address, state],
    );
  }
  /** A fall at this moment and the messages that tell it, by when they were handed over; `null`: one that waits. */
  async function fall(
    since: number,
    told: readonly (number | null)[],
    { address = target, facts = { lines: [{ what: 'fell', since }] } as object } = {},
  ): Promise<void> {
    await sql(
      `INSERT INTO alert_falls (order_id, monitor_id, created_at, name, address, since, message, received_at)
        VALUES (?, 7, 0, 'Alvo', ?, ?, '', ?)`,
      ...[customer.orderId, address, since, since + 21_000],
    );
    for (const at of told)
      await sql(
        `INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, facts, subject, lines, written_at,
            created_at, state, settled_at)
          VALUES (?, ?, ?, 'email', 'x', ?, 'x', '[]', 0, ?, ?, ?)`,
        ...[crypto.randomUUID(), customer.orderId, crypto.randomUUID(), JSON.stringify(facts)],
        ...[since + 22_000, at === null ? 'waiting' : 'sent', at],
      );
  }
  /** Judges the hour, some minutes into the next one, and reads the month. */
  async function judge(hour = HOUR, minute = 46): Promise<AvailabilityAnswer['alerts']> {
    const needs = {
      availabilityTenant: customer.subdominio,
      clock: { now: () => hour + minute * MINUTE_MS },
    };
    await alertTimeJobs['measure-alert-time'](deps(needs));
    return (await readAvailability(deps())).alerts;
  }
  const none = { month: '2026-10', measured: 0, untold: 0, medianSeconds: null, p95Seconds: null };

  test('is that from the first failing check to the first message, kept once', async () => {
    await watch({ createdAt: HOUR - MINUTE_MS });
    await fall(HOUR + 10 * MINUTE_MS, [null, HOUR + 10 * MINUTE_MS + 26_400, HOUR + 10 * MINUTE_MS + 90_000]);
    expect(await judge(HOUR, 44)).toEqual(none);
    const answer = { ...none, measured: 1, medianSeconds: 27, p95Seconds: 27 };
    expect(await judge()).toEqual(answer);
    await sql('DELETE FROM alert_falls WHERE order_id = ?', customer.orderId);
    expect(await judge(HOUR, 59)).toEqual(answer);
  });

  test('takes in one that fell and returned before it was told', async () => {
    const since = HOUR + 11 * MINUTE_MS;
    await fall(since, [since + 30_000], {
      facts: { lines: [{ what: 'brief', from: since, at: since + 9 }] },
    });
    expect(await judge()).toMatchObject({ measured: 1, medianSeconds: 30 });
  });

  test('is endless for a fall that was not told, or that nobody saw', async () => {
    await watch();
    await fall(HOUR + 10 * MINUTE_MS, [null]);
    await judge();
    expect(await judge(HOUR + HOUR_MS)).toEqual({ ...none, measured: 2, untold: 2 });
  });

  test.each([
    ['nobody watches', undefined],
    ['the monitor is paused', { state: 'outside' }],
    ['the monitor was made in that hour', { createdAt: HOUR + MINUTE_MS }],
    ['the monitor watches something else', { address: 'loja.com.br/alvo' }],
  ])('is not measured where %s', async (_, monitor) => {
    if (monitor !== undefined) await watch(monitor);
    await fall(HOUR + 10 * MINUTE_MS, [HOUR + 11 * MINUTE_MS], { address: 'loja.com.br' });
    expect(await judge()).toEqual(none);
  });

  test('has a target that is missing for three minutes of each hour', async () => {
    const at = (minute: number) => {
      const app = createApp(deps({ clock: { now: () => HOUR + minute * MINUTE_MS } }) as never);
      return app.request(`${addresses.siteUrl}${alertTargetEndpoint}`);
    };
    for (const minute of [0, 9.9, 13, 59]) expect((await at(minute)).status, String(minute)).toBe(200);
    for (const minute of [10, 12.9]) expect((await at(minute)).status, String(minute)).toBe(404);
  });
});
