/**
 * Messages between deciding and their provider: many mails in one request, what a lost answer and a refused one mean for all
 * of it, what is decided anew, what counts, and whose turn it is.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { addTestMessage } from '#functions/alerts/message-store.ts';
import { beginTry } from '#functions/alerts/outcome-store.ts';
import { findRecipient } from '#functions/alerts/recipient-store.ts';
import { alertWork, tellLeft, tellSoon } from '#functions/alerts/tell-recipient.ts';
import { takeTurns } from '#functions/platform/provider-store.ts';
import { claimWork } from '#functions/platform/work/work-store.ts';
import { downOf, levelOf, reportAlso } from './alert-reports.ts';
import {
  answerMail,
  answerMailAsAlways,
  calmAlerts,
  GATHERED_MS,
  messagesOf,
  newWatched,
  pagesAt,
  subjectsTo,
  tell,
} from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, depsAt, env, mailsSent, noFaults, setFaults, sql } from './support.ts';

const MINUTE = 60_000;
/** Checked so seldom that a check counts for the whole test. */
const checkedLong = () => ({ checkedAt: Date.now(), interval: 2 * 86_400 });

beforeEach(calmAlerts);

/** One after another: each is set up once its address is proven, and the work sets up every one that is there. */
async function newCustomers(count: number): Promise<Customer[]> {
  const customers: Customer[] = [];
  while (customers.length < count) customers.push(await newWatched('free'));
  return customers;
}

/** The site of each falls; nobody is told yet. */
async function fallOf(...customers: readonly Customer[]): Promise<void> {
  for (const customer of customers)
    await reportAlso(customer, { levels: [downOf(1, Date.now(), checkedLong())] });
}

const returnOf = (customer: Customer): Promise<unknown> =>
  reportAlso(customer, { levels: [levelOf(1, { since: Date.now(), ...checkedLong() })] }, GATHERED_MS);

/** Alerts that arrived, with the key of their request. */
const arrived = async ({ email }: Customer) =>
  (await mailsSent(email))
    .filter(({ to, tags }) => [to].flat().includes(email) && tags.length > 0)
    .map(({ subject, idempotencyKey }) => ({ subject, key: idempotencyKey }));

const FELL = 'Fora do ar: Site 1';
const sharesOf = async ({ orderId }: Customer) =>
  (await sql<{ messages: number }>('SELECT messages FROM alert_days WHERE order_id = ?', orderId)).map(
    ({ messages }) => messages,
  );
const dueNow = () => sql(`UPDATE work SET due_at = 0 WHERE kind = ?`, alertWork.kind);

