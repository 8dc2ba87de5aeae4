/** `POST /api/tenants/{tenant}/upgrade`: who may request it, validation, and repeated or different requests. */
import { describe, expect } from 'vitest';
import { upgradePath } from '#domain/api-schemas/plan-change.ts';
import { messages } from '#domain/messages.ts';
import { BILLING_RULES_VERSION, TERMS_VERSION } from '#domain/orders/order.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { reais } from '#tests/support/catalog.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { signUp, tokenFor } from '#tests/support/worker-accounts.ts';
import { DAY_MS } from './billing-support.ts';
import { callHosted } from './checkout-hosted-support.ts';
import { test } from './fixtures.ts';
import {
  cardBlocks,
  changesOf,
  inputOf,
  mailsOf,
  newTenant,
  press,
  processorObjectsOf,
  upgrade,
} from './plan-change-support.ts';
import { answerOf, call, depsAt, newKey, sql } from './support.ts';
import { putEnd, putState } from './tenant-rows.ts';

describe('callers', () => {
  test('a call without a token is refused', async () => {
    const response = await call('/api/tenants/qualquer/upgrade', { body: { targetPlan: 'pro' } });
    expect(await answerOf(response)).toMatchObject({ status: 401, code: 'unauthenticated' });
  });

  test('another environment’s account is refused, whether that environment exists or not', async () => {
    const [mine, other] = await Promise.all([newTenant(), newTenant()]);
    for (const subdominio of [other.subdominio, newSubdomain()]) {
      const response = await upgrade({ subdominio, token: mine.token }, { targetPlan: 'pro' });
      expect(await answerOf(response)).toMatchObject({ status: 403, code: 'forbidden' });
    }
    expect(await changesOf(other)).toEqual([]);
  });

  test('a refused outdated token can retry under the same key', async ({ tenant }) => {
    const key = crypto.randomUUID();
    const token = await tokenFor(tenant.email, { groups: [] });
    const refused = await upgrade({ ...tenant, token }, { targetPlan: 'pro' }, key);
    expect(await answerOf(refused)).toMatchObject({ status: 403, code: 'forbidden' });
    const fresh = await tenant.upgrade({ targetPlan: 'pro' }, key);
    expect(fresh.status).toBe(200);
    expect(fresh.headers.get('idempotent-replayed')).toBeNull();
  });

  test('neither a group nor the operator role makes an owner', async ({ tenant: { subdominio } }) => {
    const member = await signUp({ groups: [tenantGroupName(subdominio)], roles: ['operator'] });
    const stranger = await signUp({ roles: ['operator', 'admin'] });
    for (const [{ token }, code] of [
      [member, 'owner-only'],
      [stranger, 'forbidden'],
    ] as const) {
      const response = await upgrade({ subdominio, token }, { targetPlan: 'pro' });
      expect(await answerOf(response)).toMatchObject({ status: 403, code });
    }
  });

  test('an account without a ready environment is refused with that reason', async () => {
    const subdominio = newSubdomain();
    const { token } = await signUp({ groups: [tenantGroupName(subdominio)] });
    const response = await upgrade({ subdominio, token }, { targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({ status: 404, code: 'tenant-missing' });
  });

  test('an environment whose data are due for removal is not sold again', async ({ paidTenant }) => {
    await putEnd(paidTenant.subdominio, '2020-01-01');
    await putState(paidTenant.subdominio, 'ended', Date.now() - 31 * DAY_MS);
    expect((await paidTenant.upgrade({ targetPlan: 'pro' })).status).toBe(404);
  });
});

describe('validation', () => {
  test.each([
    ['free', 'free', messages['upgrade.same-plan']],
    ['pro', 'pro', messages['upgrade.same-plan']],
    ['pro', 'essential', messages['upgrade.not-higher']],
    ['pro', 'free', messages['upgrade.not-higher']],
  ] as const)('from %s to %s nothing changes', async (plan, targetPlan, error) => {
    const customer = await newTenant(plan);
    const response = await upgrade(customer, { targetPlan, targetCycle: 'monthly', ...cardBlocks() });
    expect(await answerOf(response)).toMatchObject({ status: 409, code: 'upgrade-not-higher', error });
    expect(await changesOf(customer)).toEqual([]);
    expect((await processorObjectsOf(customer)).subscriptions).toHaveLength(plan === 'free' ? 0 : 1);
  });

  test('invalid fields are named one by one', async ({ tenant }) => {
    const unknown = await tenant.upgrade({ targetPlan: 'demo', targetCycle: 'weekly' });
    expect(await answerOf(unknown)).toMatchObject({
      status: 422,
      fields: { targetPlan: messages['plan.unknown'], targetCycle: messages['cycle.unknown'] },
    });
    const { card } = cardBlocks();
    const half = await tenant.upgrade({ targetPlan: 'pro', card });
    expect(await answerOf(half)).toMatchObject({ status: 422, fields: { card: messages['payment.method'] } });
  });

  test('a card is refused unread when cards are typed elsewhere', async ({ tenant }) => {
    const body = { targetPlan: 'pro', ...cardBlocks() };
    const response = await callHosted(upgradePath(tenant.subdominio), { token: tenant.token, body });
    expect(await answerOf(response)).toMatchObject({ code: 'card-entry-changed' });
    expect(await tenant.changes()).toEqual([]);
  });

  test('outdated terms are refused; current ones are stored with time and address', async ({ tenant }) => {
    const old = await tenant.upgrade({ targetPlan: 'pro', termosVersao: '2020-01-01-v1' });
    expect(await answerOf(old)).toMatchObject({ status: 409, code: 'terms-outdated' });
    expect(await tenant.changes()).toEqual([]);
    await tenant.upgrade({ targetPlan: 'pro', termosVersao: TERMS_VERSION });
    const [change] = await tenant.changes();
    const [accepted] = await sql('SELECT * FROM acceptances WHERE id = ?', change?.id);
    expect(accepted).toMatchObject({
      order_id: tenant.orderId,
      terms_version: TERMS_VERSION,
      rules_version: BILLING_RULES_VERSION,
      address: expect.stringMatching(/^10\./),
    });
    expect(accepted?.['accepted_at']).toBeGreaterThan(Date.now() - 60_000);
  });

  test('a suspended environment must be paid first', async ({ suspended }) => {
    const request = inputOf(suspended, { targetPlan: 'enterprise', ...cardBlocks() });
    await expect(changePlan(depsAt(16 * DAY_MS), request)).rejects.toMatchObject({
      code: 'payment-pending',
      sentence: messages['upgrade.suspended'],
      details: { redirect: '/conta', paymentUrl: expect.any(String) },
    });
    expect(await suspended.changes()).toEqual([]);
  });
});

describe('a repeated request', () => {
  test('for an open change returns the same page', async ({ tenant }) => {
    const first = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
    const second = await answerOf(await tenant.upgrade({ targetPlan: 'pro', targetCycle: 'monthly' }));
    expect(second).toEqual(first);
    expect((await tenant.atProcessor()).checkouts).toHaveLength(1);
  });

  test('for an applied change says so, for an hour', async ({ essentialTenant }) => {
    const first = await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }));
    expect(await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }))).toEqual(first);
    expect(await essentialTenant.changes()).toHaveLength(1);
    expect(await mailsOf(essentialTenant)).toHaveLength(1);
    await sql(
      'UPDATE plan_changes SET settled_at = settled_at - 7200000 WHERE order_id = ?',
      essentialTenant.orderId,
    );
    const late = await essentialTenant.upgrade({ targetPlan: 'pro' });
    expect(await answerOf(late)).toMatchObject({ status: 409, error: messages['upgrade.same-plan'] });
  });

  test('under its key is replayed, and refused with another body', async ({ essentialTenant }) => {
    const key = newKey();
    const first = await essentialTenant.upgrade({ targetPlan: 'pro' }, key);
    const second = await essentialTenant.upgrade({ targetPlan: 'pro' }, key);
    expect(second.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
    const other = await essentialTenant.upgrade({ targetPlan: 'enterprise' }, key);
    expect(await answerOf(other)).toMatchObject({ status: 422, code: 'idempotency-key-reused' });
  });

  test('notices a paid page before its event', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    const [page] = (await tenant.atProcessor()).checkouts;
    await press('checkouts', page?.id ?? '', 'pay');
    expect(await answerOf(await tenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
  });
});

