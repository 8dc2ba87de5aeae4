/**
 * `GET /api/tenants/{tenant}/upgrade`: which plans may be bought at which price, what blocks them, and how long a price
 * is valid.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { UpgradeOffers, upgradePath } from '#domain/api-schemas/plan-change.ts';
import { addDays, daysBetween, renewalDay, startOfDay } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import { readLedger, writeLedger } from '#functions/ledger/store.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { readOffers } from '#functions/plan-change/read-offers.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { cancel } from './account-support.ts';
import { calmBilling, DAY_MS, overdueCustomer, payAtOnce, suspendedCustomer } from './billing-support.ts';
import {
  type Customer,
  changesOf,
  factsOf,
  inputOf,
  limitsOf,
  newTenant,
  press,
  report,
  standingOf,
  today,
  upgrade,
} from './plan-change-support.ts';
import { passDays } from './plan-change-waiting.ts';
import { answerOf, call, depsAt, depsWith, sql } from './support.ts';

const MINUTE_MS = 60_000;

beforeEach(async () => {
  await calmBilling();
  await payAtOnce();
});

const ask = ({ subdominio, token }: Pick<Customer, 'subdominio' | 'token'>) =>
  call(upgradePath(subdominio), { token });

async function offersTo(customer: Customer): Promise<UpgradeOffers> {
  const response = await ask(customer);
  expect(response.status).toBe(200);
  return UpgradeOffers.parse(await response.json());
}

/** The same under a clock that is ahead. */
const offersAt = (customer: Customer, aheadMs: number) =>
  readOffers(depsAt(aheadMs), inputOf(customer, { targetPlan: 'pro' }));

const offered = ({ offers }: UpgradeOffers) =>
  offers.map(({ plan, cycle, kind, todayCentavos }) => [plan, cycle, kind, todayCentavos]);

describe('offers', () => {
  test('on the free plan: every paid plan, paid today', async () => {
    const offers = await offersTo(await newTenant());
    expect(offers).toMatchObject({ plan: 'free', cycle: 'monthly' });
    expect(offers).not.toHaveProperty('obstacle');
    expect(offered(offers)).toEqual([
      ['essential', 'monthly', 'purchase', centavos('essential', 'monthly')],
      ['essential', 'yearly', 'purchase', centavos('essential', 'yearly')],
      ['pro', 'monthly', 'purchase', centavos('pro', 'monthly')],
      ['pro', 'yearly', 'purchase', centavos('pro', 'yearly')],
      ['enterprise', 'monthly', 'purchase', centavos('enterprise', 'monthly')],
      ['enterprise', 'yearly', 'purchase', centavos('enterprise', 'yearly')],
    ]);
    expect(offers.offers[0]).toMatchObject({
      ...{
        nextChargeOn: renewalDay(today(), 'monthly'),
        amountCentavos: centavos('essential', 'monthly'),
      },
    });
  });

  test('monthly: larger plans on trust, and the same plan yearly', async () => {
    const offers = await offersTo(await newTenant('pro'));
    const nextChargeOn = renewalDay(today(), 'monthly');
    expect(offers).toMatchObject({
      ...{ plan: 'pro', cycle: 'monthly', paidThrough: addDays(nextChargeOn, -1) },
      renewal: {
        plan: 'pro',
        cycle: 'monthly',
        amountCentavos: centavos('pro', 'monthly'),
        dueOn: nextChargeOn,
      },
      card: { lastFour: expect.stringMatching(/^\d{4}$/) },
    });
    expect(offered(offers)).toEqual([
      ['pro', 'yearly', 'cycle', 0],
      ['enterprise', 'monthly', 'trust', 0],
      ['enterprise', 'yearly', 'trust', 0],
    ]);
    expect(offers.offers[0]).toMatchObject({
      nextChargeOn,
      amountCentavos: centavos('pro', 'yearly'),
    });
  });

  test('yearly: the difference for the remaining days', async () => {
    const customer = await newTenant('pro', 'yearly');
    await passDays(customer, 100);
    const { offers } = await offersTo(customer);
    const { dueOn = '' } = (await factsOf(customer)).charges[0] ?? {};
    const whole = daysBetween(dueOn, renewalDay(dueOn, 'yearly'));
    const days = whole - 101;
    expect(offers.find(({ plan, cycle }) => plan === 'enterprise' && cycle === 'yearly')).toEqual({
      ...{ plan: 'enterprise', cycle: 'yearly', kind: 'difference', days },
      todayCentavos: Math.floor(
        ((centavos('enterprise', 'yearly') - centavos('pro', 'yearly')) * days) / whole,
      ),
      ...{
        nextChargeOn: renewalDay(dueOn, 'yearly'),
        amountCentavos: centavos('enterprise', 'yearly'),
      },
    });
  });

  test('after a cancellation: the renewal, charged after the paid days', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const offers = await offersTo(customer);
    expect(offers).not.toHaveProperty('renewal');
    expect(offers.offers.find(({ plan, cycle }) => plan === 'pro' && cycle === 'monthly')).toEqual({
      ...{ plan: 'pro', cycle: 'monthly', kind: 'resume', todayCentavos: 0 },
      ...{
        nextChargeOn: renewalDay(today(), 'monthly'),
        amountCentavos: centavos('pro', 'monthly'),
      },
    });
    const enterprise = offers.offers.find(({ plan }) => plan === 'enterprise');
    expect(enterprise).toMatchObject({ kind: 'difference' });
    expect(enterprise).not.toHaveProperty('nextChargeOn');
  });

  test('an unpaid change is shown with its page', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    expect(await offersTo(customer)).toMatchObject({
      waiting: {
        plan: 'pro',
        cycle: 'monthly',
        todayCentavos: centavos('pro', 'monthly'),
        paymentUrl: expect.any(String),
      },
    });
  });

  test('the page works without the card while the processor is down', async () => {
    const customer = await newTenant('pro');
    const silent = depsWith({ processor: { readCard: () => Promise.reject(new Error('silent')) } });
    const offers = await readOffers(silent, inputOf(customer, { targetPlan: 'pro' }));
    expect(offers).not.toHaveProperty('card');
    expect(offers.offers).not.toEqual([]);
  });
});

