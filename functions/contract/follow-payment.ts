/**
 * Updates a contract after a charge was read: paid, failed, disputed, refunded, removed.
 *
 * Owns: what follows from the state that was read from the processor, once each. Does not own: the first charge of a
 * sign-up (checkout/settle-payment.ts) or of a change of plan (plan-change/settle-change-payment.ts).
 *
 * A dispute is an operator's matter: the customer may be right, so nothing is switched off for it. Only a lost
 * dispute ends the contract.
 */
import { businessDay } from '#domain/billing/days.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import { returnLateCharge } from '#functions/operations/return-late-charge.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { ContractEnd } from './billing.ts';
import { openFailedRenewal } from './dunning.ts';
import { workEndNow } from './end-contract.ts';
import { settleRenewal } from './settle-renewal.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof openFailedRenewal> &
  NeedsOf<typeof workEndNow> & {
    readonly planChanges: PlanChangeStore;
  };

/** What is known here about a charge. */
interface Case {
  readonly payment: PaymentSnapshot;
  /** The tenant whose contract it renews. */
  readonly tenant: Tenant | null;
  /** The end of that contract, asked for or done. */
  readonly end: ContractEnd | null;
}

/**
 * Follows a charge as just read.
 * @returns The order of the contract that it renews, `null` when there is none; and whether something new was learnt.
 */
export async function followPayment(
  needs: Needs,
  payment: PaymentSnapshot,
): Promise<{ orderId: string | null; isNew: boolean }> {
  const { subscriptionId } = payment;
  if (subscriptionId === null) return { orderId: null, isNew: false };
  const [tenant, end] = await Promise.all([
    needs.tenants.findBySubscription(subscriptionId),
    needs.billingWork.findEnd(subscriptionId),
  ]);
  const orderId = tenant?.orderId ?? end?.orderId ?? null;
  return { orderId, isNew: await follow(needs, { payment, tenant, end }) };
}

async function follow(needs: Needs, known: Case): Promise<boolean> {
  const { payment, tenant, end } = known;
  switch (payment.state) {
    case 'confirmed':
      return followPaid(needs, known);
    case 'overdue':
    case 'refused':
      return tenant !== null && end === null && openFailedRenewal(needs, tenant, payment);
    case 'disputed':
      return tell(needs, 'chargeback', known);
    case 'refunded':
      return followRefund(needs, known);
    case 'deleted':
      return tenant?.state === 'active' && end === null && tell(needs, 'charge-removed', known);
    case 'pending':
      return false;
  }
}

function tell(
  needs: Needs,
  kind: Parameters<typeof tellOperators>[1],
  { payment, tenant, end }: Case,
): Promise<boolean> {
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  const orderId = tenant?.orderId ?? end?.orderId;
  return tellOperators(needs, kind, {
    subdomain: tenant?.subdomain ?? end?.subdomain ?? null,
    reference,
    amountCentavos,
    dueDate,
    ...(orderId === undefined ? {} : { orderId }),
  });
}

async function followPaid(needs: Needs, known: Case): Promise<boolean> {
  const { payment, tenant, end } = known;
  if (end?.kind === 'withdrawal') {
    // It came through while the purchase was being undone: it goes back, too.
    await needs.billingWork.reopenEnd(end.subscriptionId, needs.clock.now());
    await workEndNow(needs, end.subscriptionId);
    return true;
  }
  // An event may come weeks after the contract ended; only a charge for days after the end is owed back.
  if (end !== null && end.doneAt !== null)
    return payment.dueDate > end.endsOn && tell(needs, 'late-payment', known);
  return tenant === null ? followFirstCharge(needs, payment) : settleRenewal(needs, tenant, payment);
}

