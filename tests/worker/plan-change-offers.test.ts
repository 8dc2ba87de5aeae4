/**
 * `GET /api/tenants/{tenant}/upgrade`: which plans may be bought at which price, what blocks them, and how long a price
 * is valid.
 */
import { beforeEach, describe, expect } from 'vitest';
import { UpgradeOffers, upgradePath } from '#domain/api-schemas/plan-change.ts';
import { addDays, daysBetween, renewalDay, startOfDay } from '#domain/billing/days.ts';
import { messages } from '#domain/messages.ts';
import { readLedger, writeLedger } from '#functions/ledger/store.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { readOffers } from '#functions/plan-change/read-offers.ts';
import { centavos } from '#tests/support/catalog.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { DAY_MS, payAtOnce } from './billing-support.ts';
import { test } from './fixtures.ts';
import {
  type Customer,
  changesOf,
  factsOf,
  inputOf,
  newTenant,
  press,
  report,
  today,
} from './plan-change-support.ts';
import { passDays } from './plan-change-waiting.ts';
import { answerOf, call, depsAt, depsWith, sql } from './support.ts';

const MINUTE_MS = 60_000;

beforeEach(async () => {
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

const offered = ({ ofertas }: UpgradeOffers) =>
  ofertas.map(({ plano, ciclo, tipo, hojeCentavos }) => [plano, ciclo, tipo, hojeCentavos]);

describe('offers', () => {
  test('on the free plan: every paid plan, paid today', async () => {
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
      proximaCobranca: renewalDay(today(), 'monthly'),
      proximoValorCentavos: centavos('essential', 'monthly'),
    });
  });

  test('monthly: larger plans on trust, and the same plan yearly', async () => {
    const offers = await offersTo(await newTenant('pro'));
    const em = renewalDay(today(), 'monthly');
    expect(offers).toMatchObject({
      plano: 'pro',
      ciclo: 'monthly',
      pagoAte: addDays(em, -1),
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

  test('yearly: the difference for the remaining days', async () => {
    const customer = await newTenant('pro', 'yearly');
    await passDays(customer, 100);
    const { ofertas } = await offersTo(customer);
    const { dueOn = '' } = (await factsOf(customer)).charges[0] ?? {};
    const whole = daysBetween(dueOn, renewalDay(dueOn, 'yearly'));
    const dias = whole - 101;
    expect(ofertas.find(({ plano, ciclo }) => plano === 'enterprise' && ciclo === 'yearly')).toEqual({
      plano: 'enterprise',
      ciclo: 'yearly',
      tipo: 'diferenca',
      dias,
      hojeCentavos: Math.floor(
        ((centavos('enterprise', 'yearly') - centavos('pro', 'yearly')) * dias) / whole,
      ),
      proximaCobranca: renewalDay(dueOn, 'yearly'),
      proximoValorCentavos: centavos('enterprise', 'yearly'),
    });
  });

  test('after a cancellation: the renewal, charged after the paid days', async ({ paidTenant }) => {
    await paidTenant.cancel();
    const offers = await offersTo(paidTenant);
    expect(offers).not.toHaveProperty('renovacao');
    expect(offers.ofertas.find(({ plano, ciclo }) => plano === 'pro' && ciclo === 'monthly')).toEqual({
      plano: 'pro',
      ciclo: 'monthly',
      tipo: 'retomada',
      hojeCentavos: 0,
      proximaCobranca: renewalDay(today(), 'monthly'),
      proximoValorCentavos: centavos('pro', 'monthly'),
    });
    const enterprise = offers.ofertas.find(({ plano }) => plano === 'enterprise');
    expect(enterprise).toMatchObject({ tipo: 'diferenca' });
    expect(enterprise).not.toHaveProperty('proximaCobranca');
  });

  test('an unpaid change is shown with its page', async ({ tenant }) => {
    await tenant.upgrade({ targetPlan: 'pro' });
    expect(await offersTo(tenant)).toMatchObject({
      espera: {
        plano: 'pro',
        ciclo: 'monthly',
        valorCentavos: centavos('pro', 'monthly'),
        paymentUrl: expect.any(String),
      },
    });
  });

  test('the page works without the card while the processor is down', async ({ paidTenant }) => {
    const silent = depsWith({ processor: { readCard: () => Promise.reject(new Error('silent')) } });
    const offers = await readOffers(silent, inputOf(paidTenant, { targetPlan: 'pro' }));
    expect(offers).not.toHaveProperty('cartao');
    expect(offers.ofertas).not.toEqual([]);
  });
});

describe('obstacles', () => {
  test('an unpaid charge, with its page', async ({ overdue }) => {
    expect(await offersTo(overdue)).toMatchObject({
      impedimento: {
        codigo: 'payment-pending',
        frase: messages['upgrade.overdue'],
        paymentUrl: expect.any(String),
      },
      ofertas: [],
    });
  });

  test('a suspension', async ({ suspended }) => {
    expect(await offersAt(suspended, 16 * DAY_MS)).toMatchObject({
      impedimento: { codigo: 'payment-pending', frase: messages['upgrade.suspended'] },
    });
  });

  test('a disputed charge: the request is refused with the same sentence', async ({ paidTenant }) => {
    const charge = (await paidTenant.facts()).charges[0]?.paymentId ?? '';
    await press('payments', charge, 'chargeback');
    await report(charge, 'PAYMENT_CHARGEBACK_REQUESTED');
    await expect.poll(() => paidTenant.standing()).toMatchObject({ disputed: { paymentId: charge } });
    const frase = messages['error.payment-disputed'];
    expect(await offersTo(paidTenant)).toMatchObject({
      impedimento: { codigo: 'payment-disputed', frase },
      ofertas: [],
    });
    const refused = await answerOf(await paidTenant.upgrade({ targetPlan: 'enterprise' }));
    expect(refused).toMatchObject({ status: 409, code: 'payment-disputed', error: frase });
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

  test('a debt, with its amount and days', async ({ tenant }) => {
    await mark(tenant, 'debt');
    const { impedimento, ofertas } = await offersTo(tenant);
    expect(impedimento).toMatchObject({
      codigo: 'debt-open',
      frase: expect.stringMatching(/7 dias.*R\$\s23,10/),
    });
    expect(ofertas).toEqual([]);
    const refused = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'debt-open' });
    expect(await tenant.changes()).toEqual([]);
  });

  test('two withdrawals', async ({ tenant }) => {
    await mark(tenant, 'withdrawal');
    expect(await offersTo(tenant)).not.toHaveProperty('impedimento');
    await mark(tenant, 'withdrawal');
    expect(await offersTo(tenant)).toMatchObject({
      impedimento: { codigo: 'purchase-held', frase: messages['hold.withdrawals'] },
      ofertas: [],
    });
    const refused = await answerOf(await tenant.upgrade({ targetPlan: 'pro' }));
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
  const hojeOf = ({ ofertas }: UpgradeOffers): number =>
    ofertas.find(({ plano, ciclo }) => plano === 'pro' && ciclo === 'yearly')?.hojeCentavos ?? 0;
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

  test('that no longer applies: nothing is charged before the customer agrees', async ({
    essentialTenant,
  }) => {
    expect(offered(await offersTo(essentialTenant))).toContainEqual(['pro', 'monthly', 'confianca', 0]);
    await essentialTenant.cancel();
    const refused = await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }));
    expect(refused).toMatchObject({ status: 409, code: 'quote-changed' });
    expect(await essentialTenant.changes()).toEqual([]);
    expect((await offersTo(essentialTenant)).ofertas).toContainEqual(
      expect.objectContaining({ tipo: 'diferenca' }),
    );
    expect(await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
      status: 'applied',
    });
    expect(await essentialTenant.limits()).toMatchObject({ planId: 'pro' });
  });

  test('a renewal offered after its difference was paid is resumed, not repeated', async ({
    essentialTenant,
  }) => {
    await essentialTenant.cancel();
    await essentialTenant.upgrade({ targetPlan: 'pro' });
    expect(await essentialTenant.standing()).toMatchObject({ plan: 'pro', renewal: null });
    expect(offered(await offersTo(essentialTenant))).toContainEqual(['pro', 'monthly', 'retomada', 0]);
    expect(await answerOf(await essentialTenant.upgrade({ targetPlan: 'pro' }))).toMatchObject({
      hojeCentavos: 0,
    });
    expect(await essentialTenant.standing()).toMatchObject({ plan: 'pro', renewal: { plan: 'pro' } });
  });
});
