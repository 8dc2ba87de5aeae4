/** What an environment states of its monitors is accepted all or nothing, once, and from the later of two processes. */
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AlertReport, REPORT_VERSION } from '#domain/api-schemas/alert-report.ts';
import { readerOf } from '#functions/alerts/report-versions.ts';
import {
  Companion,
  CREATED,
  downOf,
  eventOf,
  fallOf,
  levelOf,
  reportOf,
  sendReport,
} from './alert-reports.ts';
import { newProven, newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, call, calmServices, clearWork, codeOf, depsAt, sql } from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const FELL = Date.parse('2026-11-26T06:12:00Z');
const BACK = FELL + 9 * MINUTE_MS;

const levelsOf = ({ orderId }: Customer) =>
  sql<{ id: number; state: string; since: number; reason: string | null }>(
    'SELECT monitor_id AS id, state, since, reason FROM alert_levels WHERE order_id = ? ORDER BY 1, created_at',
    orderId,
  );
const fallsOf = ({ orderId }: Customer) =>
  sql<{ id: number; since: number; until: number | null; by: string | null; gap: string | null }>(
    `SELECT monitor_id AS id, since, until, ended_by AS "by", gap FROM alert_falls WHERE order_id = ? ORDER BY seq`,
    orderId,
  );
const open = (id: number, since: number) => ({ id, since, until: null, by: null, gap: null });
const dueFor = ({ orderId }: Customer) =>
  sql(`SELECT key FROM work WHERE kind = 'send-alert' AND order_id = ?`, orderId);
const noWork = () => clearWork({ kind: 'send-alert' });

test('a level that is down opens a fall, one that is up again ends it, and the revision grows', async () => {
  const customer = await newWatched();
  const companion = new Companion(customer);
  await companion.report({ base: null, levels: [levelOf(1), levelOf(2)] });
  const first = companion.revision;
  await companion.report({ levels: [downOf(1, FELL, { isFirst: true, signAt: null })] });
  expect(await fallsOf(customer)).toEqual([open(1, FELL)]);
  await companion.report({ levels: [levelOf(1, { since: BACK, gap: 'maintenance' })] });
  expect(await fallsOf(customer)).toEqual([
    { id: 1, since: FELL, until: BACK, by: 'up', gap: 'maintenance' },
  ]);
  expect(await levelsOf(customer)).toMatchObject([
    { id: 1, state: 'up', since: BACK },
    { id: 2, state: 'up' },
  ]);
  expect(companion.revision).toBe(first + 2);
});

describe('what lay within a fall is kept as it was stated while it lasted', () => {
  const unseen = { id: 1, since: FELL, by: 'up', gap: 'unseen' };
  test.each([
    ['a level', { levels: [levelOf(1, { since: BACK })] }],
    ['a fall', { falls: [fallOf(1, FELL, BACK)] }],
  ])('although %s that ends it, of a companion that lost its record, says nothing of it', async (_, end) => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    await companion.report({ levels: [downOf(1, FELL)] });
    await companion.report({ levels: [downOf(1, FELL, { gap: 'unseen' })] });
    expect(await fallsOf(customer)).toEqual([{ ...open(1, FELL), gap: 'unseen' }]);
    await companion.report({ levels: [downOf(1, FELL)] });
    await companion.report(end);
    expect(await fallsOf(customer)).toEqual([{ ...unseen, until: BACK }]);
  });

  test('although it was taken for over', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    await companion.report({ levels: [downOf(1, FELL, { gap: 'unseen' })] });
    await companion.report({ levels: [levelOf(1, { state: 'outside', reason: 'channel', since: BACK })] });
    await companion.report({ levels: [downOf(1, FELL)] });
    await companion.report({ levels: [levelOf(1, { since: BACK + MINUTE_MS })] });
    expect(await fallsOf(customer)).toEqual([{ ...unseen, until: BACK + MINUTE_MS }]);
  });
});

