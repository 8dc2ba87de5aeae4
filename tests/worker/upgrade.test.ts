/** `POST /api/tenants/{tenant}/upgrade`: who may ask, what counts, and each way from asking to limits in force. */
import { createExecutionContext } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import { tenantPath } from '#domain/contracts/routes.ts';
import { messages } from '#domain/messages.ts';
import { applicationName, businessDay, TERMS_VERSION } from '#domain/order/order.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Env } from '#functions/env.ts';
import { sendOutbox } from '#functions/jobs/send-outbox.ts';
import { changePlan } from '#functions/use-cases/change-plan.ts';
import worker from '#functions/worker.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signUp, tokenFor } from '#tests/support/worker-door.ts';
import { DAY_MS, failRenewal, runJobsOnDay, templatesAbout } from './billing-support.ts';
import { at, call, calmServices, confirmPayment, depsAt, env, newKey, stateOf } from './support.ts';
import {
  answerOf,
  cardBlocks,
  changesOf,
  contractOf,
  eventsOf,
  inputOf,
  limitsOf,
  mailsOf,
  newTenant,
  press,
  purseOf,
  report,
  sql,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmServices);

const today = (): string => businessDay(Date.now());
const free = { planId: 'free', monitorsMax: 5, suspended: false };
const pro = { planId: 'pro', monitorsMax: 75, suspended: false };

