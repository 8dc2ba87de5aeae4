/** How long a dead request blocks its account, and that a request that was only slow charges nothing. */
import { beforeEach, describe, expect } from 'vitest';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import type { Deps } from '#functions/compose.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { acquireOrder, chooseTerms, findOrder } from '#functions/orders/store.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeWork } from '#functions/plan-change/resume-plan-change.ts';
import { findOpenPlanChange, movePlanChange, openPlanChange } from '#functions/plan-change/store.ts';
import { newPaidOrder, type PaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { test } from './fixtures.ts';
import { checkoutOf, reserveOrder } from './order-support.ts';
import { type Customer, cardBlocks, changesOf, inputOf, newTenant } from './plan-change-support.ts';
import { closeChanges } from './plan-change-waiting.ts';
import { chargesOf, depsAt, depsWith, orderIdOf, runDue } from './support.ts';

beforeEach(closeChanges);

/** After this time, a lease from before the processor call has expired. */
const PREPARED_OVER_MS = 31_000;
/** A lease during the call lasts two minutes, until this time. */
const CHARGED_OVER_MS = 131_000;
const inProgress = { code: 'idempotency-in-progress' };

/** A person about to order, and the checkout call under a clock that is ahead. */
async function newBuyer() {
  const { subject } = await signUp();
  const body = newPaidOrder();
  const orderWith = (deps: Deps, chosen: PaidOrder = body) =>
    startCheckout(deps, checkoutOf(subject, chosen));
  const reserve = async (): Promise<string> => {
    const plan = { plan: body.plano, cycle: body.ciclo, amountCentavos: 9900 };
    const terms = { subject, subdomain: body.subdominio, termsVersion: body.termosVersao };
    return (await reserveOrder({ ...plan, ...terms })).id;
  };
  return {
    id: () => orderIdOf(subject),
    reserve,
    body,
    order: (aheadMs: number) => orderWith(depsAt(aheadMs)),
    orderWith,
  };
}

/** Runs `meanwhile` while the processor registers the payer. */
function slowWith(meanwhile: () => Promise<unknown>): Deps {
  const ensureCustomer: Deps['processor']['ensureCustomer'] = async (payer) => {
    const customerId = await depsAt(0).processor.ensureCustomer(payer);
    await meanwhile();
    return customerId;
  };
  return depsWith({ processor: { ensureCustomer } });
}

describe('a sign-up', () => {
  test('killed twice can be repeated after another half minute', async () => {
    const buyer = await newBuyer();
    const id = await buyer.reserve();
    const later = Date.now() + PREPARED_OVER_MS;
    expect(await acquireOrder(depsAt(0).db, id, later)).not.toBeNull();
    await expect(buyer.order(PREPARED_OVER_MS + 5000)).rejects.toMatchObject(inProgress);
    await buyer.order(2 * PREPARED_OVER_MS + 1000);
    expect((await chargesOf(id)).subscriptions).toHaveLength(1);
  });

  test('that slept past its lease continues if no request took over', async () => {
    const buyer = await newBuyer();
    let aheadMs = 0;
    const slow = slowWith(async () => {
      aheadMs = PREPARED_OVER_MS;
    });
    await buyer.orderWith({ ...slow, clock: { now: () => Date.now() + aheadMs } });
    expect((await chargesOf(await buyer.id())).subscriptions).toHaveLength(1);
  });

  test('that an operator cancelled meanwhile charges nothing', async () => {
    const buyer = await newBuyer();
    const slow = slowWith(async () => markCancelled(depsAt(0).db, await buyer.id(), Date.now()));
    await expect(buyer.orderWith(slow)).rejects.toMatchObject(inProgress);
    expect((await chargesOf(await buyer.id())).subscriptions).toHaveLength(0);
  });

  test('with an existing charge takes the long lease for its removal', async () => {
    const buyer = await newBuyer();
    const { db } = depsAt(0);
    await buyer.order(0);
    const id = await buyer.id();
    const now = Date.now();
    expect(await acquireOrder(db, id, now)).not.toBeNull();
    expect(await acquireOrder(db, id, now + PREPARED_OVER_MS)).toBeNull();
    expect(await acquireOrder(db, id, now + CHARGED_OVER_MS)).not.toBeNull();
  });

  test('that was taken over changes no order', async () => {
    const { db } = depsAt(0);
    const terms = await reserveOrder({ plan: 'essential', amountCentavos: 4_900 }, 1);
    const lease = (await findOrder(db, terms.id))?.leaseUntil ?? 0;
    const dearer = { ...terms, plan: 'enterprise', amountCentavos: 29_900 } as const;
    expect(await chooseTerms(depsAt(0), terms.id, lease - 1, dearer, 2)).toBe('not-open');
    expect(await chooseTerms(depsAt(0), terms.id, lease, dearer, 2)).toEqual(await findOrder(db, terms.id));
  });

  test('comes with a new order, as it is stored', async () => {
    const email = 'ana@teste.example';
    const reserved = await reserveOrder({ email, emailVerified: true, name: 'Ana' }, 1);
    expect(reserved).toMatchObject({ ...(await findOrder(depsAt(0).db, reserved.id)) });
  });
});

const toPro = { targetPlan: 'pro' } as const;

/** As a request killed right after it opened the change. */
async function openChange(customer: Customer, kind: 'trust' | 'purchase'): Promise<void> {
  const { db, newId } = depsAt(0);
  const now = Date.now();
  const opened = await openPlanChange(
    db,
    {
      id: newId(),
      orderId: customer.orderId,
      subdomain: customer.subdominio,
      plan: 'pro',
      cycle: 'monthly',
      amountCentavos: 9900,
      kind,
      firstDueOn: null,
      terms: null,
      payer: null,
      coversThrough: null,
      baseCentavos: null,
      todayCentavos: kind === 'trust' ? 0 : 9900,
      subscriptionId: customer.subscriptionId,
      expiresAt: now + 3_600_000,
    },
    { kind: 'upgrade-asked', orderId: customer.orderId },
    now,
  );
  expect(opened).not.toBeNull();
}

const ask = (customer: Customer, aheadMs: number, request: Parameters<typeof inputOf>[1] = toPro) =>
  changePlan(depsAt(aheadMs), inputOf(customer, request));

describe('a plan change', () => {
  test.each(['trust', 'purchase'] as const)(
    'by %s, killed at once, can be repeated after half a minute',
    async (kind) => {
      const customer = await newTenant(kind === 'trust' ? 'essential' : 'free');
      await openChange(customer, kind);
      await expect(ask(customer, 5000)).rejects.toMatchObject(inProgress);
      const { status } = await ask(customer, PREPARED_OVER_MS);
      expect(status).toBe(kind === 'trust' ? 'applied' : 'waiting-payment');
      expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }, {}]);
    },
  );

  test('killed while being applied waits as long as that may take', async ({ essentialTenant }) => {
    await openChange(essentialTenant, 'trust');
    const { db } = depsAt(0);
    const open = await findOpenPlanChange(db, essentialTenant.orderId);
    if (open === null) throw new Error('The change is not open.');
    // Its lease had nearly expired.
    const now = Date.now() + 25_000;
    expect(await movePlanChange(db, open, { state: 'applying' }, now)).not.toBeNull();
    await expect(ask(essentialTenant, 25_000 + PREPARED_OVER_MS)).rejects.toMatchObject(inProgress);
    expect(await ask(essentialTenant, 25_000 + CHARGED_OVER_MS)).toMatchObject({ status: 'applied' });
  });

  test('with another card that slept through a takeover changes no price', async ({ essentialTenant }) => {
    const replaceCard: Deps['processor']['replaceCard'] = async (...given) => {
      const shown = await depsAt(0).processor.replaceCard(...given);
      await ask(essentialTenant, PREPARED_OVER_MS, { targetPlan: 'enterprise' });
      return shown;
    };
    const slow = depsWith({ processor: { replaceCard } });
    const asked = changePlan(slow, inputOf(essentialTenant, { ...toPro, ...cardBlocks() }));
    await expect(asked).rejects.toMatchObject(inProgress);
    const { plan: plano, amountCentavos } = await essentialTenant.row();
    expect(plano).toBe('enterprise');
    const { subscriptions, payments } = await essentialTenant.atProcessor();
    expect(subscriptions.map(({ value }) => value * 100)).toEqual([amountCentavos]);
    // A new card makes the processor open the next charge; nothing else is charged today.
    expect(payments.filter(({ status }) => status !== 'PENDING')).toHaveLength(1);
  });

  test('that is only slow is not closed by the sweep', async ({ essentialTenant }) => {
    await openChange(essentialTenant, 'trust');
    await runDue(planChangeWork, depsAt(PREPARED_OVER_MS));
    expect(await essentialTenant.changes()).toMatchObject([{ state: 'asked' }]);
    await runDue(planChangeWork, depsAt(CHARGED_OVER_MS));
    expect(await essentialTenant.changes()).toMatchObject([{ state: 'closed' }]);
  });
});