describe('mails of one round', () => {
  test('are one request, and each arrives once', async () => {
    const customers = await newCustomers(4);
    await fallOf(...customers);
    await tell();
    const mails = await Promise.all(customers.map(arrived));
    expect(mails.flat().map(({ subject }) => subject)).toEqual([FELL, FELL, FELL, FELL]);
    expect(new Set(mails.flat().map(({ key }) => key)).size).toBe(1);
    for (const customer of customers) expect(await messagesOf(customer)).toEqual([['sent', null]]);
  });

  test('whose answer is lost go again under the same key, and arrive once', async () => {
    const customers = await newCustomers(3);
    await fallOf(...customers);
    await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1 });
    await tell();
    for (const customer of customers) expect(await messagesOf(customer)).toMatchObject([['waiting', {}]]);
    await tell(30_000);
    const mails = (await Promise.all(customers.map(arrived))).flat();
    expect([mails.length, new Set(mails.map(({ key }) => key)).size]).toEqual([3, 1]);
    for (const customer of customers) expect(await messagesOf(customer)).toEqual([['sent', null]]);
  });

  test('whose answer is lost and of which one is not true any more are each said anew, and counted once', async () => {
    const [back, still] = await newCustomers(2);
    if (!back || !still) throw new Error('two customers');
    await fallOf(back, still);
    await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1 });
    await tell();
    await returnOf(back);
    await tell(40_000);
    expect((await messagesOf(back)).map(([state]) => state)).toEqual(['sent', 'unclear']);
    expect((await messagesOf(still)).map(([state]) => state)).toEqual(['sent', 'unclear']);
    expect((await subjectsTo(back.email)).filter((each) => each.includes('Site 1'))).toEqual([
      FELL,
      'Caiu e voltou: Site 1',
    ]);
    expect([await sharesOf(back), await sharesOf(still)]).toEqual([[1], [1]]);
  });

  test('whose answer is lost are taken back from who came while it was down', async () => {
    const customer = await newWatched('free');
    await fallOf(customer);
    await sql(
      'UPDATE alert_recipients SET read_fall = (SELECT MAX(seq) FROM alert_falls) WHERE order_id = ?',
      customer.orderId,
    );
    await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1 });
    await tell();
    await returnOf(customer);
    await tell(40_000);
    expect((await subjectsTo(customer.email)).filter((each) => each.includes('Site 1'))).toEqual([
      FELL,
      'De volta: Site 1',
    ]);
  });

  test('whose answer is lost do not go again with the times of a zone that their reader has left', async () => {
    const customer = await newWatched('free');
    await fallOf(customer);
    await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1 });
    await tell();
    await sql(
      `UPDATE alert_recipients SET preferences = json_set(preferences, '$.quiet',
         json('{"days":[0],"from":"03:00","until":"03:01","zone":"Asia/Tokyo","mode":"falls-only","wholeDays":[]}')) WHERE order_id = ?`,
      customer.orderId,
    );
    await tell(30_000);
    expect((await messagesOf(customer)).map(([state]) => state)).toEqual(['sent', 'unclear']);
    const texts = (await mailsSent(customer.email)).map(({ text }) => /desde (\S+)/.exec(text ?? '')?.[1]);
    expect(new Set(texts).size).toBe(2);
  });

  test('of which one was called off meanwhile do not go again as they were', async () => {
    const [gone, still] = await newCustomers(2);
    if (!gone || !still) throw new Error('two customers');
    await fallOf(gone, still);
    await setFaults(addresses.mailUrl, { ...noFaults, loseAnswers: 1 });
    await tell();
    await sql(
      `UPDATE alert_messages SET state = 'refused' WHERE order_id = ? AND state = 'waiting'`,
      gone.orderId,
    );
    await tell(40_000);
    const keys = (await arrived(still)).map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
  });

  test('of which one address cannot exist arrive at the others', async () => {
    const [wrong, right] = await newCustomers(2);
    if (!wrong || !right) throw new Error('two customers');
    await answerMail('endereco', 1, wrong.email);
    await fallOf(wrong, right);
    await tell();
    expect([await messagesOf(wrong), await messagesOf(right)]).toMatchObject([
      [['refused', {}]],
      [['sent', null]],
    ]);
  });

  test('that are refused together are told apart: the one that is meant is refused, the others arrive', async () => {
    const customers = await newCustomers(5);
    const [, meant] = customers;
    if (!meant) throw new Error('five customers');
    await answerMail('seguranca', 100, meant.email);
    await fallOf(...customers);
    await tell();
    for (const customer of customers) {
      const [message] = await messagesOf(customer);
      expect(message?.[0]).toBe(customer === meant ? 'refused' : 'sent');
    }
    const others = await Promise.all(customers.filter((each) => each !== meant).map(arrived));
    expect(others.map((mails) => mails.length)).toEqual([1, 1, 1, 1]);
    expect((await pagesAt(GATHERED_MS)).join()).not.toContain('e-mail esperam');
  });
});