describe('who may ask', () => {
  test('a call without a token is refused', async () => {
    const response = await call('/api/tenants/qualquer/upgrade', { body: { targetPlan: 'pro' } });
    expect(await answerOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('an account of another environment is refused, whether the environment exists or not', async () => {
    const [mine, other] = await Promise.all([newTenant(), newTenant()]);
    for (const subdominio of [other.subdominio, newSubdomain()]) {
      const response = await upgrade({ subdominio, token: mine.token }, { targetPlan: 'pro' });
      expect(await answerOf(response)).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await changesOf(other)).toEqual([]);
  });

  test('a refused token that was older than its group asks again under the same key', async () => {
    const customer = await newTenant();
    const key = crypto.randomUUID();
    const token = await tokenFor(customer.email, { groups: [] });
    const refused = await upgrade({ ...customer, token }, { targetPlan: 'pro' }, key);
    expect(await answerOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
    const fresh = await upgrade(customer, { targetPlan: 'pro' }, key);
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('idempotent-replayed')).toBeNull();
  });

  test('a group alone does not make an owner, nor does the role of an operator', async () => {
    const { subdominio } = await newTenant();
    const member = await signUp({ groups: [tenantGroupName(subdominio)], roles: ['operator'] });
    const stranger = await signUp({ roles: ['operator', 'admin'] });
    for (const { token } of [member, stranger]) {
      const response = await upgrade({ subdominio, token }, { targetPlan: 'pro' });
      expect(await answerOf(response)).toMatchObject({ status: 403, code: 'forbidden' });
    }
  });

  test('an account whose environment is not ready yet is told that there is none', async () => {
    const subdominio = newSubdomain();
    const { token } = await signUp({ groups: [tenantGroupName(subdominio)] });
    const response = await upgrade({ subdominio, token }, { targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({ status: 404, code: 'tenant-missing' });
  });

  test('more than twenty attempts in a minute are too many', async () => {
    const customer = await newTenant();
    const codes: number[] = [];
    for (let attempt = 0; attempt < 21; attempt += 1)
      codes.push((await upgrade(customer, { targetPlan: 'free' })).status);
    expect(codes.slice(0, 20).every((status) => status === 409)).toBe(true);
    expect(codes.at(-1)).toBe(429);
  });
});

describe('what counts', () => {
  test.each([
    ['free', 'free', messages['upgrade.same-plan']],
    ['pro', 'pro', messages['upgrade.same-plan']],
    ['pro', 'essential', messages['upgrade.not-higher']],
    ['pro', 'free', messages['upgrade.not-higher']],
  ] as const)('from %s to %s nothing changes', async (plan, targetPlan, error) => {
    const customer = await newTenant(plan);
    const response = await upgrade(customer, { targetPlan, targetCycle: 'yearly', ...cardBlocks() });
    expect(await answerOf(response)).toMatchObject({ status: 409, code: 'upgrade-not-higher', error });
    expect(await changesOf(customer)).toEqual([]);
    expect((await purseOf(customer)).subscriptions).toHaveLength(plan === 'free' ? 0 : 1);
  });

  test('what cannot be understood is told by field', async () => {
    const customer = await newTenant();
    const unknown = await upgrade(customer, { targetPlan: 'demo', targetCycle: 'weekly' });
    expect(await answerOf(unknown)).toMatchObject({
      status: 422,
      fields: { targetPlan: messages['plan.unknown'], targetCycle: messages['cycle.unknown'] },
    });
    const { card } = cardBlocks();
    const half = await upgrade(customer, { targetPlan: 'pro', card });
    expect(await answerOf(half)).toMatchObject({ status: 422, fields: { card: messages['payment.method'] } });
  });

  test('a card that is sent although it is typed on the page of the processor is refused unread', async () => {
    const customer = await newTenant();
    const hosted = { ...env, PAYMENT_CARD_ENTRY: 'hosted' } as Env;
    const request = new Request(`${at.siteUrl}${tenantPath('upgrade', customer.subdominio)}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${customer.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ targetPlan: 'pro', ...cardBlocks() }),
    });
    const response = await worker.fetch(
      request as Parameters<typeof worker.fetch>[0],
      hosted,
      createExecutionContext(),
    );
    expect(await answerOf(response)).toMatchObject({ code: 'card-entry-changed' });
    expect(await changesOf(customer)).toEqual([]);
  });

  test('terms that are no longer current are refused; current ones are kept with time and address', async () => {
    const customer = await newTenant();
    const old = await upgrade(customer, { targetPlan: 'pro', termosVersao: '2020-01-01-v1' });
    expect(await answerOf(old)).toMatchObject({ status: 409, code: 'terms-outdated' });
    expect(await changesOf(customer)).toEqual([]);
    await upgrade(customer, { targetPlan: 'pro', termosVersao: TERMS_VERSION });
    const [change] = await changesOf(customer);
    expect(change?.['terms_version']).toBe(TERMS_VERSION);
    expect(change?.['terms_address']).toMatch(/^198\.18\./);
    expect(Number(change?.['terms_accepted_at'])).toBeGreaterThan(Date.now() - 60_000);
  });

  test('a suspended environment is paid for first', async () => {
    const customer = await newTenant('essential');
    await depsAt(0).tenants.setState(customer.subdominio, 'active', 'suspended', Date.now());
    const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    expect(await answerOf(response)).toMatchObject({
      ...{ status: 409, code: 'payment-pending', error: messages['upgrade.suspended'] },
      details: { redirect: '/conta' },
    });
    expect(await changesOf(customer)).toEqual([]);
  });
});

describe('from the free plan', () => {
  test('without a card it waits on the page of the processor; paid there, the limits rise', async () => {
    const customer = await newTenant();
    const response = await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' });
    expect(response.status).toBe(200);
    const answer = await answerOf(response);
    const [page] = (await purseOf(customer)).checkouts;
    expect(answer).toEqual({
      ...{ status: 'waiting-payment', plan: 'pro', cycle: 'yearly', details: messages['upgrade.pay-first'] },
      paymentUrl: expect.stringContaining(page?.id ?? 'no page'),
    });
    expect(await limitsOf(customer)).toEqual(free);
    expect(await contractOf(customer)).toMatchObject({ plano: 'free', subscriptionId: null });

    await press('checkouts', page?.id ?? '', 'pay');
    const { payments, subscriptions } = await purseOf(customer);
    await report(payments[0]?.id ?? '');
    await expect.poll(() => limitsOf(customer)).toEqual(pro);
    await expect
      .poll(() => contractOf(customer))
      .toMatchObject({
        ...{ plano: 'pro', ciclo: 'yearly', amountCentavos: 106_900, state: 'active' },
        ...{ subscriptionId: subscriptions[0]?.id, contractedAt: expect.any(Number) },
      });
    expect(subscriptions).toMatchObject([{ value: 1069, cycle: 'YEARLY', deleted: false }]);
    expect(await mailsOf(customer)).toMatchObject([
      {
        name: 'Ana',
        subdominio: customer.subdominio,
        plano: 'pro',
        ciclo: 'yearly',
        amountCentavos: 106_900,
      },
    ]);
    expect(await eventsOf(customer)).toEqual(
      expect.arrayContaining(['upgrade-asked', 'payment-event', 'upgrade-applied']),
    );
  });

  test('with a card it is charged as in a sign-up, and the limits rise with the confirmation', async () => {
    const customer = await newTenant();
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toEqual({
      ...{ status: 'waiting-payment', plan: 'pro', cycle: 'monthly', details: messages['upgrade.pay-first'] },
    });
    expect(await limitsOf(customer)).toEqual(free);
    const { payments, subscriptions } = await purseOf(customer);
    expect(subscriptions).toMatchObject([{ value: 99, cycle: 'MONTHLY', deleted: false }]);
    expect(payments).toMatchObject([{ value: 99, dueDate: today() }]);

    await confirmPayment(payments[0]?.id ?? '');
    await report(payments[0]?.id ?? '');
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'pro', amountCentavos: 9_900 });
    expect(await limitsOf(customer)).toEqual(pro);
    // The charge is proved to the customer as any other.
    const receipt = env.DB.prepare('SELECT template FROM outbox WHERE id = ?');
    await expect
      .poll(() => receipt.bind(`payment-confirmed-${payments[0]?.id}`).first())
      .toEqual({ template: 'payment-confirmed' });
  });

  test('a card that is confirmed at once is answered as applied', async () => {
    const customer = await newTenant();
    const deps = depsAt(0);
    const openSubscription: typeof deps.payments.openSubscription = async (...given) => {
      const opened = await deps.payments.openSubscription(...given);
      await confirmPayment(opened.payments[0]?.paymentId ?? '');
      return (await deps.payments.findSubscription(given[3].orderId)) ?? opened;
    };
    const prompt = { ...deps, payments: { ...deps.payments, openSubscription } };
    const request = { targetPlan: 'pro', ...cardBlocks() } as const;
    expect(await changePlan(prompt, inputOf(customer, request))).toEqual({
      ...{ status: 'applied', plan: 'pro', cycle: 'monthly', details: messages['upgrade.paid'] },
    });
    expect(await limitsOf(customer)).toEqual(pro);
  });

  test('a refused card leaves everything as it was, and another one may be sent', async () => {
    const customer = await newTenant();
    const refused = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(refused)).toMatchObject({ status: 402, code: 'payment-declined' });
    expect((await purseOf(customer)).subscriptions).toEqual([]);
    expect(await contractOf(customer)).toMatchObject({ plano: 'free' });
    const good = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    expect(await answerOf(good)).toMatchObject({ status: 'waiting-payment' });
  });

  test('no card, CPF or holder is left in any row', async () => {
    const customer = await newTenant();
    const blocks = cardBlocks();
    await upgrade(customer, { targetPlan: 'pro', ...blocks }, newKey());
    const { results: tables } = await env.DB.prepare(
      `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'`,
    ).all<{ name: string }>();
    for (const { name } of tables) {
      const rows = JSON.stringify((await env.DB.prepare(`SELECT * FROM "${name}"`).all()).results);
      for (const secret of [blocks.card.number, blocks.cardHolder.cpfCnpj, '"ccv"']) {
        expect(rows, name).not.toContain(secret);
      }
    }
  });
});

describe('with a running subscription', () => {
  test('the limits rise at once and the price changes with the next cycle', async () => {
    const customer = await newTenant('essential', 'yearly');
    const before = await contractOf(customer);
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(answer).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'yearly',
      details: 'O novo valor será aplicado no próximo ciclo.',
    });
    expect(await limitsOf(customer)).toEqual(pro);
    const { subscriptions, payments, checkouts } = await purseOf(customer);
    expect(subscriptions).toMatchObject([{ id: customer.subscriptionId, value: 1069, cycle: 'YEARLY' }]);
    expect(payments).toMatchObject([{ value: 529, status: 'CONFIRMED' }]);
    expect(checkouts).toEqual([]);
    expect(await contractOf(customer)).toMatchObject({
      ...{ plano: 'pro', ciclo: 'yearly', amountCentavos: 106_900, subscriptionId: customer.subscriptionId },
      ...{ contractedAt: before.contractedAt, customerId: before.customerId },
    });
    expect(await mailsOf(customer)).toHaveLength(1);
  });

  test('another cycle is taken when it is asked for', async () => {
    const customer = await newTenant('essential', 'yearly');
    await upgrade(customer, { targetPlan: 'pro', targetCycle: 'monthly' });
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ value: 99, cycle: 'MONTHLY' }]);
    expect(await contractOf(customer)).toMatchObject({ ciclo: 'monthly', amountCentavos: 9_900 });
  });

  test('a charge of the next cycle that stands already takes the new price', async () => {
    const customer = await newTenant('essential');
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    await upgrade(customer, { targetPlan: 'pro' });
    const { payments } = await purseOf(customer);
    expect(payments.map(({ value }) => value)).toEqual([49, 99]);
  });

  test('a charge that is due for the present cycle keeps its price', async () => {
    const customer = await newTenant('essential');
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    const [, next] = (await purseOf(customer)).payments;
    // The day on which that charge is due: the present cycle is the one it is for.
    const ahead = Date.parse(`${next?.dueDate}T15:00:00Z`) - Date.now();
    await changePlan(depsAt(ahead), inputOf(customer, { targetPlan: 'pro' }));
    const { payments, subscriptions } = await purseOf(customer);
    expect(payments.map(({ value }) => value)).toEqual([49, 49]);
    expect(subscriptions).toMatchObject([{ value: 99 }]);
  });

  test('with one charge overdue, all that stand keep the price at which they were sold', async () => {
    const customer = await newTenant('essential');
    await failRenewal(customer);
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    const [, overdue] = (await purseOf(customer)).payments;
    const twoDaysLate = Date.parse(`${overdue?.dueDate}T15:00:00Z`) + 2 * DAY_MS - Date.now();
    await changePlan(depsAt(twoDaysLate), inputOf(customer, { targetPlan: 'pro' }));
    const { payments, subscriptions } = await purseOf(customer);
    expect(payments.map(({ value, status }) => [value, status])).toEqual([
      [49, 'CONFIRMED'],
      [49, 'OVERDUE'],
      [49, 'PENDING'],
    ]);
    expect(subscriptions).toMatchObject([{ value: 99 }]);
  });

  test('a card that was sent pays the next try of a charge that is overdue', async () => {
    const customer = await newTenant('essential');
    const overdue = await failRenewal(customer);
    await expect.poll(() => templatesAbout(customer)).toEqual(['payment-failed']);
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks('4000000000000010') });
    await runJobsOnDay(3);
    const paid = (await purseOf(customer)).payments.find(({ id }) => id === overdue);
    expect(paid).toMatchObject({ status: 'CONFIRMED', creditCard: { creditCardNumber: '0010' } });
  });

  test('a card that was sent takes the place of the old one first', async () => {
    const customer = await newTenant('essential');
    const before = (await purseOf(customer)).subscriptions[0]?.creditCardToken;
    const answer = await answerOf(
      await upgrade(customer, { targetPlan: 'pro', ...cardBlocks('4000000000000010') }),
    );
    expect(answer).toMatchObject({ status: 'applied' });
    const { subscriptions, tokens } = await purseOf(customer);
    const token = subscriptions[0]?.creditCardToken;
    expect(token).not.toBe(before);
    expect(tokens.find((each) => each.token === token)).toMatchObject({ lastFour: '0010' });
    expect(subscriptions).toHaveLength(1);
  });

  test('a card that is refused changes nothing', async () => {
    const customer = await newTenant('essential');
    const before = await Promise.all([purseOf(customer), contractOf(customer), limitsOf(customer)]);
    const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(response)).toMatchObject({ status: 402, code: 'payment-declined' });
    const after = await Promise.all([purseOf(customer), contractOf(customer), limitsOf(customer)]);
    expect({ ...after[0], tokens: [] }).toEqual({ ...before[0], tokens: [] });
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
  });

  test('a subscription that was removed at the processor is no subscription: it is paid first', async () => {
    const customer = await newTenant('essential');
    await depsAt(0).payments.cancelSubscription(customer.subscriptionId ?? '');
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'waiting-payment', paymentUrl: expect.any(String) });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'essential' });
  });

  test('a subscription whose end was asked for does not carry an upgrade; once paid, the new one takes its place', async () => {
    const customer = await newTenant('essential');
    const { subdominio, orderId } = customer;
    await depsAt(0).billingWork.requestEnd({
      ...{ subscriptionId: customer.subscriptionId ?? '', subdominio, orderId },
      ...{ kind: 'cancellation', endsOn: addDays(today(), 20), requestedAt: Date.now() },
    });
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const bought = (await purseOf(customer)).payments.find(({ value }) => value === 99);
    await confirmPayment(bought?.id ?? '');
    await report(bought?.id ?? '');
    await expect.poll(() => contractOf(customer)).toMatchObject({ plano: 'pro', endsOn: null });
    const { subscriptions } = await purseOf(customer);
    expect(subscriptions.map(({ value, deleted }) => [value, deleted])).toEqual([
      [49, true],
      [99, false],
    ]);
  });
});