test.each([
  ['paused', { state: 'outside', reason: 'paused', since: BACK } as const, 'paused'],
  ['left without a reason', { state: 'outside', reason: null, since: BACK } as const, 'paused'],
  ['looked at anew', { state: 'new', since: BACK } as const, 'unseen'],
])('a fall of a monitor that is %s ends with that', async (_, level, endedBy) => {
  const customer = await newWatched();
  const companion = new Companion(customer);
  await companion.report({ levels: [downOf(1, FELL)] });
  await companion.report({ levels: [levelOf(1, level)] });
  expect(await fallsOf(customer)).toMatchObject([{ until: BACK, by: endedBy }]);
});

test('falls that began and ended between two reports are kept with the one that goes on', async () => {
  const customer = await newWatched();
  const companion = new Companion(customer);
  await companion.report({ levels: [downOf(1, FELL)] });
  const again = BACK + MINUTE_MS;
  await companion.report({
    falls: [
      fallOf(1, FELL, BACK),
      fallOf(1, again, again + 30_000),
      fallOf(2, FELL, BACK, { gap: 'paused' }),
    ],
    levels: [downOf(1, again + MINUTE_MS)],
  });
  expect(await fallsOf(customer)).toEqual([
    { id: 1, since: FELL, until: BACK, by: 'up', gap: null },
    { id: 1, since: again, until: again + 30_000, by: 'up', gap: null },
    { id: 2, since: FELL, until: BACK, by: 'up', gap: 'paused' },
    open(1, again + MINUTE_MS),
  ]);
  expect(await levelsOf(customer)).toMatchObject([
    { state: 'down', since: again + MINUTE_MS },
    { state: 'new' },
  ]);
});

describe('the beginning of an open fall', () => {
  test.each([FELL + 90_000, FELL - 90_000])('does not move, stated as %d', async (other) => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    await companion.report({ levels: [downOf(1, FELL)] });
    await companion.report({ levels: [downOf(1, other)] });
    expect(await fallsOf(customer)).toEqual([open(1, FELL)]);
    expect(await levelsOf(customer)).toMatchObject([{ state: 'down', since: FELL }]);
    // Nor does it when the fall is told as over under that beginning.
    await companion.report({ falls: [fallOf(1, other, BACK)], levels: [levelOf(1, { since: BACK })] });
    expect(await fallsOf(customer)).toMatchObject([{ since: FELL, until: BACK, by: 'up' }]);
  });

  test('is another one for another monitor under the same id', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    await companion.report({ levels: [downOf(1, FELL)] });
    const made = downOf(1, BACK, { createdAt: CREATED + 1 });
    await companion.report({
      levels: [levelOf(1, { state: 'outside', reason: 'deleted', since: BACK }), made],
    });
    expect(await fallsOf(customer)).toMatchObject([{ by: 'deleted' }, open(1, BACK)]);
  });
});

test('what was accepted before changes nothing, and makes no work', async () => {
  const customer = await newWatched();
  const companion = new Companion(customer);
  const parts = {
    falls: [fallOf(1, FELL, BACK), fallOf(2, FELL, BACK)],
    levels: [levelOf(1, { since: BACK }), downOf(3, FELL)],
    events: [eventOf('certificate', { monitor: { id: 1, name: 'Site 1' } })],
  };
  expect(await companion.report(parts)).toHaveLength(1);
  expect(await dueFor(customer)).toHaveLength(1);
  const before = [await fallsOf(customer), await levelsOf(customer)];
  await noWork();
  // Its answer was lost; the same is stated again, also with a piece of what was one fall.
  expect(await companion.report({ ...parts, falls: [...parts.falls, fallOf(1, FELL + 1, BACK)] })).toEqual(
    [],
  );
  expect(await companion.report()).toEqual([]);
  expect(await companion.report({ checked: [{ id: 3, createdAt: CREATED, at: BACK }] })).toEqual([]);
  expect([await fallsOf(customer), await levelsOf(customer)]).toEqual(before);
  expect(await dueFor(customer)).toEqual([]);
  const kept = await sql('SELECT 1 FROM alert_events WHERE order_id = ?', customer.orderId);
  expect(kept).toHaveLength(1);
});

