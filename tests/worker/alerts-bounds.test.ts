/** A day's bounds of what an environment reports: by monitor, with the newest state kept, and on how many monitors. */
import { beforeEach, describe, expect, test } from 'vitest';
import { CHANGES_A_DAY } from '#domain/alerts/shares.ts';
import {
  type AlertEvents,
  alertEventsEndpoint,
  type ReportedEvent,
} from '#domain/api-schemas/alert-events.ts';
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { receiveEvents } from '#functions/alerts/receive-events.ts';
import { GATHERED_MS, newProven, newWatched, tell } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { call, calmServices, depsAt, mailsSent, sql } from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const generation = '0195a000-0000-4000-8000-000000000001';
/** How far the clock is ahead at half past midnight of the next day in São Paulo, so that a whole day is left. */
const morning = (): number => startOfDay(addDays(businessDay(Date.now()), 1)) + 30 * MINUTE_MS - Date.now();

let last = 0;
function change(kind: ReportedEvent['kind'], id: number, at: number, name = `Site ${id}`): ReportedEvent {
  last += 1;
  return { key: `b${last}`, at, kind, monitor: { id, name }, message: '' };
}
const stateAt = (round: number): ReportedEvent['kind'] => (round % 2 === 0 ? 'down' : 'up');

/** Reports and tells at a moment of a moved clock. */
async function reportAt(customer: Customer, aheadMs: number, events: AlertEvents['events']): Promise<void> {
  for (let from = 0; from < events.length; from += 50)
    await receiveEvents(depsAt(aheadMs), customer.orderId, {
      generation,
      events: events.slice(from, from + 50),
    });
}
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsSent(email)).map(({ subject }) => subject);

const storedOf = ({ orderId }: Customer) =>
  sql<{ id: number; rows: number; kind: string }>(
    `SELECT monitor_id AS id, COUNT(*) AS rows, (SELECT kind FROM alert_events AS newest
        WHERE newest.order_id = alert_events.order_id AND newest.monitor_id = alert_events.monitor_id
        ORDER BY seq DESC LIMIT 1) AS kind
      FROM alert_events WHERE order_id = ? AND monitor_id IS NOT NULL GROUP BY monitor_id ORDER BY 1`,
    orderId,
  );
const noticesOf = ({ orderId }: Customer) =>
  sql(
    `SELECT reference FROM billing_notices WHERE kind = 'alert-flood' AND reference LIKE ?`,
    `${orderId}/%`,
  );

test('after 5,050 changes of 40 monitors in a day, the fall of a quiet one is told', async () => {
  const customer = await newWatched('pro');
  const { name: colleague } = await newProven(customer);
  const monitors = Array.from({ length: 40 }, (_, at) => at + 1);
  const rounds = 126;
  const from = morning();
  const apart = 11 * MINUTE_MS;
  let reported = 0;
  for (let round = 0; round < rounds; round += 1) {
    const ahead = from + round * apart;
    const events = monitors.map((id) => change(stateAt(round), id, Date.now() + ahead));
    await reportAt(customer, ahead, events);
    reported += events.length;
    await tell(ahead + GATHERED_MS);
  }
  const ahead = from + rounds * apart;
  const more = monitors.slice(0, 10).map((id) => change('down', id, Date.now() + ahead));
  await reportAt(customer, ahead, more);
  expect(reported + more.length).toBe(5_050);
  await tell(ahead + GATHERED_MS);
  for (const { rows } of await storedOf(customer)) expect(rows).toBeLessThanOrEqual(CHANGES_A_DAY + 7);
  const before = (await subjectsTo(colleague)).length;

  const later = ahead + MINUTE_MS;
  await reportAt(customer, later, [change('down', 99, Date.now() + later, 'Loja')]);
  await tell(later + GATHERED_MS);
  for (const email of [customer.email, colleague]) {
    const subjects = await subjectsTo(email);
    expect(subjects.at(-1)).toBe('Fora do ar: Loja');
    expect(subjects.filter((subject) => subject.includes('uda demais'))).toHaveLength(1);
  }
  expect((await subjectsTo(colleague)).length).toBe(before + 1);
  // What each recipient takes for true is the newest state.
  const down = [...monitors.slice(0, 10), 99];
  const memories = await sql<{ memory: string }>(
    'SELECT memory FROM alert_recipients WHERE order_id = ?',
    customer.orderId,
  );
  for (const { memory } of memories) expect(Object.keys(JSON.parse(memory).down).map(Number)).toEqual(down);
  expect(await noticesOf(customer)).toEqual([]);
}, 240_000);

