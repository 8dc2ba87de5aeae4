/**
 * Follows a charge after it was read: paid, failed, disputed, refunded, removed.
 *
 * Owns: what is told to customer and operators about it, once each. What the environment may do follows from the facts
 * (carry-out.ts). Does not own: the first charge of a sign-up (checkout/settle-payment.ts) or of a change of plan
 * (plan-change/settle-change-payment.ts).
 *
 * A dispute is an operator's matter: the customer may be right, so nothing is switched off for it. A refund that is none
 * of ours is a lost dispute until an operator says otherwise.
 */
import { isLost, standing } from '#domain/contract/standing.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { PlanChangeStore } from '#functions/plan-change/store.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { carryOut } from './carry-out.ts';
import { openFailedRenewal } from './dunning.ts';
import { workEndNow } from './end-contract.ts';
import { openLedger } from './open-ledger.ts';
import { type RecordedCharge, recordCharge } from './record-charge.ts';
import { followFirstCharge, settleRenewal } from './settle-renewal.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof openFailedRenewal> &
  NeedsOf<typeof workEndNow> &
  NeedsOf<typeof settleRenewal> &
  NeedsOf<typeof recordCharge> &
  NeedsOf<typeof openLedger> & {
    readonly planChanges: PlanChangeStore;
  };

/** What is known here about a charge. */
interface Case {
  readonly payment: PaymentSnapshot;
  readonly tenant: Tenant;
  readonly charge: RecordedCharge;
}

/**
 * Follows a charge as just read.
 * @returns The order of the contract that it belongs to, `null` when there is none; and whether something new was learnt.
 */
export async function followPayment(
  needs: Needs,
  payment: PaymentSnapshot,
): Promise<{ orderId: string | null; isNew: boolean }> {
  const { paymentId, subscriptionId } = payment;
  const owner =
    (await needs.ledger.findOwnerOfCharge(paymentId)) ??
    (subscriptionId === null ? null : await needs.ledger.findOwner(subscriptionId));
  if (owner === null) return { orderId: null, isNew: await followFirstCharge(needs, payment) };
  const { orderId } = owner;
  const tenant = await needs.tenants.findByOrder(orderId);
  if (tenant?.ledgerAt === null) await openLedger(needs, tenant);
  const charge = await recordCharge(needs, orderId, payment);
  if (tenant === null) return { orderId, isNew: false };
  const isNew = await follow(needs, { payment, tenant, charge });
  await workEndNow(needs, orderId);
  await carryOut(needs, orderId);
  return { orderId, isNew };
}

async function follow(needs: Needs, known: Case): Promise<boolean> {
  const { payment, tenant, charge } = known;
  const at = standing((await needs.ledger.read(tenant.orderId)).facts, needs.clock.now());
  switch (payment.state) {
    case 'confirmed':
      if (charge.after?.returned === 'called-off') return tell(needs, 'late-payment', known);
      return (
        charge.after?.returned != null || settleRenewal(needs, tenant, payment, at.renewal?.dueOn ?? null)
      );
    case 'overdue':
    case 'refused':
      return (
        at.renewal !== null &&
        at.renewal.subscriptionId === payment.subscriptionId &&
        openFailedRenewal(needs, tenant, payment)
      );
    case 'disputed':
      return tell(needs, 'chargeback', known);
    case 'refunded':
      return charge.after !== null && isLost(charge.after) && followLoss(needs, known);
    case 'deleted':
      return (
        at.state === 'active' &&
        at.renewal?.subscriptionId === payment.subscriptionId &&
        tell(needs, 'charge-removed', known)
      );
    case 'pending':
      return false;
  }
}

/** A dispute that we saw, or a refund whose reason nobody told us. */
async function followLoss(needs: Needs, known: Case): Promise<boolean> {
  const wasDisputed = await needs.billingWork.isNoticed('chargeback', known.payment.paymentId);
  return tell(needs, wasDisputed ? 'chargeback-lost' : 'refunded', known);
}

function tell(
  needs: Needs,
  kind: Parameters<typeof tellOperators>[1],
  { payment, tenant }: Case,
): Promise<boolean> {
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  const { subdomain, orderId } = tenant;
  return tellOperators(needs, kind, { subdomain, orderId, reference, amountCentavos, dueDate });
}

/**
 * The subscription of a contract in force must go on and charge what was sold, and none of its charges may have failed
 * unseen. What we did or do ourselves is not reported.
 * @returns True when something new was learnt.
 */
export async function followSubscription(needs: Needs, subscriptionId: string): Promise<boolean> {
  const tenant = await needs.tenants.findBySubscription(subscriptionId);
  if (tenant === null) return false;
  const { subdomain, orderId } = tenant;
  const { renewal, state } = standing((await needs.ledger.read(orderId)).facts, needs.clock.now());
  if (renewal?.subscriptionId !== subscriptionId || state !== 'active') return false;
  if ((await needs.planChanges.findOpen(orderId)) !== null) return false;
  const details = await needs.billing.readSubscription(subscriptionId);
  const { amountCentavos: soldCentavos } = renewal;
  const about = { subdomain, orderId, reference: subscriptionId };
  if (details?.status !== 'active')
    return tellOperators(needs, 'subscription-gone', { ...about, amountCentavos: soldCentavos });
  let isNew = false;
  for (const payment of details.payments) isNew = (await followPayment(needs, payment)).isNew || isNew;
  const { amountCentavos } = details;
  if (amountCentavos === soldCentavos) return isNew;
  return (await tellOperators(needs, 'amount-differs', { ...about, amountCentavos, soldCentavos })) || isNew;
}
