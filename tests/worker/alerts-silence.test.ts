/** An environment that says nothing: its owner is told once, and once when it is heard again; many call an operator. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { REPORT_VERSION } from '#domain/api-schemas/alert-report.ts';
import { countOldReporters } from '#functions/alerts/reporter-store.ts';
import { alertSetUpWork } from '#functions/alerts/set-up.ts';
import { SILENT_MAX, silenceWork } from '#functions/alerts/tell-silence.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { Companion, CREATED, levelOf } from './alert-reports.ts';
import { newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { calmServices, clearWork, depsAt, mailsSent, runDue, sendMails, setDue, sql } from './support.ts';
import { putState } from './tenant-rows.ts';

beforeEach(calmServices);
// Whoever is silent counts for the next test.
afterEach(() => sql('DELETE FROM alert_reporters'));

const MINUTE_MS = 60_000;
const HALF_HOUR_MS = 30 * MINUTE_MS;
const SILENT = HALF_HOUR_MS + MINUTE_MS;

async function look(aheadMs: number, lateMs = 0): Promise<void> {
  await setDue(silenceWork, 'always', Date.now() + aheadMs - lateMs);
  await runDue(silenceWork, depsAt(aheadMs));
  await sendMails(aheadMs);
}
const told = async ({ email }: Customer) =>
  (await mailsSent(email))
    .filter(({ subject }) => /sem notícia|voltou a contar/.test(subject))
    .map(({ subject }) => (subject.startsWith('Estamos') ? 'silent' : 'heard'));
const problemsAt = async (aheadMs: number) =>
  (await readReadiness(depsAt(aheadMs))).problems.map(({ level, text }) => `${level} ${text}`);
/** A running environment, of which a reporter row is written at the set-up. */
const newHeard = async () => {
  const customer = await newWatched('free');
  await sql('UPDATE tenants SET state_since = ? WHERE order_id = ?', CREATED, customer.orderId);
  return customer;
};
const newsAt = ({ orderId }: Customer, at: number) =>
  sql('UPDATE alert_reporters SET news_at = ? WHERE order_id = ?', at, orderId);

test('its owner is told once, and once when it is heard again, with the times', async () => {
  const customer = await newHeard();
  const companion = new Companion(customer);
  await companion.report();
  await look(HALF_HOUR_MS - MINUTE_MS);
  expect(await told(customer)).toEqual([]);
  for (const ahead of [SILENT, SILENT + MINUTE_MS, 5 * HALF_HOUR_MS]) await look(ahead);
  expect(await told(customer)).toEqual(['silent']);

  await sql(
    `UPDATE alert_reporters SET silent_since = ? WHERE order_id = ?`,
    Date.parse('2026-11-26T06:12:00Z'),
    customer.orderId,
  );
  const back = Date.parse('2027-11-26T08:40:00Z') - Date.now();
  await companion.report({}, back);
  await companion.report({}, back + 10 * MINUTE_MS);
  for (const ahead of [back + 11 * MINUTE_MS, back + 12 * MINUTE_MS]) await look(ahead);
  expect(await told(customer)).toEqual(['silent', 'heard']);
  const mail = (await mailsSent(customer.email)).at(-1) as unknown as { text: string };
  expect(mail.text).toContain('de 26/11/2026 às 3h12 a 26/11/2027 às 5h40');
  // The next silence is told again.
  await look(back + 10 * MINUTE_MS + SILENT);
  expect(await told(customer)).toEqual(['silent', 'heard', 'silent']);
});

test('a job that was away itself first waits for everybody to speak', async () => {
  const [here, gone] = [await newHeard(), await newHeard()];
  const awayFor = 45 * MINUTE_MS;
  await look(awayFor, awayFor);
  expect([await told(here), await told(gone)]).toEqual([[], []]);
  const [{ due = 0 } = {}] = await sql<{ due: number }>(
    `SELECT due_at - ? AS due FROM work WHERE kind = 'alert-silence'`,
    Date.now() + awayFor,
  );
  expect(due).toBeGreaterThan(10 * MINUTE_MS);
  await new Companion(here).report({}, awayFor + 9 * MINUTE_MS);
  await look(awayFor + 13 * MINUTE_MS, MINUTE_MS);
  expect([await told(here), await told(gone)]).toEqual([[], ['silent']]);
});

test('two jobs at the same time tell it once', async () => {
  const customer = await newHeard();
  const item = { kind: 'alert-silence', key: 'always', orderId: null, cluster: '' };
  const times = { attempts: 1, triedSince: 0, createdAt: 0, dueAt: Date.now() + SILENT };
  await Promise.all(
    [1, 2, 3].map(() => silenceWork.run(depsAt(SILENT), { ...item, ...times }, async () => undefined)),
  );
  await sendMails(SILENT);
  expect(await told(customer)).toEqual(['silent']);
  const noted = await sql(
    `SELECT 1 FROM events WHERE kind = 'alert-silence' AND order_id = ?`,
    customer.orderId,
  );
  expect(noted).toHaveLength(1);
});