describe('after a contract', () => {
  test('an ended environment comes back with the same plan once it is paid', async () => {
    const customer = await newTenant('pro');
    const { tenants, payments, cluster } = depsAt(0);
    await payments.cancelSubscription(customer.subscriptionId ?? '');
    await tenants.scheduleEnd(customer.subdominio, customer.subscriptionId ?? '', '2026-01-01', Date.now());
    await tenants.setState(customer.subdominio, 'active', 'ended', Date.now());
    await cluster.ensureApplication({
      ...{ name: applicationName(customer.orderId), subdomain: customer.subdominio, planId: 'pro' },
      ...{ monitorsMax: 75, isSuspended: true },
    });
    const lower = await upgrade(customer, { targetPlan: 'essential' });
    expect(await answerOf(lower)).toMatchObject({ status: 409, error: messages['upgrade.not-higher'] });

    await upgrade(customer, { targetPlan: 'pro' });
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
    const [page] = (await purseOf(customer)).checkouts;
    await press('checkouts', page?.id ?? '', 'pay');
    const bought = (await purseOf(customer)).payments.at(-1);
    await report(bought?.id ?? '');
    await expect
      .poll(() => contractOf(customer))
      .toMatchObject({ state: 'active', endsOn: null, subscriptionId: bought?.subscription });
    expect(await limitsOf(customer)).toEqual(pro);
  });

  test('a cancelled contract goes on from its last paid day, charged then and not before', async () => {
    const customer = await newTenant('pro');
    const { tenants, payments } = depsAt(0);
    await payments.cancelSubscription(customer.subscriptionId ?? '');
    const endsOn = addDays(today(), 12);
    await tenants.scheduleEnd(customer.subdominio, customer.subscriptionId ?? '', endsOn, Date.now());
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() }));
    expect(answer).toMatchObject({ status: 'applied', details: messages['upgrade.done'] });
    const { payments: charges, subscriptions } = await purseOf(customer);
    expect(charges.at(-1)).toMatchObject({ status: 'PENDING', dueDate: addDays(endsOn, 1), value: 99 });
    expect(await contractOf(customer)).toMatchObject({
      ...{ state: 'active', endsOn: null, subscriptionId: subscriptions.at(-1)?.id },
    });
  });
});

