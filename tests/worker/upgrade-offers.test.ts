/** `GET /api/tenants/{tenant}/upgrade`: what may be bought at which price, what stands in the way, and what is honoured. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addDays, daysBetween, renewalDay, startOfDay } from '#domain/billing/days.ts';
import { UpgradeOffers, upgradePath } from '#domain/contracts/upgrade.ts';
import { messages } from '#domain/messages.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { readOffers } from '#functions/plan-change/read-offers.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { cancel } from './account-support.ts';
import { calmBilling, DAY_MS, overdueCustomer, setProcessor, suspendedCustomer } from './billing-support.ts';
import { answerOf, call, depsAt, depsWith, sql } from './support.ts';
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
} from './upgrade-support.ts';
import { passDays } from './upgrade-waiting.ts';

const MINUTE_MS = 60_000;

beforeEach(async () => {
  await calmBilling();
  await setProcessor({ confirmMode: 'automatic', confirmAfterMs: 3_600_000 });
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

const offered = ({ ofertas }: UpgradeOffers) =>
  ofertas.map(({ plano, ciclo, tipo, hojeCentavos }) => [plano, ciclo, tipo, hojeCentavos]);

describe('what may be bought', () => {
  test('on the free plan every paid plan, paid today', async () => {
    const offers = await offersTo(await newTenant());
    expect(offers).toMatchObject({ plano: 'free', ciclo: 'monthly' });
    expect(offers).not.toHaveProperty('impedimento');
    expect(offered(offers)).toEqual([
      ['essential', 'monthly', 'compra', centavos('essential', 'monthly')],
      ['essential', 'yearly', 'compra', centavos('essential', 'yearly')],
      ['pro', 'monthly', 'compra', centavos('pro', 'monthly')],
      ['pro', 'yearly', 'compra', centavos('pro', 'yearly')],
      ['enterprise', 'monthly', 'compra', centavos('enterprise', 'monthly')],
      ['enterprise', 'yearly', 'compra', centavos('enterprise', 'yearly')],
    ]);
    expect(offers.ofertas[0]).toMatchObject({
      ...{
        proximaCobranca: renewalDay(today(), 'monthly'),
        proximoValorCentavos: centavos('essential', 'monthly'),
      },
    });
  });

  test('by the month larger plans on trust, and the same one by the year', async () => {
    const offers = await offersTo(await newTenant('pro'));
    const em = renewalDay(today(), 'monthly');
    expect(offers).toMatchObject({
      ...{ plano: 'pro', ciclo: 'monthly', pagoAte: addDays(em, -1) },
      renovacao: { plano: 'pro', ciclo: 'monthly', valorCentavos: centavos('pro', 'monthly'), em },
      cartao: { final: expect.stringMatching(/^\d{4}$/) },
    });
    expect(offered(offers)).toEqual([
      ['pro', 'yearly', 'ciclo', 0],
      ['enterprise', 'monthly', 'confianca', 0],
      ['enterprise', 'yearly', 'confianca', 0],
    ]);
    expect(offers.ofertas[0]).toMatchObject({
      proximaCobranca: em,
      proximoValorCentavos: centavos('pro', 'yearly'),
    });
  });

  test('by the year the difference for the days that are left', async () => {
    const customer = await newTenant('pro', 'yearly');
    await passDays(customer, 100);
    const { ofertas } = await offersTo(customer);
    const { dueOn = '' } = (await factsOf(customer)).charges[0] ?? {};
    const whole = daysBetween(dueOn, renewalDay(dueOn, 'yearly'));
    const dias = whole - 101;
    expect(ofertas.find(({ plano, ciclo }) => plano === 'enterprise' && ciclo === 'yearly')).toEqual({
      ...{ plano: 'enterprise', ciclo: 'yearly', tipo: 'diferenca', dias },
      hojeCentavos: Math.floor(
        ((centavos('enterprise', 'yearly') - centavos('pro', 'yearly')) * dias) / whole,
      ),
      ...{
        proximaCobranca: renewalDay(dueOn, 'yearly'),
        proximoValorCentavos: centavos('enterprise', 'yearly'),
      },
    });
  });

  test('after a cancellation the renewal again, charged after the paid days', async () => {
    const customer = await newTenant('pro');
    await cancel(customer);
    const offers = await offersTo(customer);
    expect(offers).not.toHaveProperty('renovacao');
    expect(offers.ofertas.find(({ plano, ciclo }) => plano === 'pro' && ciclo === 'monthly')).toEqual({
      ...{ plano: 'pro', ciclo: 'monthly', tipo: 'retomada', hojeCentavos: 0 },
      ...{
        proximaCobranca: renewalDay(today(), 'monthly'),
        proximoValorCentavos: centavos('pro', 'monthly'),
      },
    });
    const enterprise = offers.ofertas.find(({ plano }) => plano === 'enterprise');
    expect(enterprise).toMatchObject({ tipo: 'diferenca' });
    expect(enterprise).not.toHaveProperty('proximaCobranca');
  });

  test('a change that waits for its payment is shown with its page', async () => {
    const customer = await newTenant();
    await upgrade(customer, { targetPlan: 'pro' });
    expect(await offersTo(customer)).toMatchObject({
      espera: {
        plano: 'pro',
        ciclo: 'monthly',
        valorCentavos: centavos('pro', 'monthly'),
        paymentUrl: expect.any(String),
      },
    });
  });

  test('the page comes without the card where the processor is silent', async () => {
    const customer = await newTenant('pro');
    const silent = depsWith({ billing: { readCard: () => Promise.reject(new Error('silent')) } });
    const offers = await readOffers(silent, inputOf(customer, { targetPlan: 'pro' }));
    expect(offers).not.toHaveProperty('cartao');
    expect(offers.ofertas).not.toEqual([]);
  });
});

describe('what stands in the way', () => {
  test('a charge that is due, with its page', async () => {
    const { customer } = await overdueCustomer();
    expect(await offersTo(customer)).toMatchObject({
      impedimento: {
        codigo: 'payment-pending',
        frase: messages['upgrade.overdue'],
        paymentUrl: expect.any(String),
      },
      ofertas: [],
    });
  });

  test('a suspension', async () => {
    const { customer } = await suspendedCustomer();
    expect(await offersAt(customer, 16 * DAY_MS)).toMatchObject({
      impedimento: { codigo: 'payment-pending', frase: messages['upgrade.suspended'] },
    });
  });

  test('a charge that is disputed: the request is refused with the same sentence', async () => {
    const customer = await newTenant('pro');
    const charge = (await factsOf(customer)).charges[0]?.paymentId ?? '';
    await press('payments', charge, 'chargeback');
    await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
    await expect.poll(() => standingOf(customer)).toMatchObject({ disputed: { paymentId: charge } });
    const frase = messages['error.payment-disputed'];
    expect(await offersTo(customer)).toMatchObject({
      impedimento: { codigo: 'payment-disputed', frase },
      ofertas: [],
    });
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'enterprise' }));
    expect(refused).toMatchObject({ status: 409, code: 'payment-disputed', error: frase });
  });

  /** Marks of the account, as withdrawals and debts elsewhere left them. */
  async function mark(customer: Customer, kind: 'debt' | 'withdrawal'): Promise<void> {
    const deps = depsAt(0);
    const parties = [await deps.partyHash(`account:${customer.subject}`)];
    const about = { kind, reference: crypto.randomUUID(), at: Date.now() };
    const owed = kind === 'debt' ? { amountCentavos: 2_310, days: 7 } : {};
    const ledger = await deps.ledger.read(customer.orderId);
    await deps.ledger.write(ledger, [], Date.now(), { marks: [{ mark: { ...about, ...owed }, parties }] });
  }

  test('a debt, with its amount and days', async () => {
    const customer = await newTenant();
    await mark(customer, 'debt');
    const { impedimento, ofertas } = await offersTo(customer);
    expect(impedimento).toMatchObject({
      codigo: 'debt-open',
      frase: expect.stringMatching(/7 dias.*R\$\s23,10/),
    });
    expect(ofertas).toEqual([]);
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'debt-open' });
    expect(await changesOf(customer)).toEqual([]);
  });

  test('two withdrawals', async () => {
    const customer = await newTenant();
    await mark(customer, 'withdrawal');
    expect(await offersTo(customer)).not.toHaveProperty('impedimento');
    await mark(customer, 'withdrawal');
    expect(await offersTo(customer)).toMatchObject({ impedimento: { codigo: 'purchase-held' }, ofertas: [] });
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

describe('what was shown', () => {
  const hojeOf = ({ ofertas }: UpgradeOffers): number =>
    ofertas.find(({ plano, ciclo }) => plano === 'pro' && ciclo === 'yearly')?.hojeCentavos ?? 0;
  const buy = (customer: Customer, aheadMs: number) =>
    changePlan(depsAt(aheadMs), inputOf(customer, { targetPlan: 'pro' }));
  /** Something was sold dearer since, or shown cheaper. */
  const shownAt = ({ orderId }: Customer, centavos: number) =>
    sql("UPDATE quotes SET today_centavos = ? WHERE order_id = ? AND plano = 'pro'", centavos, orderId);

  test('is charged for an hour, and then what holds by then', async () => {
    const [soon, late] = [await newTenant('essential', 'yearly'), await newTenant('essential', 'yearly')];
    const shown = hojeOf(await offersTo(soon));
    await offersTo(late);
    for (const customer of [soon, late]) await shownAt(customer, shown - 100);
    expect(await buy(soon, 59 * MINUTE_MS)).toMatchObject({ status: 'applied' });
    expect((await changesOf(soon))[0]).toMatchObject({ today_centavos: shown - 100 });
    await buy(late, 61 * MINUTE_MS);
    expect((await changesOf(late))[0]?.['today_centavos']).toBeGreaterThan(shown - 100);
  });

  test('just before midnight gives way to the lower amount of the new day', async () => {
    const customer = await newTenant('essential', 'yearly');
    const midnight = startOfDay(addDays(today(), 1)) - Date.now();
    const shown = hojeOf(await offersAt(customer, midnight - 5 * MINUTE_MS));
    expect(await buy(customer, midnight + 5 * MINUTE_MS)).toMatchObject({ status: 'applied' });
    expect((await changesOf(customer))[0]?.['today_centavos']).toBeLessThan(shown);
  });

  test('is no longer what would happen: nothing is charged before the customer sees it', async () => {
    const customer = await newTenant('essential');
    expect(offered(await offersTo(customer))).toContainEqual(['pro', 'monthly', 'confianca', 0]);
    await cancel(customer);
    const refused = await answerOf(await upgrade(customer, { targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'quote-changed' });
    expect(await changesOf(customer)).toEqual([]);
    expect((await offersTo(customer)).ofertas).toContainEqual(expect.objectContaining({ tipo: 'diferenca' }));
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
    expect(await limitsOf(customer)).toMatchObject({ planId: 'pro' });
  });

  test('a renewal offered after its difference was paid is resumed, not taken for a repetition', async () => {
    const customer = await newTenant('essential');
    await cancel(customer);
    await upgrade(customer, { targetPlan: 'pro' });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: null });
    expect(offered(await offersTo(customer))).toContainEqual(['pro', 'monthly', 'retomada', 0]);
    expect(await answerOf(await upgrade(customer, { targetPlan: 'pro' }))).toMatchObject({ hojeCentavos: 0 });
    expect(await standingOf(customer)).toMatchObject({ plan: 'pro', renewal: { plan: 'pro' } });
  });
});