describe('obstacles', () => {
  test('an unpaid charge, with its page', async () => {
    const { customer } = await overdueCustomer();
    expect(await offersTo(customer)).toMatchObject({
      obstacle: {
        code: 'payment-pending',
        sentence: messages['upgrade.overdue'],
        paymentUrl: expect.any(String),
      },
      offers: [],
    });
  });

  test('a suspension', async () => {
    const { customer } = await suspendedCustomer();
    expect(await offersAt(customer, 16 * DAY_MS)).toMatchObject({
      obstacle: { code: 'payment-pending', sentence: messages['upgrade.suspended'] },
    });
  });

  test('a disputed charge: the request is refused with the same sentence', async () => {
    const customer = await newTenant('pro');
    const charge = (await factsOf(customer)).charges[0]?.paymentId ?? '';
    await press('payments', charge, 'chargeback');
    await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
    await expect.poll(() => standingOf(customer)).toMatchObject({ disputed: { paymentId: charge } });
    const error = messages['error.payment-disputed'];
    expect(await offersTo(customer)).toMatchObject({
      obstacle: { code: 'payment-disputed', sentence: error },
      offers: [],
    });
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'enterprise' }));
    expect(refused).toMatchObject({ status: 409, code: 'payment-disputed', error });
  });

  /** A mark of the account, as withdrawals and debts elsewhere leave it. */
  async function mark(customer: Customer, kind: 'debt' | 'withdrawal'): Promise<void> {
    const deps = depsAt(0);
    const parties = [await deps.partyHash(`account:${customer.subject}`)];
    const about = { kind, reference: crypto.randomUUID(), at: Date.now() };
    const owed = kind === 'debt' ? { amountCentavos: 2_310, days: 7 } : {};
    const ledger = await readLedger(deps.db, customer.orderId);
    await writeLedger(deps.db, ledger, [], Date.now(), { marks: [{ mark: { ...about, ...owed }, parties }] });
  }

  test('a debt, with its amount and days', async () => {
    const customer = await newTenant();
    await mark(customer, 'debt');
    const { obstacle, offers } = await offersTo(customer);
    expect(obstacle).toMatchObject({
      code: 'debt-open',
      sentence: expect.stringMatching(/7 dias.*R\$\s23,10/),
    });
    expect(offers).toEqual([]);
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'debt-open' });
    expect(await changesOf(customer)).toEqual([]);
  });

  test('two withdrawals', async () => {
    const customer = await newTenant();
    await mark(customer, 'withdrawal');
    expect(await offersTo(customer)).not.toHaveProperty('obstacle');
    await mark(customer, 'withdrawal');
    expect(await offersTo(customer)).toMatchObject({
      obstacle: { code: 'purchase-held', sentence: messages['hold.withdrawals'] },
      offers: [],
    });
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'purchase-held' });
  });

  test("another account's environment is refused like one that does not exist", async () => {
    const [mine, other] = await Promise.all([newTenant(), newTenant()]);
    expect(await answerOf(await call(upgradePath(other.subdominio)))).toMatchObject({ status: 401 });
    for (const subdominio of [other.subdominio, newSubdomain()])
      expect(await answerOf(await ask({ ...mine, subdominio }))).toMatchObject({ status: 403 });
  });
});