describe('a different request', () => {
  test('for another plan closes the page and opens its own', async ({ tenant }) => {
    const first = await answerOf(await tenant.upgrade({ targetPlan: 'essential' }));
    const second = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
    expect(second['paymentUrl']).not.toBe(first['paymentUrl']);
    const { checkouts } = await tenant.atProcessor();
    expect(checkouts.map(({ status }) => status)).toEqual(['CANCELED', 'ACTIVE']);
    expect(await tenant.changes()).toMatchObject([{ state: 'closed' }, { state: 'waiting' }]);
  });

  test('with a card instead closes the page and buys once', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const { checkouts, subscriptions } = await tenant.atProcessor();
    expect(checkouts.map(({ status }) => status)).toEqual(['CANCELED']);
    expect(subscriptions).toHaveLength(1);
  });

  test('after payment applies the paid plan, then changes its price', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'essential' });
    const [page] = (await tenant.atProcessor()).checkouts;
    await press('checkouts', page?.id ?? '', 'pay');
    const answer = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
    expect(answer).toMatchObject({ status: 'applied', details: messages['upgrade.done'] });
    const { subscriptions, payments } = await tenant.atProcessor();
    expect(subscriptions).toMatchObject([{ value: reais('pro', 'monthly'), deleted: false }]);
    expect(payments).toMatchObject([{ value: reais('essential', 'monthly'), status: 'CONFIRMED' }]);
    expect(await tenant.changes()).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
  });

  test('has to wait while a charge may be in progress', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'essential', ...cardBlocks() });
    const response = await tenant.upgrade({ targetPlan: 'pro' });
    expect(await answerOf(response)).toMatchObject({ status: 409, code: 'upgrade-open' });
    expect((await tenant.atProcessor()).subscriptions).toMatchObject([
      { value: reais('essential', 'monthly'), deleted: false },
    ]);
  });

  test('after a refused charge ends its subscription first', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const [charge] = (await tenant.atProcessor()).payments;
    await press('payments', charge?.id ?? '', 'refuse');
    const result = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
    expect(result).toMatchObject({ status: 'waiting-payment', paymentUrl: expect.stringContaining('/i/') });
    await tenant.upgrade({ targetPlan: 'pro', ...cardBlocks() });
    const { subscriptions } = await tenant.atProcessor();
    expect(subscriptions.map(({ deleted }) => deleted)).toEqual([true, false]);
  });
});