/** Paid before the environment is there. An order that was given up meanwhile is an operator's matter. */
async function followFirstCharge(needs: Needs, payment: PaymentSnapshot): Promise<boolean> {
  const order = payment.orderId === null ? null : await needs.orders.findById(payment.orderId);
  if (order === null) return false;
  if (order.closedAt !== null) return returnLateCharge(needs, order, payment);
  const { id: orderId, subdomain, plan, cycle, amountCentavos, createdAt } = order;
  if (order.releasedAt !== null && order.payment !== 'confirmed')
    return tellOperators(needs, 'late-payment', {
      subdomain,
      orderId,
      reference: payment.paymentId,
      amountCentavos: payment.amountCentavos,
      dueDate: payment.dueDate,
    });
  // Given back after its contract: what was paid before is known.
  if (order.releasedAt !== null || order.payment !== 'confirmed') return false;
  const coming: Tenant = {
    orderId,
    subdomain,
    subject: order.subject,
    plan,
    cycle,
    amountCentavos,
    customerId: order.customerId,
    subscriptionId: payment.subscriptionId,
    state: 'active',
    contractedAt: null,
    endsOn: null,
    stateSince: createdAt,
    createdAt,
  };
  return settleRenewal(needs, coming, payment);
}

async function followRefund(needs: Needs, known: Case): Promise<boolean> {
  const { payment, tenant, end } = known;
  if (end?.kind === 'withdrawal') return false;
  // Of a contract that is over, or of none, it was asked for: by us, or by the notice that asks for it.
  if (!(await needs.billingWork.isNoticed('chargeback', payment.paymentId)))
    return tenant !== null && end === null && tell(needs, 'refunded', known);
  const paidFor = await contractPaidFor(needs, known);
  if (paidFor === 'later') return tell(needs, 'refunded', known);
  const isNew = await tell(needs, 'chargeback-lost', known);
  const contract = paidFor === 'own' ? (tenant ?? end) : null;
  if (contract !== null && contract.subscriptionId !== null) {
    const { subscriptionId, subdomain, orderId } = contract;
    const now = needs.clock.now();
    await needs.billingWork.requestEnd({
      subscriptionId,
      subdomain,
      orderId,
      kind: 'chargeback',
      endsOn: businessDay(now),
      requestedAt: now,
    });
    await workEndNow(needs, subscriptionId);
  }
  return isNew;
}

/**
 * Which contract runs on the days that a charge had paid: its own, also one whose renewal was cancelled, or one that was
 * bought after it.
 */
async function contractPaidFor(needs: Needs, { tenant, end }: Case): Promise<'own' | 'later' | 'none'> {
  if (tenant !== null) return 'own';
  if (end?.kind !== 'cancellation') return 'none';
  const left = await needs.tenants.findBySubdomain(end.subdomain);
  if (left?.orderId !== end.orderId || left.state === 'ended') return 'none';
  const newest = await needs.billingWork.findNewestEnd(end.orderId);
  const isNewest = left.subscriptionId === null && newest?.subscriptionId === end.subscriptionId;
  return isNewest ? 'own' : 'later';
}

/**
 * The subscription of a contract in force must go on and charge what was sold, and none of its charges may have failed
 * unseen. What we did or do ourselves is not reported.
 * @returns True when something new was learnt.
 */
export async function followSubscription(needs: Needs, subscriptionId: string): Promise<boolean> {
  const tenant = await needs.tenants.findBySubscription(subscriptionId);
  if (tenant === null || tenant.state !== 'active') return false;
  if ((await needs.billingWork.findEnd(subscriptionId)) !== null) return false;
  if ((await needs.planChanges.findOpen(tenant.orderId)) !== null) return false;
  const details = await needs.billing.readSubscription(subscriptionId);
  const { subdomain, orderId, amountCentavos: soldCentavos } = tenant;
  const about = { subdomain, orderId, reference: subscriptionId };
  if (details?.status !== 'active')
    return tellOperators(needs, 'subscription-gone', { ...about, amountCentavos: soldCentavos });
  const isNew = await openFailed(needs, tenant, details.payments);
  const { amountCentavos } = details;
  if (amountCentavos === soldCentavos) return isNew;
  return (await tellOperators(needs, 'amount-differs', { ...about, amountCentavos, soldCentavos })) || isNew;
}

/** The first charge of what was bought for later is made at once, maybe a year before it is due and can fail. */
async function openFailed(
  needs: Needs,
  tenant: Tenant,
  payments: readonly PaymentSnapshot[],
): Promise<boolean> {
  let isNew = false;
  for (const payment of payments)
    if (payment.state === 'overdue' || payment.state === 'refused')
      isNew = (await openFailedRenewal(needs, tenant, payment)) || isNew;
  return isNew;
}
