/** A charge was paid: its customer gets the proof, and what was open about it is closed. */
import type { OrderStore } from '#functions/checkout/store.ts';
import { type NoticeStore, tellOperators } from '#functions/operations/notices.ts';
import { returnLateCharge } from '#functions/operations/return-late-charge.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import type { BillingGateway, PaymentSnapshot } from '#functions/vendors/payments.ts';
import { chargeOf } from './billing-mails.ts';
import type { DunningStore } from './dunning-store.ts';
import { followOrderDispute } from './follow-order-dispute.ts';
import type { RecordedCharge } from './record-charge.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof chargeOf> & {
  readonly billingWork: DunningStore & NoticeStore;
  readonly billing: BillingGateway;
  readonly clock: Clock;
};

/** Charges that were seen paid and confirmed to the customer: an event comes more than once, weeks apart. */
const PAID = 'paid';

/** Settles a paid charge, with the customer's proof; true when its payment was not known before. */
export async function settleRenewal(
  needs: Needs,
  tenant: Pick<Tenant, 'orderId' | 'subdomain' | 'plan'>,
  payment: PaymentSnapshot,
  nextDueDate: string | null,
): Promise<boolean> {
  const { paymentId } = payment;
  const now = needs.clock.now();
  await needs.billingWork.closeDunning(paymentId, 'paid', now);
  if (await needs.billingWork.isNoticed(PAID, paymentId)) return false;
  const payload = { ...(await chargeOf(needs, tenant, payment)), nextDueDate };
  const mail = mailOf(`payment-confirmed-${paymentId}`, 'payment-confirmed', payload);
  return needs.billingWork.notice(PAID, paymentId, mail, now);
}

/** The proof names the plan that the charge is for; the environment may run another one until it is carried out. */
export const paidFor = (tenant: Tenant, { after }: RecordedCharge): Tenant => ({
  ...tenant,
  plan: after?.plan ?? tenant.plan,
});

type FirstNeeds = Needs &
  NeedsOf<typeof returnLateCharge> &
  NeedsOf<typeof followOrderDispute> & { readonly orders: OrderStore };

/** Paid before the environment is there. An order that was given up meanwhile is an operator's matter. */
export async function followFirstCharge(needs: FirstNeeds, payment: PaymentSnapshot): Promise<boolean> {
  const order = payment.orderId === null ? null : await needs.orders.findById(payment.orderId);
  if (order === null) return false;
  const isDisputeNews = await followOrderDispute(needs, order, payment);
  if (payment.state !== 'confirmed') return isDisputeNews;
  if (order.closedAt !== null) return returnLateCharge(needs, order, payment);
  const { id: orderId, subdomain, plan } = order;
  const { paymentId: reference, amountCentavos, dueDate } = payment;
  if (order.releasedAt !== null && order.payment !== 'confirmed')
    return tellOperators(needs, 'late-payment', { subdomain, orderId, reference, amountCentavos, dueDate });
  // Given back after its contract: what was paid before is known.
  if (order.releasedAt !== null || order.payment !== 'confirmed') return false;
  const details =
    payment.subscriptionId === null ? null : await needs.billing.readSubscription(payment.subscriptionId);
  return settleRenewal(needs, { orderId, subdomain, plan }, payment, details?.nextDueDate ?? null);
}