describe('the same request again', () => {
  test('an open one is answered with the same page', async () => {
    const customer = await newTenant();
    const first = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    const second = await answerOf(await upgrade(customer, { targetPlan: 'pro', targetCycle: 'monthly' }));
    expect(second).toEqual(first);
    expect((await purseOf(customer)).checkouts).toHaveLength(1);
  });

  test('one that is in force is answered as applied, until it is long ago', async () => {
    const customer = await newTenant('essential');
    const first = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toEqual(first);
    expect(await changesOf(customer)).toHaveLength(1);
    expect(await mailsOf(customer)).toHaveLength(1);
    await sql(
      'UPDATE plan_changes SET settled_at = settled_at - 7200000 WHERE order_id = ?',
      customer.orderId,
    );
    const late = await upgrade(customer, { targetPlan: 'pro' });
    expect(await answerOf(late)).toMatchObject({ status: 409, error: messages['upgrade.same-plan'] });
  });

  test('under a key it is replayed, and another body under that key is refused', async () => {
    const customer = await newTenant('essential');
    const key = newKey();
    const first = await upgrade(customer, { targetPlan: 'pro' }, key);
    const second = await upgrade(customer, { targetPlan: 'pro' }, key);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
    const other = await upgrade(customer, { targetPlan: 'enterprise' }, key);
    expect(await answerOf(other)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  });

  test('a paid page is noticed also before the processor reports it', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    const [page] = (await purseOf(customer)).checkouts;
    await press('checkouts', page?.id ?? '', 'pay');
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
  });
});

