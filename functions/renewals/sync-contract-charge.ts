/**
 * Applies the current state of a charge: paid, failed, disputed, refunded, removed.
 *
 * Owns: the notices to customer and operators, each sent once. What the environment may do follows from the facts
 * (ledger/apply-standing.ts). Does not own: the first charge of a sign-up (checkout/sync-payment.ts) or of a plan change
 * (plan-change/settle-change-payment.ts).
 *
 * A dispute goes to an operator: the customer may be right, so the environment keeps running. A refund that we did not
 * make counts as a lost dispute until an operator corrects it.
 */
import { isOutdated } from '#domain/contract/charges.ts';
import { backIfLost } from '#domain/contract/endings.ts';
import { currentStanding, isLost } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { finishEndings } from '#functions/ending/end-contract.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { type RecordedCharge, recordCharge } from '#functions/ledger/record-charge.ts';
import { refundPending } from '#functions/ledger/refunds.ts';
import { findOwnerOfCharge, findOwnerOfSubscription, readLedger } from '#functions/ledger/store.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { isNoticed } from '#functions/platform/notice-store.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { openFailedRenewal } from './dunning.ts';
import { paidFor, sendReceipt } from './send-receipt.ts';
import { syncOrderCharge } from './sync-order-charge.ts';

/** A charge with what our tables know about it. */
interface Case {
  readonly payment: PaymentSnapshot;
  readonly tenant: Tenant;
  readonly charge: RecordedCharge;
}

/**
 * Applies a charge as just read.
 * @returns The order of its contract, `null` when there is none; and whether anything changed.
 */
export async function syncContractCharge(
  needs: Deps,
  payment: PaymentSnapshot,
): Promise<{ orderId: string | null; isNew: boolean }> {
  const { paymentId, subscriptionId } = payment;
  const owner =
    (await findOwnerOfCharge(needs.db, paymentId)) ??
    (subscriptionId === null ? null : await findOwnerOfSubscription(needs.db, subscriptionId));
  if (owner === null) return { orderId: null, isNew: await syncOrderCharge(needs, payment) };
  const { orderId } = owner;
  const tenant = await findTenant(needs.db, orderId);
  const charge = await recordCharge(needs, orderId, payment);
  if (tenant === null) return { orderId, isNew: false };
  const isNew = await applyState(needs, { payment, tenant, charge });
  await applyStanding(needs, orderId);
  await finishEndings(needs, orderId);
  if (charge.after?.returned != null) await refundPending(needs, orderId);
  return { orderId, isNew };
}

async function applyState(needs: Deps, known: Case): Promise<boolean> {
  const { payment, tenant, charge } = known;
  if (charge.after !== null && isOutdated(charge.after, payment)) return false;
  const standing = currentStanding((await readLedger(needs.db, tenant.orderId)).facts, needs.clock.now());
  switch (payment.state) {
    case 'confirmed':
      if (charge.after?.returned === 'called-off') return notifyOnce(needs, 'late-payment', known);
      return (
        charge.after?.returned != null ||
        sendReceipt(needs, paidFor(tenant, charge), payment, standing.renewal?.dueOn ?? null)
      );
    case 'overdue':
    case 'refused':
      return (
        standing.renewal !== null &&
        standing.renewal.subscriptionId === payment.subscriptionId &&
        openFailedRenewal(needs, tenant, payment)
      );
    case 'disputed':
      return notifyOnce(needs, 'chargeback', known, [await disputedMail(needs, known)]);
    case 'refunded':
      return charge.after !== null && isLost(charge.after) && notifyLoss(needs, known);
    case 'deleted':
      return (
        standing.state === 'active' &&
        standing.renewal?.subscriptionId === payment.subscriptionId &&
        notifyOnce(needs, 'charge-removed', known)
      );
    case 'pending':
      return false;
  }
}

/** Notifies operators of a lost dispute, or of a refund without a known dispute. */
async function notifyLoss(needs: Deps, known: Case): Promise<boolean> {
  const wasDisputed = await isNoticed(needs.db, 'chargeback', known.payment.paymentId);
  return notifyOnce(needs, wasDisputed ? 'chargeback-lost' : 'refunded', known);
}

function notifyOnce(
  needs: Deps,
  kind: Parameters<typeof notifyOperators>[1],
  { payment, tenant }: Case,
  mails: readonly OutgoingMail[] = [],
): Promise<boolean> {
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  const { subdomain, orderId } = tenant;
  return notifyOperators(needs, kind, { subdomain, orderId, reference, amountCentavos, dueDate }, mails);
}

/** Tells the customer what the bank's decision will mean; days to react are left. */
async function disputedMail(needs: Deps, { payment, tenant }: Case): Promise<OutgoingMail> {
  const { paymentId, amountCentavos, dueDate } = payment;
  const { facts } = await readLedger(needs.db, tenant.orderId);
  return mailOf(`charge-disputed-${paymentId}`, 'charge-disputed', {
    ...(await addresseeOf(needs, tenant)),
    amountCentavos,
    dueDate,
    isDelivered: true,
    backCentavos: backIfLost(facts, paymentId, needs.clock.now()),
  });
}
