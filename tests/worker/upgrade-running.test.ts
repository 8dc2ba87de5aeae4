/** An upgrade of a running subscription: limits at once, the price with the next cycle. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import type { BillingCycle } from '#domain/plans/ids.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { DAY_MS, failRenewal, runJobsOnDay, templatesAbout } from './billing-support.ts';
import { answerOf, calmServices, confirmPayment, depsAt } from './support.ts';
import {
  cardBlocks,
  changesOf,
  contractOf,
  eventsOf,
  inputOf,
  limitsOf,
  mailsOf,
  newTenant,
  press,
  proLimits,
  purseOf,
  report,
  today,
  upgrade,
} from './upgrade-support.ts';

beforeEach(calmServices);

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
    expect(await limitsOf(customer)).toEqual(proLimits);
    const { subscriptions, payments, checkouts } = await purseOf(customer);
    expect(subscriptions).toMatchObject([{ id: customer.subscriptionId, value: 1069, cycle: 'YEARLY' }]);
    expect(payments).toMatchObject([{ value: 529, status: 'CONFIRMED' }]);
    expect(checkouts).toEqual([]);
    expect(await contractOf(customer)).toMatchObject({
      ...{ plan: 'pro', cycle: 'yearly', amountCentavos: 106_900, subscriptionId: customer.subscriptionId },
      ...{ contractedAt: before.contractedAt, customerId: before.customerId },
    });
    expect(await mailsOf(customer)).toHaveLength(1);
  });

  test('another cycle is taken when it is asked for', async () => {
    const customer = await newTenant('essential', 'yearly');
    await upgrade(customer, { targetPlan: 'pro', targetCycle: 'monthly' });
    expect((await purseOf(customer)).subscriptions).toMatchObject([{ value: 99, cycle: 'MONTHLY' }]);
    expect(await contractOf(customer)).toMatchObject({ cycle: 'monthly', amountCentavos: 9_900 });
  });

  test('a charge of the next cycle that stands already takes the new price', async () => {
    const customer = await newTenant('essential');
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    await upgrade(customer, { targetPlan: 'pro' });
    const { payments } = await purseOf(customer);
    expect(payments.map(({ value }) => value)).toEqual([49, 99]);
  });

  test.each<[BillingCycle, BillingCycle, number]>([
    ['monthly', 'yearly', 1069],
    ['yearly', 'monthly', 99],
  ])(
    'from %s to %s, a charge that stands already pays for one new cycle and no more',
    async (sold, asked, value) => {
      const customer = await newTenant('essential', sold);
      await press('subscriptions', customer.subscriptionId ?? '', 'renew');
      await upgrade(customer, { targetPlan: 'pro', targetCycle: asked });
      await press('subscriptions', customer.subscriptionId ?? '', 'renew');
      const [, next, after] = (await purseOf(customer)).payments;
      expect(next).toMatchObject({ value, dueDate: renewalDay(today(), sold) });
      expect(after).toMatchObject({ value, dueDate: renewalDay(next?.dueDate ?? '', asked) });
    },
  );

  test('from months to years, of two charges that stand one becomes the year and the other goes', async () => {
    const customer = await newTenant('essential');
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    await press('subscriptions', customer.subscriptionId ?? '', 'renew');
    await upgrade(customer, { targetPlan: 'pro', targetCycle: 'yearly' });
    const { payments, subscriptions } = await purseOf(customer);
    expect(payments.map(({ value, deleted }) => [value, deleted])).toEqual([
      [49, false],
      [1069, false],
      [expect.any(Number), true],
    ]);
    expect(subscriptions[0]?.nextDueDate).toBe(renewalDay(payments[1]?.dueDate ?? '', 'yearly'));
    // Taken back by us: no news for an operator.
    await report(payments[2]?.id ?? '', 'PAYMENT_DELETED');
    await expect.poll(() => eventsOf(customer)).toContain('payment-event');
    expect(await templatesAbout(customer)).toEqual(['upgrade-applied']);
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

  test.each<[string, number, BillingCycle, BillingCycle]>([
    ['due today', 0, 'monthly', 'yearly'],
    ['overdue', 1, 'yearly', 'monthly'],
  ])(
    'a charge that is %s is paid before another cycle begins, because it pays for one of the old',
    async (_case, daysLate, sold, asked) => {
      const customer = await newTenant('essential', sold);
      await press('subscriptions', customer.subscriptionId ?? '', 'renew');
      const charge = (await purseOf(customer)).payments.at(-1);
      const deps = depsAt(Date.parse(`${charge?.dueDate}T15:00:00Z`) + daysLate * DAY_MS - Date.now());
      const request = inputOf(customer, { targetPlan: 'pro', targetCycle: asked });
      await expect(changePlan(deps, request)).rejects.toMatchObject({
        ...{ code: 'payment-pending', sentence: messages['upgrade.cycle-owed'] },
        details: { redirect: '/conta' },
      });
      expect(await changesOf(customer)).toEqual([]);
      await confirmPayment(charge?.id ?? '');
      expect(await changePlan(deps, request)).toMatchObject({ status: 'applied', cycle: asked });
    },
  );

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
      ...{ subscriptionId: customer.subscriptionId ?? '', subdomain: subdominio, orderId },
      ...{ kind: 'cancellation', endsOn: addDays(today(), 20), requestedAt: Date.now() },
    });
    await upgrade(customer, { targetPlan: 'pro', ...cardBlocks() });
    const bought = (await purseOf(customer)).payments.find(({ value }) => value === 99);
    await confirmPayment(bought?.id ?? '');
    await report(bought?.id ?? '');
    await expect.poll(() => contractOf(customer)).toMatchObject({ plan: 'pro', endsOn: null });
    const { subscriptions } = await purseOf(customer);
    expect(subscriptions.map(({ value, deleted }) => [value, deleted])).toEqual([
      [49, true],
      [99, false],
    ]);
  });
});
