/** An upgrade of a running subscription: limits at once, the price with the next cycle. */
import { describe, expect } from 'vitest';
import { daysBetween, renewalDay } from '#domain/billing/days.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { syncSubscription } from '#functions/payments/compare-contract.ts';
import { centavos, reais } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { DAY_MS, endPaidDays } from './billing-support.ts';
import { test } from './fixtures.ts';
import {
  cardBlocks,
  changesOf,
  mailsOf,
  newTenant,
  pay,
  processorObjectsOf,
  proLimits,
  renew,
  report,
  standingOf,
  today,
  upgrade,
} from './plan-change-support.ts';
import { answerOf, depsAt, sql } from './support.ts';

describe('with a running subscription', () => {
  test('the limits rise at once and the price changes with the next cycle', async ({ essentialTenant }) => {
    const before = await essentialTenant.row();
    const answer = await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }));
    expect(answer).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'monthly',
      hojeCentavos: 0,
      details: 'O novo valor será aplicado no próximo ciclo.',
    });
    expect(await essentialTenant.limits()).toEqual(proLimits);
    const { subscriptions, payments, checkouts } = await essentialTenant.atProcessor();
    expect(subscriptions).toMatchObject([
      { id: essentialTenant.subscriptionId, value: reais('pro', 'monthly'), cycle: 'MONTHLY' },
    ]);
    expect(payments).toMatchObject([{ value: reais('essential', 'monthly'), status: 'CONFIRMED' }]);
    expect(checkouts).toEqual([]);
    expect(await essentialTenant.row()).toMatchObject({
      plan: 'pro',
      cycle: 'monthly',
      amountCentavos: centavos('pro', 'monthly'),
      subscriptionId: essentialTenant.subscriptionId,
      contractedAt: before.contractedAt,
      customerId: before.customerId,
    });
    expect(await essentialTenant.standing()).toMatchObject({
      plan: 'pro',
      basis: 'trust',
      paidPlan: 'essential',
    });
    expect(await mailsOf(essentialTenant)).toHaveLength(1);
  });

  test('a plan on trust pays for a further raise', async ({ essentialTenant }) => {
    await essentialTenant.upgrade({ targetPlan: 'pro' });
    const answer = await answerOf(await essentialTenant.upgrade({ targetPlan: 'enterprise' }));
    // Essencial is the paid plan, so the difference is calculated from it.
    const days = daysBetween(today(), renewalDay(today(), 'monthly')) - 1;
    const hojeCentavos = Math.floor(
      ((centavos('enterprise', 'monthly') - centavos('essential', 'monthly')) * days) / (days + 1),
    );
    expect(answer).toMatchObject({ status: 'waiting-payment', hojeCentavos });
    expect(await essentialTenant.limits()).toEqual(proLimits);
  });

  test.each(['monthly', 'yearly'] as const)(
    'trust is given again after a %s charge of the plan',
    async (targetCycle) => {
      const customer = await newTenant('essential');
      await upgrade(customer, { targetPlan: 'pro', targetCycle });
      await endPaidDays(customer);
      const charge = await renew(customer);
      await pay(charge);
      await expect.poll(() => standingOf(customer)).toMatchObject({ plan: 'pro', basis: 'paid' });
      const marks = await sql(
        `SELECT settled_by FROM marks WHERE kind = 'trust' AND reference LIKE ?`,
        `%${(await changesOf(customer))[0]?.id}%`,
      );
      expect(marks).toEqual([{ settled_by: 'honoured' }]);
    },
  );

  test('an existing charge of the next cycle gets the new price', async ({ essentialTenant }) => {
    await essentialTenant.renew();
    await essentialTenant.upgrade({ targetPlan: 'pro' });
    const { payments } = await essentialTenant.atProcessor();
    expect(payments.map(({ value }) => value)).toEqual([
      reais('essential', 'monthly'),
      reais('pro', 'monthly'),
    ]);
  });

  test.each<[BillingCycle, BillingCycle, number]>([
    ['monthly', 'yearly', reais('essential', 'yearly')],
    ['yearly', 'monthly', reais('essential', 'monthly')],
  ])('from %s to %s charges nothing today, then one new cycle', async (sold, asked, value) => {
    const customer = await newTenant('essential', sold);
    await renew(customer);
    const request = { targetPlan: 'essential', targetCycle: asked } as const;
    const answer = await answerOf(await upgrade(customer, request));
    expect(answer).toMatchObject({ status: 'applied', cycle: asked, hojeCentavos: 0 });
    await renew(customer);
    const [, next, after] = (await processorObjectsOf(customer)).payments;
    expect(next).toMatchObject({ value, dueDate: renewalDay(today(), sold) });
    expect(after).toMatchObject({ value, dueDate: renewalDay(next?.dueDate ?? '', asked) });
    expect(await standingOf(customer)).toMatchObject({ plan: 'essential', basis: 'paid', cycle: asked });
  });

  test('from monthly to yearly, two open charges become one yearly', async ({ essentialTenant }) => {
    await essentialTenant.renew();
    await essentialTenant.renew();
    await essentialTenant.upgrade({ targetPlan: 'pro', targetCycle: 'yearly' });
    const { payments, subscriptions } = await essentialTenant.atProcessor();
    expect(payments.map(({ value, deleted }) => [value, deleted])).toEqual([
      [reais('essential', 'monthly'), false],
      [reais('pro', 'yearly'), false],
      [expect.any(Number), true],
    ]);
    expect(subscriptions[0]?.nextDueDate).toBe(renewalDay(payments[1]?.dueDate ?? '', 'yearly'));
    // Our own removal sends no operator notice.
    await report(payments[2]?.id ?? '', 'PAYMENT_DELETED');
    await expect.poll(() => essentialTenant.events()).toContain('payment-event');
    expect(await essentialTenant.templates()).toEqual(['upgrade-applied']);
  });

  test('a new card replaces the old one first', async ({ essentialTenant }) => {
    const before = (await essentialTenant.atProcessor()).subscriptions[0]?.creditCardToken;
    const answer = await answerOf(
      await essentialTenant.upgrade({ targetPlan: 'pro', ...cardBlocks('4000000000000010') }),
    );
    expect(answer).toMatchObject({ status: 'applied' });
    const { subscriptions, tokens } = await essentialTenant.atProcessor();
    const token = subscriptions[0]?.creditCardToken;
    expect(token).not.toBe(before);
    expect(tokens.find((each) => each.token === token)).toMatchObject({ lastFour: '0010' });
    expect(subscriptions).toHaveLength(1);
  });

  test('a refused card changes nothing', async ({ essentialTenant }) => {
    const before = await Promise.all([
      essentialTenant.atProcessor(),
      essentialTenant.row(),
      essentialTenant.limits(),
    ]);
    const response = await essentialTenant.upgrade({ targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(response)).toMatchObject({ status: 402, code: 'payment-declined' });
    const after = await Promise.all([
      essentialTenant.atProcessor(),
      essentialTenant.row(),
      essentialTenant.limits(),
    ]);
    expect({ ...after[0], tokens: [] }).toEqual({ ...before[0], tokens: [] });
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await essentialTenant.changes()).toMatchObject([{ state: 'closed' }]);
  });

  test('a subscription removed at the processor is reported to operators', async ({ essentialTenant }) => {
    await depsAt(0).processor.cancelSubscription(essentialTenant.subscriptionId ?? '');
    await essentialTenant.upgrade({ targetPlan: 'pro' });
    expect((await essentialTenant.atProcessor()).subscriptions).toMatchObject([
      { value: reais('essential', 'monthly'), deleted: true },
    ]);
    await syncSubscription(depsAt(0), essentialTenant.subscriptionId ?? '');
    expect(await essentialTenant.notices()).toContain('subscription-gone');
    // The paid days are over, and with them the trust.
    expect(await essentialTenant.standing(40 * DAY_MS)).toMatchObject({ plan: 'essential' });
  });
});