describe('a price shown', () => {
  const hojeOf = ({ offers }: UpgradeOffers): number =>
    offers.find(({ plan, cycle }) => plan === 'pro' && cycle === 'yearly')?.todayCentavos ?? 0;
  /** More than a day of the difference, so that it also undercuts tomorrow's price. */
  const RISEN_BY = 1_000;
  const buy = (customer: Customer, aheadMs: number) =>
    changePlan(depsAt(aheadMs), inputOf(customer, { targetPlan: 'pro' }));
  /** The price has risen since, or a lower one was shown. */
  const shownAt = ({ orderId }: Customer, centavos: number) =>
    sql("UPDATE quotes SET today_centavos = ? WHERE order_id = ? AND plan = 'pro'", centavos, orderId);

  test('is valid for an hour, then the current one applies', async () => {
    const [soon, late] = [await newTenant('essential', 'yearly'), await newTenant('essential', 'yearly')];
    const shown = hojeOf(await offersTo(soon));
    await offersTo(late);
    for (const customer of [soon, late]) await shownAt(customer, shown - RISEN_BY);
    expect(await buy(soon, 59 * MINUTE_MS)).toMatchObject({ status: 'applied' });
    expect((await changesOf(soon))[0]).toMatchObject({ today_centavos: shown - RISEN_BY });
    await buy(late, 61 * MINUTE_MS);
    expect((await changesOf(late))[0]?.['today_centavos']).toBeGreaterThan(shown - RISEN_BY);
  });

  test('just before midnight yields to the new day’s lower price', async () => {
    const customer = await newTenant('essential', 'yearly');
    const midnight = startOfDay(addDays(today(), 1)) - Date.now();
    const shown = hojeOf(await offersAt(customer, midnight - 5 * MINUTE_MS));
    expect(await buy(customer, midnight + 5 * MINUTE_MS)).toMatchObject({ status: 'applied' });
    expect((await changesOf(customer))[0]?.['today_centavos']).toBeLessThan(shown);
  });

  test('that no longer applies: nothing is charged before the customer agrees', async () => {
    const customer = await newTenant('essential');
    expect(offered(await offersTo(customer))).toContainEqual(['pro', 'monthly', 'trust', 0]);
    await cancel(customer);
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'quote-changed' });
    expect(await changesOf(customer)).toEqual([]);
    expect((await offersTo(customer)).offers).toContainEqual(expect.objectContaining({ kind: 'difference' }));
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'pro' });
  });

  test('a renewal offered after its difference was paid is resumed, not repeated', async () => {
    const customer = await newTenant('essential');
    await cancel(customer);
    await upgrade(customer, { targetPlan: 'pro' });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: null });
    expect(offered(await offersTo(customer))).toContainEqual(['pro', 'monthly', 'resume', 0]);
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({ hojeCentavos: 0 });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: { plan: 'pro' } });
  });
});
