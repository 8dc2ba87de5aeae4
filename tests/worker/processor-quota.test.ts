/** Limits on how much of the processor's quota one caller can use. */
import { describe, expect } from 'vitest';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { messages } from '#domain/messages.ts';
import {
  PROCESSOR_QUOTAS,
  type ProcessorCaller,
  type ProcessorWork,
  takeProcessorCall,
} from '#functions/platform/processor-quota.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { accountIn } from './account-support.ts';
import { test } from './fixtures.ts';
import { placeOrder } from './order-support.ts';
import { cardBlocks, newTenant, upgrade } from './plan-change-support.ts';
import {
  addresses,
  answerOf,
  call,
  chargesOf,
  confirmPayment,
  env,
  firstChargeOf,
  newKey,
  noFaults,
  orderIdOf,
  sendOrder,
  setFaults,
  sql,
  statusOf,
} from './support.ts';

const HOUR_MS = 3_600_000;
const caller = (known: Partial<ProcessorCaller> = {}): ProcessorCaller => ({
  subject: crypto.randomUUID(),
  network: crypto.randomUUID(),
  ...known,
});

/** Uses up an account's quota, even if the hour ends meanwhile. */
async function exhaust(work: ProcessorWork, subject: string): Promise<void> {
  const hour = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  for (const begun of [hour, hour + HOUR_MS])
    await sql(
      'INSERT OR REPLACE INTO processor_calls (caller, hour, calls) VALUES (?, ?, ?)',
      `${work} ${subject}`,
      begun,
      PROCESSOR_QUOTAS[work].account,
    );
}
const forgive = (subject: string) => sql('DELETE FROM processor_calls WHERE caller LIKE ?', `%${subject}`);

describe('a processor quota', () => {
  let now = Date.UTC(2026, 0, 15, 12, 59);
  const needs = { db: env.DB, clock: { now: () => now } };
  async function takeAll(times: number, next: () => ProcessorCaller, work: ProcessorWork = 'charge') {
    const taken: boolean[] = [];
    for (let turn = 0; turn < times; turn += 1) taken.push(await takeProcessorCall(needs, work, next()));
    return taken;
  }

  test('is hourly per account, from any network', async () => {
    const { subject } = caller();
    const taken = await takeAll(PROCESSOR_QUOTAS.charge.account + 1, () => caller({ subject }));
    expect(taken.indexOf(false)).toBe(PROCESSOR_QUOTAS.charge.account);
    expect(await takeProcessorCall(needs, 'payment', { subject })).toBe(true);
    now += HOUR_MS;
    expect(await takeProcessorCall(needs, 'charge', { subject })).toBe(true);
  });

  test('is hourly per network, with any number of accounts', async () => {
    const network = crypto.randomUUID();
    const most = PROCESSOR_QUOTAS.charge.network ?? 0;
    const taken = await takeAll(most + 1, () => caller({ network }));
    expect(taken.indexOf(false)).toBe(most);
    expect(await takeProcessorCall(needs, 'charge', caller())).toBe(true);
  });

  test('of the account page counts no network', async () => {
    const network = crypto.randomUUID();
    const taken = await takeAll(PROCESSOR_QUOTAS.account.account + 5, () => caller({ network }), 'account');
    expect(taken).not.toContain(false);
  });
});

describe('an account without quota left', () => {
  test('is refused at the checkout, uncharged, and can order later', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    const key = newKey();
    await exhaust('charge', subject);
    const refused = await answerOf(await sendOrder(token, order, key));
    expect(refused).toMatchObject({
      status: 429,
      code: 'rate-limited',
      error: messages['payment.attempts-over'],
    });
    await forgive(subject);
    expect((await sendOrder(token, order, key)).status).toBe(200);
    expect((await chargesOf(await orderIdOf(subject))).subscriptions).toHaveLength(1);
  });

  test('gets other refusals as before, without using the quota', async () => {
    const { token, subject } = await signUp();
    const outdated = newPaidOrder({ termosVersao: '2020-01-01-v1' });
    expect(await answerOf(await sendOrder(token, outdated))).toMatchObject({ code: 'terms-outdated' });
    const customer = await newTenant('pro');
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      code: 'upgrade-not-higher',
    });
    const taken = 'SELECT 1 FROM processor_calls WHERE caller IN (?, ?)';
    expect(await sql(taken, `charge ${subject}`, `charge ${customer.subject}`)).toEqual([]);
  });

  test('cannot get there by retries during an outage', async () => {
    const { token, subject } = await signUp();
    const order = newPaidOrder();
    await exhaust('charge', subject);
    await sql('UPDATE processor_calls SET calls = calls - 1 WHERE caller = ?', `charge ${subject}`);
    await setFaults(addresses.asaasUrl, { down: true });
    for (let turn = 0; turn < 3; turn += 1)
      expect(await answerOf(await sendOrder(token, order))).toMatchObject({ status: 503 });
    await setFaults(addresses.asaasUrl, noFaults);
    await sql('DELETE FROM idempotency WHERE subject = ?', subject);
    expect((await sendOrder(token, order)).status).toBe(200);
  });

  test('may still take the free plan, which needs no processor', async () => {
    const { token, subject } = await signUp();
    await exhaust('charge', subject);
    expect((await sendOrder(token, newFreeOrder())).status).toBe(200);
  });

  test('is refused at an upgrade, and no change is opened', async ({ tenant }) => {
    await exhaust('charge', tenant.subject);
    const answer = await answerOf(await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toMatchObject({ status: 429, error: messages['payment.attempts-over'] });
    expect(await tenant.changes()).toEqual([]);
  });

  test('reads the stored payment state without a processor request', async () => {
    const { token, subject, id } = await placeOrder(newPaidOrder());
    await confirmPayment(await firstChargeOf(id));
    const start = () => call(provisioningStartEndpoint, { token, method: 'POST' });
    await exhaust('payment', subject);
    const answer = await start();
    expect([answer.status, await answer.json()]).toMatchObject([
      200,
      { provisionamentoStatus: 'AGUARDANDO' },
    ]);
    await forgive(subject);
    await start();
    await expect.poll(() => statusOf(token)).not.toMatchObject({ provisionamentoStatus: 'AGUARDANDO' });
  });

  test('sees its account without the invoices', async ({ paidTenant }) => {
    expect(await accountIn(await paidTenant.read())).toHaveProperty('invoices');
    await exhaust('account', paidTenant.subject);
    const account = await accountIn(await paidTenant.read());
    expect(account).toMatchObject({ state: 'active', plan: 'pro' });
    expect(account).not.toHaveProperty('invoices');
  });
});