describe('a monitor beyond its bound', () => {
  async function folded(customer: Customer, count: number) {
    const from = morning();
    const events = Array.from({ length: count }, (_, at) =>
      change(stateAt(at), 1, Date.now() + from + at * MINUTE_MS),
    );
    await reportAt(customer, from + count * MINUTE_MS, events);
    return { events, ahead: from + count * MINUTE_MS };
  }

  test('keeps its first changes and its newest', async () => {
    const customer = await newWatched('free');
    await folded(customer, CHANGES_A_DAY + 21);
    expect(await storedOf(customer)).toEqual([{ id: 1, rows: CHANGES_A_DAY + 7, kind: 'down' }]);
    const [notice] = await sql<{ facts: string }>(
      `SELECT facts FROM alert_events WHERE order_id = ? AND kind = 'folded'`,
      customer.orderId,
    );
    expect(JSON.parse(notice?.facts ?? '{}')).toMatchObject({ monitor: { id: 1, name: 'Site 1' } });
  });

  test('is named in the word about it, also when its last change is a pause, which has no name', async () => {
    const customer = await newWatched('free');
    const { ahead } = await folded(customer, CHANGES_A_DAY);
    const at = Date.now() + ahead;
    await reportAt(customer, ahead, [change('down', 1, at), change('stopped', 1, at + 1, '')]);
    const [notice] = await sql<{ facts: string }>(
      `SELECT facts FROM alert_events WHERE order_id = ? AND kind = 'folded'`,
      customer.orderId,
    );
    expect(JSON.parse(notice?.facts ?? '{}')).toMatchObject({ monitor: { id: 1, name: 'Site 1' } });
  });

  test('is not turned back by a report that comes twice, or late', async () => {
    const customer = await newWatched('free');
    const { events, ahead } = await folded(customer, CHANGES_A_DAY + 21);
    for (const late of [events, events.slice(100, 105), events.slice(110, 111)])
      await reportAt(customer, ahead + 24 * 60 * MINUTE_MS, late);
    expect(await storedOf(customer)).toEqual([{ id: 1, rows: CHANGES_A_DAY + 7, kind: 'down' }]);
  });

  test('begins anew on the next day', async () => {
    const customer = await newWatched('free');
    const { ahead } = await folded(customer, CHANGES_A_DAY + 2);
    const next = ahead + 24 * 60 * MINUTE_MS;
    await reportAt(customer, next, [change('up', 1, Date.now() + next)]);
    const [row] = await sql<{ kind: string; folded: number }>(
      'SELECT kind, is_folded AS folded FROM alert_events WHERE order_id = ? ORDER BY seq DESC LIMIT 1',
      customer.orderId,
    );
    expect(row).toEqual({ kind: 'up', folded: 0 });
  });

  test('takes no other kind of event with it', async () => {
    const customer = await newWatched('free');
    const { ahead } = await folded(customer, CHANGES_A_DAY + 2);
    await reportAt(customer, ahead, [change('certificate', 1, Date.now() + ahead)]);
    const rows = await sql(
      `SELECT is_folded AS folded FROM alert_events WHERE order_id = ? AND kind = 'certificate'`,
      customer.orderId,
    );
    expect(rows).toEqual([{ folded: 0 }]);
  });
});

test('forty windows on one day are all told, as an agency has them', async () => {
  const customer = await newWatched('pro');
  const ahead = morning();
  const from = Date.now() + ahead;
  const kinds = ['maintenance-soon', 'maintenance-soon', 'maintenance-soon', 'maintenance'] as const;
  for (const [place, kind] of kinds.entries()) {
    const at = from + place * MINUTE_MS;
    const events = Array.from({ length: 40 }, (_, id) => ({
      ...change(kind, 1, at),
      monitor: null,
      window: { title: `Janela ${id}`, from, until: null, count: 0, monitors: [] },
    }));
    await reportAt(customer, ahead + place * MINUTE_MS, events);
  }
  const [stored] = await sql<{ rows: number }>(
    'SELECT COUNT(*) AS rows FROM alert_events WHERE order_id = ?',
    customer.orderId,
  );
  expect(stored?.rows).toBe(160);
});

test('a report whose answer was lost comes again after midnight, and is no flood', async () => {
  const customer = await newWatched('free');
  const events = [change('down', 1, Date.now())];
  for (const ahead of [0, morning()]) await reportAt(customer, ahead, events);
  expect(await storedOf(customer)).toEqual([{ id: 1, rows: 1, kind: 'down' }]);
  expect(await noticesOf(customer)).toEqual([]);
});

test('requests at the same time keep no more monitors of a day than four times the plan’s', async () => {
  const customer = await newWatched('free');
  const token = await depsAt(0).environmentTokens.tokenOf(customer.orderId);
  const monitorsMax = depsAt(0).catalog.plan('free').limits.monitors;
  const requests = Array.from({ length: 6 }, (_, request) =>
    Array.from({ length: monitorsMax }, (__, at) =>
      change('down', request * monitorsMax + at + 1, Date.now()),
    ),
  );
  const answers = await Promise.all(
    requests.map((events) => call(alertEventsEndpoint, { token, body: { generation, events } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 204));
  const stored = await storedOf(customer);
  expect(stored).toHaveLength(4 * monitorsMax);
  expect(await noticesOf(customer)).toHaveLength(1);
  // Those that are known are heard still; whatever names no monitor is too.
  const known = stored[0]?.id ?? 0;
  const events = [
    change('up', known, Date.now()),
    change('down', 999, Date.now()),
    { ...change('test', 1, Date.now()), monitor: null },
  ];
  await call(alertEventsEndpoint, { token, body: { generation, events } });
  expect((await storedOf(customer)).find(({ id }) => id === known)?.kind).toBe('up');
  expect(
    await sql(`SELECT 1 FROM alert_events WHERE order_id = ? AND kind = 'test'`, customer.orderId),
  ).toHaveLength(1);
  expect(await storedOf(customer)).toHaveLength(4 * monitorsMax);
});