describe('another request while one waits', () => {
  test('another plan closes the page first and opens its own', async () => {
    const customer = await newTenant();
    const first = await answerOf(await upgrade(customer, { targetPlan: 'essential' }));
    const second = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(second['paymentUrl']).not.toBe(first['paymentUrl']);
    const { checkouts } = await purseOf(customer);
    expect(checkouts.map(({ status }) => status)).toEqual(['CANCELED', 'ACTIVE']);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }, { state: 'waiting' }]);
  });

  test('a card in place of the page closes the page, and one subscription is bought', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const { checkouts, subscriptions } = await purseOf(customer);
    expect(checkouts.map(({ status }) => status)).toEqual(['CANCELED']);
    expect(subscriptions).toHaveLength(1);
  });

  test('what was paid for on the page is in force first; the higher plan then changes its price', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'essential' });
    const [page] = (await purseOf(customer)).checkouts;
    await press('checkouts', page?.id ?? '', 'pay');
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'applied', details: messages['upgrade.done'] });
    const { subscriptions, payments } = await purseOf(customer);
    expect(subscriptions).toMatchObject([{ value: 99, deleted: false }]);
    expect(payments).toMatchObject([{ value: 49, status: 'CONFIRMED' }]);
    expect(await changesOf(customer)).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
  });

  test('while a charge may be in flight, another plan has to wait', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'essential', ...cardBlocks() });
    const response = await upgrade(customer, { targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({ status: 409, code: 'upgrade-open' });
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ value: 49, deleted: false }]);
  });

  test('a refused charge gives way: its subscription ends before the next one begins', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const [charge] = (await purseOf(customer)).payments;
    await press('payments', charge?.id ?? '', 'refuse');
    const told = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(told).toMatchObject({ status: 'waiting-payment', paymentUrl: expect.stringContaining('/i/') });
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const { subscriptions } = await purseOf(customer);
    expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, false]);
  });
});

test('the mail about it is sent once and names plan, limit and price', async () => {
  // Messages of other tests would go out first.
  await sql('UPDATE outbox SET sent_at = 1 WHERE sent_at IS NULL');
  const customer = await newTenant('essential');
  await upgrade(customer, { targetPlan: 'pro' });
  await sendOutbox(depsAt(0));
  await sendOutbox(depsAt(600_000));
  const { messages: sent } = await stateOf<{ messages: { subject: string; text: string }[] }>(at.mailUrl);
  const mine = sent.filter(
    ({ subject, text }) => subject.includes('Pro') && text.includes(customer.subdominio),
  );
  expect(mine).toHaveLength(1);
  expect(mine[0]?.text).toContain('75');
});
