/** An upgrade of a running subscription: limits at once, the price with the next cycle. */
import { beforeEach, describe, expect, test } from 'vitest';
import { daysBetween, renewalDay } from '#domain/billing/days.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { syncSubscription } from '#functions/payments/compare-contract.ts';
import { centavos, reais } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { DAY_MS, endPaidDays, noticesAbout, templatesAbout } from './billing-support.ts';
import {
  cardBlocks,
  changesOf,
  contractOf,
  eventsOf,
  limitsOf,
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
import { answerOf, calmServices, depsAt, sql } from './support.ts';

beforeEach(calmServices);

describe('with a running subscription', () => {
  test('the limits rise at once and the price changes with the next cycle', async () => {
    const customer = await newTenant('essential');
    const before = await contractOf(customer);
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(answer).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'monthly',
      hojeCentavos: 0,
      details: 'O novo valor será aplicado no próximo ciclo.',
    });
    expect(await limitsOf(customer)).toEqual(proLimits);
    const { subscriptions, payments, checkouts } = await processorObjectsOf(customer);
    expect(subscriptions).toMatchObject([
      { id: customer.subscriptionId, value: reais('pro', 'monthly'), cycle: 'MONTHLY' },
    ]);
    expect(payments).toMatchObject([{ value: reais('essential', 'monthly'), status: 'CONFIRMED' }]);
    expect(checkouts).toEqual([]);
    expect(await contractOf(customer)).toMatchObject({
      plan: 'pro',
      cycle: 'monthly',
      amountCentavos: centavos('pro', 'monthly'),
      subscriptionId: customer.subscriptionId,
      contractedAt: before.contractedAt,
      customerId: before.customerId,
    });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', basis: 'trust', paidPlan: 'essential' });
    expect(await mailsOf(customer)).toHaveLength(1);
  });

  test('a plan on trust pays for a further raise', async () => {
    const customer = await newTenant('essential');
    await upgrade(customer, { targetPlan: 'pro' });
    const answer = await answerOf(await upgrade(customer, { targetPlan: 'enterprise' }));
    // Essencial is the paid plan, so the difference is calculated from it.
    const days = daysBetween(today(), renewalDay(today(), 'monthly')) - 1;
    const hojeCentavos = Math.floor(
      ((centavos('enterprise', 'monthly') - centavos('essential', 'monthly')) * days) / (days + 1),
    );
    expect(answer).toMatchObject({ status: 'waiting-payment', hojeCentavos });
    expect(await limitsOf(customer)).toEqual(proLimits);
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

  test('an existing charge of the next cycle gets the new price', async () => {
    const customer = await newTenant('essential');
    await renew(customer);
    await upgrade(customer, { targetPlan: 'pro' });
    const { payments } = await processorObjectsOf(customer);
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

  test('from monthly to yearly, two open charges become one yearly', async () => {
    const customer = await newTenant('essential');
    await renew(customer);
    await renew(customer);
    await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' });
    const { payments, subscriptions } = await processorObjectsOf(customer);
    expect(payments.map(({ value, deleted }) => [value, deleted])).toEqual([
      [reais('essential', 'monthly'), false],
      [reais('pro', 'yearly'), false],
      [expect.any(Number), true],
    ]);
    expect(subscriptions[0]?.nextDueDate).toBe(renewalDay(payments[1]?.dueDate ?? '', 'yearly'));
    // Our own removal sends no operator notice.
    await report(payments[2]?.id ?? '', 'PAYMENT_DELETED');
    await expect.poll(() => eventsOf(customer)).toContain('payment-event');
    expect(await templatesAbout(customer)).toEqual(['upgrade-applied']);
  });

  test('a new card replaces the old one first', async () => {
    const customer = await newTenant('essential');
    const before = (await processorObjectsOf(customer)).subscriptions[0]?.creditCardToken;
    const answer = await answerOf(
      await upgrade(customer, { targetPlan: 'pro', ...cardBlocks('4000000000000010') }),
    );
    expect(answer).toMatchObject({ status: 'applied' });
    const { subscriptions, tokens } = await processorObjectsOf(customer);
    const token = subscriptions[0]?.creditCardToken;
    expect(token).not.toBe(before);
    expect(tokens.find((each) => each.token === token)).toMatchObject({ lastFour: '0010' });
    expect(subscriptions).toHaveLength(1);
  });

  test('a refused card changes nothing', async () => {
    const customer = await newTenant('essential');
    const before = await Promise.all([
      processorObjectsOf(customer),
      contractOf(customer),
      limitsOf(customer),
    ]);
    const response = await upgrade(customer, { targetPlan: 'pro', ...cardBlocks(cardNumbers.refused) });
    expect(await answerOf(response)).toMatchObject({ status: 402, code: 'payment-declined' });
    const after = await Promise.all([processorObjectsOf(customer), contractOf(customer), limitsOf(customer)]);
    expect({ ...after[0], tokens: [] }).toEqual({ ...before[0], tokens: [] });
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
  });

  test('a subscription removed at the processor is reported to operators', async () => {
    const customer = await newTenant('essential');
    await depsAt(0).processor.cancelSubscription(customer.subscriptionId ?? '');
    await upgrade(customer, { targetPlan: 'pro' });
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([
      { value: reais('essential', 'monthly'), deleted: true },
    ]);
    await syncSubscription(depsAt(0), customer.subscriptionId ?? '');
    expect(await noticesAbout(customer)).toContain('subscription-gone');
    // The paid days are over, and with them the trust.
    expect(await standingOf(customer, 40 * DAY_MS)).toMatchObject({ plan: 'essential' });
  });
});