describe('a message that waits', () => {
  test('takes in what followed, is one row, and counts once', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await answerMail('cota-dia');
    await fallOf(customer);
    await tell();
    expect(await messagesOf(customer)).toMatchObject([['waiting', {}]]);
    await returnOf(customer);
    await answerMailAsAlways();
    await tell(11 * MINUTE);
    expect((await arrived(customer)).map(({ subject }) => subject)).toEqual(['Caiu e voltou: Site 1']);
    expect([await messagesOf(customer), await sharesOf(customer)]).toEqual([[['sent', null]], [1]]);
  });

  test('was told when it went: a reminder comes an hour after that', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await sql(
      `UPDATE alert_recipients SET preferences = json_set(preferences, '$.reminderHours', 1) WHERE order_id = ?`,
      customer.orderId,
    );
    await answerMail('cota-dia');
    await fallOf(customer);
    await tell();
    await answerMailAsAlways();
    await tell(11 * MINUTE);
    await tell(65 * MINUTE);
    expect((await arrived(customer)).map(({ subject }) => subject)).toEqual([FELL]);
    await tell(72 * MINUTE);
    expect(await arrived(customer)).toHaveLength(2);
  });

  test('goes where nothing is left to tell, and does not count', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await answerMail('cota-dia');
    await reportAlso(customer, { levels: [levelOf(1, checkedLong())] });
    await fallOf(customer);
    await tell();
    await sql(
      `UPDATE alert_recipients SET preferences = json_set(preferences, '$.kinds', json('["expiry"]'))
       WHERE order_id = ?`,
      customer.orderId,
    );
    await answerMailAsAlways();
    await tell(11 * MINUTE);
    expect([await messagesOf(customer), await arrived(customer), await sharesOf(customer)]).toEqual([
      [],
      [],
      [0],
    ]);
  });

  test('of a worker that died in its request goes again as it was', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await answerMail('ritmo', 1);
    await fallOf(customer);
    await tell();
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      'SELECT id FROM alert_messages WHERE order_id = ?',
      customer.orderId,
    );
    expect(await beginTry(env.DB, [id], 'the-request', Date.now())).toEqual(new Set([id]));
    expect(await beginTry(env.DB, [id], 'another', Date.now())).toEqual(new Set());
    await tell(30_000);
    expect((await arrived(customer)).map(({ key }) => key)).toEqual(['the-request']);
  });

  test('that is a test counts nothing, and does not wait for what is decided', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      'SELECT id FROM alert_recipients WHERE order_id = ?',
      customer.orderId,
    );
    const recipient = await findRecipient(env.DB, id);
    if (recipient === null) throw new Error('The owner is a recipient.');
    expect(await addTestMessage(env.DB, recipient, crypto.randomUUID(), Date.now())).toBe(true);
    await fallOf(customer);
    await tell();
    expect((await arrived(customer)).map(({ subject }) => subject)).toEqual([
      'Teste dos avisos da Vigia',
      FELL,
    ]);
    expect(await sharesOf(customer)).toEqual([1]);
  });
});

describe('turns', () => {
  test('are as far apart as the provider allows, for all workers together', async () => {
    const { DB } = env;
    const pace = { perSecond: 2 };
    const at = async (now: number) => (await takeTurns(DB, 'email', pace, now))?.at;
    expect([await at(10_000), await at(10_000), await at(10_100)]).toEqual([10_000, 10_500, 11_000]);
    expect(await at(20_000)).toBe(20_000);
    expect((await takeTurns(DB, 'email', { ...pace, count: 20 }, 30_000))?.everyMs).toBe(500);
    // The next one is ten seconds away.
    expect(await at(30_000)).toBeUndefined();
    // Taken under a clock that ran ahead.
    expect(await at(1_000)).toBe(1_000);
  });

  test('that are all taken leave recipients to the next request, which tells them', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await fallOf(customer);
    const [{ id } = { id: '' }] = await sql<{ id: string }>(
      'SELECT id FROM alert_recipients WHERE order_id = ?',
      customer.orderId,
    );
    const needs = depsAt(20_000);
    const noPause = async () => undefined;
    const now = needs.clock.now();
    await sql(`INSERT INTO providers (kind, next_at) VALUES ('email', ?)`, now + 9_000);
    await tellSoon(needs, [id], now, noPause);
    expect(await arrived(customer)).toEqual([]);
    await sql('DELETE FROM providers');
    await tellLeft(needs, noPause);
    expect(await arrived(customer)).toHaveLength(1);
    // Nothing is left: no turn is taken.
    await sql('DELETE FROM providers');
    await tellLeft(needs, noPause);
    expect(await sql('SELECT kind FROM providers')).toEqual([]);
  });

  test('a report that the database answered late leaves its recipients to others', async () => {
    const [customer] = await newCustomers(1);
    if (!customer) throw new Error('one customer');
    await fallOf(customer);
    const needs = depsAt(20_000);
    await tellSoon(needs, [], needs.clock.now() - 2_000, () => Promise.reject(new Error('waits')));
    expect(await arrived(customer)).toEqual([]);
  });

  test('falls go first', async () => {
    const [returned, fallen] = await newCustomers(2);
    if (!returned || !fallen) throw new Error('two customers');
    // Of other tests there may be falls that go on.
    await sql('DELETE FROM work WHERE kind = ?', alertWork.kind);
    await reportAlso(returned, { levels: [levelOf(1, checkedLong())] });
    await fallOf(fallen);
    await dueNow();
    await sql(
      `UPDATE work SET due_at = -1 WHERE order_id = ? AND kind = ?`,
      returned.orderId,
      alertWork.kind,
    );
    const [first] = await claimWork(env.DB, alertWork.kind, { ...alertWork, perRun: 1 }, Date.now());
    expect(first?.orderId).toBe(fallen.orderId);
  });
});