test.each([
  ['a level', { levels: [downOf(1, FELL)] }],
  ['a doubt', { levels: [levelOf(9, { doubt: 'maintenance', doubtSince: FELL })] }],
  ['a fall', { falls: [fallOf(1, FELL, BACK)] }],
  ['an event', { events: [eventOf('test')] }],
])('%s makes work for everybody who is on', async (_, parts) => {
  const customer = await newWatched();
  await newProven(customer);
  const companion = new Companion(customer);
  await companion.report({ levels: [levelOf(9)] });
  await noWork();
  expect(await companion.report(parts)).toHaveLength(2);
  expect(await dueFor(customer)).toHaveLength(2);
});

test('checks of monitors that are down are kept, and none from the future', async () => {
  const customer = await newWatched();
  const companion = new Companion(customer);
  await companion.report({ levels: [downOf(1, FELL, { checkedAt: FELL }), levelOf(2)] });
  const [early, late] = [
    { id: 1, createdAt: CREATED, at: BACK },
    { id: 2, createdAt: CREATED, at: Date.now() + 86_400_000 },
  ];
  await companion.report({ checked: [early, late] });
  await companion.report({ checked: [{ ...early, at: BACK - 1 }] });
  const checked = await sql<{ at: number }>(
    'SELECT checked_at AS at FROM alert_levels WHERE order_id = ? ORDER BY monitor_id',
    customer.orderId,
  );
  expect(checked[0]).toEqual({ at: BACK });
  expect(checked[1]?.at).toBeLessThan(Date.now() + MINUTE_MS);
  expect(companion.revision).toBe(1);
});

test('what is dated into the future happened now', async () => {
  const customer = await newWatched();
  const ahead = Date.now() + 86_400_000;
  await new Companion(customer).report({
    levels: [downOf(1, ahead)],
    falls: [fallOf(2, ahead, ahead + 1)],
    events: [eventOf('test', { at: ahead })],
  });
  const times = await sql<{ at: number }>(
    `SELECT since AS at FROM alert_falls WHERE order_id = ?1 UNION ALL SELECT at FROM alert_events WHERE order_id = ?1`,
    customer.orderId,
  );
  expect(times).toHaveLength(3);
  for (const { at } of times) expect(at).toBeLessThan(Date.now() + MINUTE_MS);
});

