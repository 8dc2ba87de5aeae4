/** The difference of an upgrade: its price, its payment, and what happens after an interruption. */

import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, daysBetween, renewalDay } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { priceWork } from '#functions/ledger/send-prices.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeWork } from '#functions/plan-change/resume-plan-change.ts';
import { catalog, centavos, reais } from '#tests/support/catalog.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import { cancel, undo } from './account-support.ts';
import { DAY_MS, noticesAbout, payAtOnce, setProcessor } from './billing-support.ts';
import {
  type Customer,
  cardBlocks,
  changesOf,
  eventsOf,
  factsOf,
  forget,
  inputOf,
  lastCharge,
  limitsOf,
  mailsOf,
  newTenant,
  pay,
  press,
  processorObjectsOf,
  proLimits,
  renew,
  standingOf,
  today,
  upgrade,
} from './plan-change-support.ts';
import { closeChangesOf, closeOthers, passDays, sweep } from './plan-change-waiting.ts';
import {
  addresses,
  answerOf,
  confirmPayment,
  depsAt,
  depsWith,
  noFaults,
  runDue,
  setFaults,
} from './support.ts';

const HOUR_MS = 3_600_000;
const essentialLimits = {
  planId: 'essential',
  monitorsMax: catalog.plan('essential').limits.monitors,
  suspended: false,
};

beforeEach(async () => {
  await closeOthers();
  await payAtOnce();
});

/** Price of the larger plan for the rest of a year. */
function yearsRest(plan: 'pro' | 'enterprise', soldCentavos: number, dueOn = today()): number {
  const { catalog } = depsAt(0);
  const end = renewalDay(dueOn, 'yearly');
  const days = daysBetween(today(), end) - 1;
  const more = catalog.priceCentavos(plan, 'yearly') - soldCentavos;
  return Math.floor((more * days) / daysBetween(dueOn, end));
}

const single = async (customer: Customer) =>
  (await processorObjectsOf(customer)).payments
    .filter(({ subscription }) => subscription === null)
    .map(({ value, status, deleted }) => [Math.round(value * 100), deleted ? 'DELETED' : status]);

const toPro = { targetPlan: 'pro' } as const;
const CENTAVOS = yearsRest('pro', centavos('essential', 'yearly'));