describe('nobody is told of an environment', () => {
  test.each([
    ['that is suspended', ({ subdominio }: Customer) => putState(subdominio, 'suspended')],
    ['that has ended', ({ subdominio }: Customer) => putState(subdominio, 'ended')],
    [
      'that came back from standing still a moment ago',
      ({ orderId }: Customer) =>
        sql('UPDATE tenants SET state_since = ? WHERE order_id = ?', Date.now() + 2 * MINUTE_MS, orderId),
    ],
    [
      'that comes back from a copy',
      ({ orderId }: Customer) =>
        sql(`INSERT INTO restores (order_id, id, snapshot) VALUES (?, 'r', 's')`, orderId),
    ],
    [
      'that came back from a copy a moment ago',
      ({ orderId }: Customer) =>
        sql(
          `INSERT INTO restores (order_id, id, snapshot, done_at) VALUES (?, 'r', 's', ?)`,
          orderId,
          Date.now() + 2 * MINUTE_MS,
        ),
    ],
    [
      'that moves',
      ({ orderId, subdominio }: Customer) =>
        sql(
          `INSERT INTO moves (order_id, subdomain, from_cluster, to_cluster, state, since, copied_before)
            VALUES (?, ?, 'a', 'b', 'copying', 0, 0)`,
          orderId,
          subdominio,
        ),
    ],
    [
      'that was never set up',
      ({ orderId }: Customer) => sql('DELETE FROM alert_reporters WHERE order_id = ?', orderId),
    ],
  ])('%s', async (_, change) => {
    const customer = await newHeard();
    await change(customer);
    await look(SILENT);
    expect(await told(customer)).toEqual([]);
    await sql('DELETE FROM moves');
  });
});

test('one that stood still for long is awaited anew at its set-up', async () => {
  const customer = await newHeard();
  await newsAt(customer, Date.now() - 60 * 86_400_000);
  await look(MINUTE_MS);
  expect(await told(customer)).toEqual([]);
  await setDue(alertSetUpWork, customer.orderId);
  await runDue(alertSetUpWork, depsAt(0));
  await clearWork(alertSetUpWork);
  await look(SILENT);
  expect(await told(customer)).toEqual(['silent']);
});

test('more than twenty at once: no owner is mailed, the operators are called, and the rest is told later', async () => {
  const customers: Customer[] = [];
  for (let each = 0; each <= SILENT_MAX; each += 1) customers.push(await newHeard());
  await look(SILENT);
  await look(SILENT + MINUTE_MS);
  for (const customer of customers) expect(await told(customer)).toEqual([]);
  const notices = (await mailsSent('')).filter(({ subject }) =>
    subject.includes('Muitos ambientes sem notícia'),
  );
  expect(notices.length).toBeGreaterThan(0);
  const kept = await sql(`SELECT 1 FROM billing_notices WHERE kind = 'alert-silence'`);
  expect(kept).toHaveLength(1);
  expect((await problemsAt(SILENT)).find((each) => each.includes('sem notícia'))).toMatch(
    /^page ambientes sem notícia há meia hora: 21 \(/,
  );
  const [first, second] = customers;
  if (first === undefined || second === undefined) throw new Error('There are no customers.');
  await newsAt(first, Date.now() + SILENT);
  await look(SILENT + MINUTE_MS);
  expect(await told(first)).toEqual([]);
  expect(await told(second)).toEqual(['silent']);
  expect((await problemsAt(SILENT)).find((each) => each.includes('sem notícia'))).toMatch(/^mail .*: 20 \(/);
}, 120_000);

describe('readiness', () => {
  test('counts environments whose companion reports as an earlier version does', async () => {
    const [old, quiet] = [await newHeard(), await newHeard()];
    await new Companion(old).report();
    const { db } = depsAt(0);
    expect(await countOldReporters(db)).toEqual([]);
    expect(await countOldReporters(db, REPORT_VERSION + 1)).toEqual([
      { version: REPORT_VERSION, environments: 1 },
    ]);
    await putState(old.subdominio, 'suspended');
    expect(await countOldReporters(db, REPORT_VERSION + 1)).toEqual([]);
    await new Companion(quiet).report();
  });

  test('pages for an environment of which no monitor has a current check', async () => {
    const customer = await newHeard();
    const companion = new Companion(customer);
    const since = Date.now();
    const unchecked = { doubt: 'unchecked', doubtSince: since } as const;
    await companion.report({ levels: [levelOf(1, unchecked), levelOf(2)] });
    const blind = async (ahead: number) =>
      (await problemsAt(ahead)).filter(
        (each) => each.includes(customer.subdominio) && each.includes('checam'),
      );
    expect(await blind(6 * MINUTE_MS)).toEqual([]);
    await companion.report({ levels: [levelOf(2, unchecked)] });
    expect(await blind(4 * MINUTE_MS)).toEqual([]);
    expect(await blind(6 * MINUTE_MS)).toHaveLength(1);
    expect((await blind(6 * MINUTE_MS))[0]).toMatch(/^page ambientes que não checam nada há cinco minutos/);
    await companion.report({ levels: [levelOf(2, { state: 'outside', reason: 'paused' })] });
    expect(await blind(6 * MINUTE_MS)).toHaveLength(1);
    await companion.report({ levels: [levelOf(1)] });
    expect(await blind(6 * MINUTE_MS)).toEqual([]);
  });
});