describe('a report on another revision', () => {
  test('is answered with the table, and a whole statement replaces it', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    await companion.report({ base: null, levels: [downOf(1, FELL), downOf(2, FELL), levelOf(3)] });
    const answer = await companion.send({
      base: 7,
      levels: [levelOf(1, { since: BACK }), downOf(3, FELL)],
      falls: [fallOf(3, CREATED, CREATED + 1)],
      events: [eventOf('test')],
      checked: [{ id: 2, createdAt: CREATED, at: BACK }],
    });
    expect(answer.status).toBe(409);
    const facts = { createdAt: CREATED, reason: null, doubt: null };
    expect(await answer.json()).toEqual({
      reason: 'revision',
      revision: companion.revision,
      levels: [
        { id: 1, state: 'down', since: FELL, ...facts },
        { id: 2, state: 'down', since: FELL, ...facts },
        { id: 3, state: 'up', since: CREATED, ...facts },
      ],
    });
    expect(await fallsOf(customer)).toEqual([open(1, FELL), open(2, FELL)]);
    const others = await sql(
      `SELECT 1 FROM alert_events WHERE order_id = ?1 UNION ALL
        SELECT 1 FROM alert_levels WHERE order_id = ?1 AND checked_at IS NOT NULL`,
      customer.orderId,
    );
    expect(others).toEqual([]);

    await companion.report({ base: null, levels: [levelOf(1, { since: BACK })] });
    expect(await fallsOf(customer)).toMatchObject([
      { id: 1, until: BACK, by: 'up' },
      { id: 2, by: 'deleted' },
    ]);
    expect(await levelsOf(customer)).toMatchObject([
      { id: 1, state: 'up' },
      { id: 2, state: 'outside', reason: 'deleted' },
      { id: 3, state: 'outside', reason: 'deleted' },
    ]);
    const [table] = await Promise.all([companion.send({ base: 99 })]);
    expect(await table.json()).toMatchObject({ levels: [{ id: 1 }] });
  });

  test('that comes twice, because its answer was lost, is not accepted twice', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    const body = companion.body({ base: 0, levels: [downOf(1, FELL)] });
    expect((await sendReport(customer, body)).status).toBe(200);
    const again = await sendReport(customer, body);
    expect([again.status, await again.json()]).toMatchObject([409, { reason: 'revision', revision: 1 }]);
    expect(await fallsOf(customer)).toHaveLength(1);
  });

  test('a whole statement that arrives after its successor is refused', async () => {
    const customer = await newWatched('free');
    const companion = new Companion(customer);
    const late = companion.body({ base: null, levels: [downOf(1, FELL)] });
    await companion.report({ base: null, levels: [levelOf(1, { since: BACK })] });
    const { revision } = companion;
    expect(await companion.receive(late)).toMatchObject({ refused: { reason: 'revision', revision } });
  });

  test('to a database that was turned back gets an empty table', async () => {
    const customer = await newWatched();
    await sql('DELETE FROM alert_reporters WHERE order_id = ?', customer.orderId);
    const answer = await new Companion(customer).send({ base: 12, levels: [downOf(1, FELL)] });
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { reason: 'revision', revision: 0, levels: [] },
    ]);
    expect(await fallsOf(customer)).toEqual([]);
  });

  test('of two at the same time one is accepted', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    const bodies = [1, 2, 3, 4].map((id) => companion.body({ base: 0, levels: [downOf(id, FELL)] }));
    const answers = await Promise.all(bodies.map((body) => sendReport(customer, body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect(await fallsOf(customer)).toHaveLength(1);
  });
});

describe('of two processes', () => {
  test('the one that started later counts, whole statements too', async () => {
    const customer = await newWatched();
    const [early, late] = [new Companion(customer), new Companion(customer)];
    const started = early.process.startedAt;
    const later = { id: late.process.id, startedAt: started + 1_000 };
    await early.report({ levels: [levelOf(1)] });
    late.revision = early.revision;
    const accepted = await late.receive(
      { ...late.body({ base: null, levels: [downOf(1, FELL)] }), process: later },
      2_000,
    );
    const { revision } = z.object({ revision: z.int() }).parse(accepted);
    for (const base of [null, revision])
      expect(await early.receive(early.body({ base, levels: [levelOf(1, { since: BACK })] }))).toEqual({
        refused: { reason: 'superseded' },
      });
    expect(await fallsOf(customer)).toEqual([open(1, FELL)]);
  });

  test('one whose clock ran ahead does not hold against the next start', async () => {
    const customer = await newWatched();
    const companion = new Companion(customer);
    const wrong = { id: crypto.randomUUID(), startedAt: Date.now() + 365 * 86_400_000 };
    await companion.receive({ ...companion.body({ levels: [levelOf(1)] }), process: wrong });
    const right = { id: crypto.randomUUID(), startedAt: Date.now() + 60_000 };
    const next = { ...companion.body({ base: 1, levels: [downOf(1, FELL)] }), process: right };
    expect(await companion.receive(next, 120_000)).toMatchObject({ revision: 2 });
  });
});