describe('payment', () => {
  test('by the stored card: limits rise at once, and the year renews higher', async () => {
    const customer = await newTenant('essential', 'yearly');
    const answer = await answerOf(await upgrade(customer, toPro));
    expect(answer).toEqual({
      status: 'applied',
      plan: 'pro',
      cycle: 'yearly',
      hojeCentavos: CENTAVOS,
      details: messages['upgrade.paid'],
    });
    expect(await single(customer)).toEqual([[CENTAVOS, 'CONFIRMED']]);
    expect(await limitsOf(customer)).toEqual(proLimits);
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([
      { value: reais('pro', 'yearly'), cycle: 'YEARLY' },
    ]);
    expect(await standingOf(customer)).toMatchObject({
      plan: 'pro',
      basis: 'paid',
      paidPlan: 'pro',
      renewal: {
        plan: 'pro',
        amountCentavos: centavos('pro', 'yearly'),
        dueOn: renewalDay(today(), 'yearly'),
      },
    });
    expect(await mailsOf(customer)).toHaveLength(1);
    // Repeating the request is the same change.
    expect(await answerOf(await upgrade(customer, toPro))).toEqual(answer);
    expect(await single(customer)).toHaveLength(1);
  });

  test('by another card, which then also pays the renewal', async () => {
    const customer = await newTenant('essential', 'yearly');
    const answer = await answerOf(await upgrade(customer, { ...toPro, ...cardBlocks('4000000000000010') }));
    expect(answer).toMatchObject({ status: 'applied', hojeCentavos: CENTAVOS });
    const { payments, subscriptions, tokens } = await processorObjectsOf(customer);
    expect(payments.at(-1)?.creditCard).toMatchObject({ creditCardNumber: '0010' });
    const { creditCardToken } = subscriptions[0] ?? {};
    expect(tokens.find(({ token }) => token === creditCardToken)).toMatchObject({ lastFour: '0010' });
  });

  test('on the processor’s page when cards are typed there, once', async () => {
    const customer = await newTenant('essential', 'yearly');
    const hosted: Deps = { ...depsAt(0), cardEntry: 'hosted' };
    const ask = () => changePlan(hosted, inputOf(customer, toPro));
    const answer = await ask();
    expect(answer).toMatchObject({
      status: 'waiting-payment',
      hojeCentavos: CENTAVOS,
      paymentUrl: expect.stringContaining('/i/'),
    });
    expect(await ask()).toEqual(answer);
    expect(await single(customer)).toEqual([[CENTAVOS, 'PENDING']]);
    expect(await limitsOf(customer)).toEqual(essentialLimits);
    const charge = await lastCharge(customer);
    await pay(charge);
    await expect.poll(() => limitsOf(customer)).toEqual(proLimits);
    expect(await factsOf(customer)).toMatchObject({
      charges: expect.arrayContaining([
        expect.objectContaining({ paymentId: charge, kind: 'difference', amountCentavos: CENTAVOS }),
      ]),
    });
  });

  test('a refused card leaves plan, price and charges unchanged', async () => {
    const customer = await newTenant('essential', 'yearly');
    await setProcessor({ declinesCharges: true });
    for (const request of [toPro, { ...toPro, ...cardBlocks(cardNumbers.refused) }])
      expect(await answerOf(await upgrade(customer, request))).toMatchObject({
        status: 402,
        code: 'payment-declined',
      });
    await setProcessor({ declinesCharges: false });
    expect(await single(customer)).toEqual([]);
    expect(await limitsOf(customer)).toEqual(essentialLimits);
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([
      { value: reais('essential', 'yearly') },
    ]);
    expect((await changesOf(customer)).map(({ state }) => state)).toEqual(['closed', 'closed']);
  });

  test('below five reais it is waived, without lowering later ones', async () => {
    const customer = await newTenant('essential', 'yearly');
    await passDays(customer, 363);
    const answer = await answerOf(await upgrade(customer, toPro));
    expect(answer).toMatchObject({ status: 'applied', hojeCentavos: 0 });
    expect(await single(customer)).toEqual([]);
    expect(await limitsOf(customer)).toEqual(proLimits);
    const { charges } = await factsOf(customer);
    expect(charges.at(-1)).toMatchObject({
      amountCentavos: 0,
      fullCentavos: centavos('essential', 'yearly'),
      kind: 'difference',
    });
    const more = await answerOf(await upgrade(customer, { targetPlan: 'enterprise' }));
    const dueOn = charges[0]?.dueOn ?? '';
    expect(more).toMatchObject({
      hojeCentavos: yearsRest('enterprise', centavos('essential', 'yearly'), dueOn),
    });
  });

  test('of a cancelled contract leaves the renewal cancelled', async () => {
    const customer = await newTenant('essential');
    await cancel(customer);
    expect(await answerOf(await upgrade(customer, toPro))).toMatchObject({ status: 'applied' });
    const { paidThrough } = await standingOf(customer);
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: null, endsOn: paidThrough });
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([{ deleted: true }]);
  });

  test('raises the price of a resumed renewal; a withdrawal lowers it again', async () => {
    const customer = await newTenant('essential', 'yearly');
    await cancel(customer);
    await upgrade(customer, { targetPlan: 'essential' });
    expect(await answerOf(await upgrade(customer, toPro))).toMatchObject({ hojeCentavos: CENTAVOS });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: { plan: 'pro' } });
    expect((await processorObjectsOf(customer)).subscriptions.map(({ value }) => value)).toEqual([
      reais('essential', 'yearly'),
      reais('pro', 'yearly'),
    ]);
    const difference = (await factsOf(customer)).charges.find(({ kind }) => kind === 'difference');
    await withdraw(depsAt(0), customer.subject, difference?.paymentId);
    expect(await standingOf(customer)).toMatchObject({
      plan: 'essential',
      renewal: { plan: 'essential', amountCentavos: centavos('essential', 'yearly') },
    });
    expect(await single(customer)).toEqual([[CENTAVOS, 'REFUNDED']]);
    await runDue(priceWork, depsAt(0));
    expect((await processorObjectsOf(customer)).subscriptions.map(({ value }) => value)).toEqual([
      reais('essential', 'yearly'),
      reais('essential', 'yearly'),
    ]);
  });
});

describe('interruptions', () => {
  /** Requested with card entry on the processor's page, and not paid yet. */
  async function waiting(cycle: 'monthly' | 'yearly' = 'yearly'): Promise<Customer> {
    const customer = await newTenant('essential', cycle);
    const hosted: Deps = { ...depsAt(0), cardEntry: 'hosted' };
    await changePlan(hosted, inputOf(customer, toPro));
    return customer;
  }

  test('another plan removes the open charge before making its own', async () => {
    const customer = await waiting();
    await upgrade(customer, { targetPlan: 'enterprise' });
    expect(await single(customer)).toEqual([
      [CENTAVOS, 'DELETED'],
      [yearsRest('enterprise', centavos('essential', 'yearly')), 'CONFIRMED'],
    ]);
  });

  test('without a payment the charge is removed after a day', async () => {
    const customer = await waiting();
    await sweep(customer, 25 * HOUR_MS);
    expect(await single(customer)).toEqual([[CENTAVOS, 'DELETED']]);
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }]);
  });

  test('paid after closing, it comes into force anyway', async () => {
    const customer = await waiting();
    await closeChangesOf(customer);
    await pay(await lastCharge(customer));
    await expect.poll(() => limitsOf(customer)).toEqual(proLimits);
    expect(await eventsOf(customer)).toContain('late-payment-applied');
    expect(await single(customer)).toEqual([[CENTAVOS, 'CONFIRMED']]);
  });

  test('paid after a withdrawal of the contract, it is refunded', async () => {
    const customer = await waiting();
    await undo(customer);
    await pay(await lastCharge(customer));
    await expect.poll(() => single(customer)).toEqual([[CENTAVOS, 'REFUNDED']]);
    expect(await standingOf(customer)).toMatchObject({ state: 'ended' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
  });

  test('a withdrawal while it is applied refunds it too', async () => {
    const customer = await newTenant('essential', 'yearly');
    const slow = depsWith({
      cluster: {
        ensureApplication: async (application) => {
          await depsAt(0).cluster.ensureApplication(application);
          if ((await standingOf(customer)).state === 'active') await withdraw(depsAt(0), customer.subject);
        },
      },
    });
    await expect(changePlan(slow, inputOf(customer, toPro))).rejects.toMatchObject({ code: 'quote-changed' });
    expect(await single(customer)).toEqual([[CENTAVOS, 'REFUNDED']]);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([{ deleted: true }]);
  });

  test('a cancellation before payment: it covers the remaining days only', async () => {
    const customer = await waiting();
    await cancelSubscription(depsAt(0), customer.subject);
    await pay(await lastCharge(customer));
    await expect.poll(() => limitsOf(customer)).toEqual(proLimits);
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: null });
  });

  test('paid after another year at the old price, it is refunded', async () => {
    const customer = await newTenant('essential', 'yearly');
    await passDays(customer, 360);
    const hosted: Deps = { ...depsAt(0), cardEntry: 'hosted' };
    const { hojeCentavos } = await changePlan(hosted, inputOf(customer, toPro));
    const difference = await lastCharge(customer);
    await passDays(customer, 6);
    await depsAt(0).processor.resumeSubscription(customer.subscriptionId ?? '', today());
    await renew(customer);
    await pay(await lastCharge(customer));
    await expect.poll(() => standingOf(customer)).toMatchObject({ isCovered: true });
    await pay(difference);
    await expect.poll(() => single(customer)).toEqual([[hojeCentavos, 'REFUNDED']]);
    expect(await standingOf(customer)).toMatchObject({
      plan: 'essential',
      renewal: { amountCentavos: centavos('essential', 'yearly') },
    });
    expect(await limitsOf(customer)).toEqual(essentialLimits);
  });

  test('limits not delivered in time: it is refunded, and the old price stays', async () => {
    const customer = await newTenant('essential', 'yearly');
    await setFaults(addresses.argocdUrl, { down: true });
    expect(await answerOf(await upgrade(customer, toPro))).toMatchObject({
      status: 503,
      code: 'cluster-unavailable',
      error: messages['upgrade.continues'],
    });
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([
      { value: reais('pro', 'yearly') },
    ]);
    await setFaults(addresses.argocdUrl, noFaults);
    const down = () => Promise.reject(new Error('down'));
    await forget(customer);
    await runDue(planChangeWork, depsWith({ cluster: { ensureApplication: down } }, 47 * HOUR_MS));
    expect(await single(customer)).toEqual([[CENTAVOS, 'CONFIRMED']]);
    await sweep(customer, 49 * HOUR_MS);
    expect(await single(customer)).toEqual([[CENTAVOS, 'REFUNDED']]);
    expect((await processorObjectsOf(customer)).subscriptions).toMatchObject([
      { value: reais('essential', 'yearly') },
    ]);
    expect(await standingOf(customer)).toMatchObject({ plan: 'essential', basis: 'paid' });
    expect(await limitsOf(customer)).toEqual(essentialLimits);
    expect(await noticesAbout(customer)).toContain('upgrade-returned');
    expect(await mailsOf(customer)).toEqual([]);
  });
});

test('a renewal page paid after the paid days is its own purchase', async () => {
  const customer = await newTenant('pro');
  await cancel(customer);
  await passDays(customer, daysBetween(today(), renewalDay(today(), 'monthly')) - 1);
  const noCard = depsWith({ processor: { readCard: async () => null } });
  expect(await changePlan(noCard, inputOf(customer, toPro))).toMatchObject({ status: 'waiting-payment' });
  const page = (await processorObjectsOf(customer)).checkouts[0]?.id ?? '';
  await press('checkouts', page, 'pay');
  await confirmPayment(await lastCharge(customer));
  await sweep(customer, DAY_MS);
  expect(await standingOf(customer, DAY_MS)).toMatchObject({
    plan: 'pro',
    basis: 'paid',
    paidThrough: addDays(renewalDay(addDays(today(), 1), 'monthly'), -1),
  });
});