describe('a version', () => {
  const older = z.pipe(
    z.object({ version: z.literal(0), process: z.object({ id: z.uuid(), startedAt: z.int() }) }),
    z.transform(({ process }) => reportOf({ process })),
  );
  const readers = { 0: older as unknown as typeof AlertReport, [REPORT_VERSION]: AlertReport };
  const process = { id: crypto.randomUUID(), startedAt: 1 };

  test('before this one is read by its own reader', () => {
    expect(z.parse(readerOf({ version: 0, process }, readers), { version: 0, process })).toMatchObject({
      version: REPORT_VERSION,
      process,
      levels: [],
    });
    expect(readerOf(reportOf(), readers)).toBe(AlertReport);
  });

  test.each([REPORT_VERSION + 1, 0, 1.5, 'toString'])(
    '%s that is not read is refused by its name',
    async (version) => {
      const customer = await newWatched();
      const answer = await sendReport(customer, { ...reportOf(), version });
      // What is refused with 422 would be left out by the companion; this waits.
      expect(await codeOf(answer)).toEqual(
        typeof version === 'number' ? [426, 'report-version'] : [422, 'validation-failed'],
      );
      expect(await levelsOf(customer)).toEqual([]);
    },
  );

  test('is kept with the news', async () => {
    const customer = await newWatched();
    await new Companion(customer).report();
    const [row] = await sql<{ version: number; news_at: number }>(
      'SELECT version, news_at FROM alert_reporters WHERE order_id = ?',
      customer.orderId,
    );
    expect(row?.version).toBe(REPORT_VERSION);
    expect(row?.news_at).toBeGreaterThan(Date.now() - MINUTE_MS);
  });
});

describe('an environment speaks for itself alone', () => {
  test('a token of another, a forged one, and none are refused', async () => {
    const [one, other] = [await newWatched('free'), await newWatched('free')];
    const token = await depsAt(0).environmentTokens.tokenOf(other.orderId);
    const forged = `${one.orderId}.${token.split('.')[1]}`;
    const body = reportOf({ levels: [downOf(1, FELL)] });
    for (const wrong of [forged, 'none', one.orderId, one.token])
      expect(await codeOf(await sendReport(one, body, wrong))).toEqual([401, 'unauthenticated']);
    expect((await sendReport(one, body, token)).status).toBe(200);
    expect([await fallsOf(one), await fallsOf(other)]).toEqual([[], [open(1, FELL)]]);
  });

  test('one that has ended is told that nothing more is wanted', async () => {
    const customer = await newWatched('free');
    await sql(`UPDATE tenants SET state = 'ended' WHERE order_id = ?`, customer.orderId);
    expect((await sendReport(customer, reportOf())).status).toBe(410);
  });

  test.each([
    ['an unknown state', { levels: [{ ...levelOf(1), state: 'hacked' }] }],
    ['a long name', { levels: [levelOf(1, { monitor: { id: 1, name: 'x'.repeat(151) } })] }],
    ['a time beyond the calendar', { levels: [levelOf(1, { since: 253_402_300_800_000 })] }],
    ['an event without a key', { events: [eventOf('test', { key: '' })] }],
    ['an unknown event', { events: [{ ...eventOf('test'), kind: 'down' }] }],
    ['no process', { process: undefined }],
  ])('%s is refused', async (_, wrong) => {
    const customer = await newWatched('free');
    expect(await codeOf(await sendReport(customer, { ...reportOf(), ...wrong }))).toEqual([
      422,
      'validation-failed',
    ]);
  });

  test('a whole statement of every monitor fits, and not much more', async () => {
    const customer = await newWatched();
    const name = 'ã'.repeat(150);
    const levels = Array.from({ length: 500 }, (_, id) => levelOf(id + 1, { monitor: { id: id + 1, name } }));
    expect((await sendReport(customer, reportOf({ levels }))).status).toBe(200);
    const padded = { ...reportOf(), more: 'x'.repeat(600_000) };
    expect(await codeOf(await sendReport(customer, padded))).toEqual([413, 'body-too-large']);
  });
});

test('a stranger’s long message to the bot is taken, and other routes read no more than before', async () => {
  const body = { update_id: 1, message: { text: 'x'.repeat(100_000) } };
  const headers = { 'x-telegram-bot-api-secret-token': await depsAt(0).messengerSecret() };
  const answer = await call('/api/webhooks/telegram', { body, headers });
  expect(answer.status).toBe(200);
  expect(await codeOf(await call('/api/suporte', { body: { mensagem: 'x'.repeat(20_000) } }))).toEqual([
    413,
    'body-too-large',
  ]);
  expect(addresses.telegramUrl).toContain('http');
});
