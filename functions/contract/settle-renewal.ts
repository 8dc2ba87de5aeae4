/** A renewal was paid: what was open about it is closed, and a suspension that it caused is lifted. */
import { businessDay } from '#domain/billing/days.ts';
import { resumedRenewal } from '#domain/billing/periods.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import type { NoticeStore } from '#functions/operations/notices.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { bringUpToDate } from '#functions/provisioning/environment.ts';
import type { BillingGateway, PaymentSnapshot } from '#functions/vendors/payments.ts';
import type { Dunning } from './billing.ts';
import { chargeOf, recipientOf } from './billing-mails.ts';
import type { DunningStore } from './dunning-store.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof bringUpToDate> &
  NeedsOf<typeof recipientOf> & {
    readonly billingWork: DunningStore & NoticeStore;
    readonly billing: BillingGateway;
    readonly clock: Clock;
    readonly events: EventLog;
  };

/** Charges that were seen paid and confirmed to the customer: an event comes more than once, weeks apart. */
const PAID = 'paid';

/** True once the last try has failed. */
export const isExhausted = ({ failures }: Dunning): boolean => failures > billingTerms.chargeRetryDays.length;

/** Settles a paid renewal, with the customer's proof; true when its payment was not known before. */
export async function settleRenewal(
  needs: Needs,
  tenant: Tenant,
  payment: PaymentSnapshot,
): Promise<boolean> {
  const { paymentId } = payment;
  const row = await findOpenRow(needs, tenant, paymentId);
  const isKnown = await needs.billingWork.isNoticed(PAID, paymentId);
  if (row === undefined && isKnown) return false;
  const nextDueDate =
    row !== undefined && isExhausted(row)
      ? await liftSuspension(needs, tenant, row, payment.dueDate)
      : await nextCharge(needs, tenant, payment);
  const payload = { ...(await chargeOf(needs, tenant, payment)), nextDueDate };
  const mail = mailOf(`payment-confirmed-${paymentId}`, 'payment-confirmed', payload);
  await needs.billingWork.notice(PAID, paymentId, mail, needs.clock.now());
  if (row === undefined) return !isKnown;
  // The last failure was counted while this was read: what followed from it is undone, too.
  const current = await findOpenRow(needs, tenant, paymentId);
  if (!isExhausted(row) && current !== undefined && isExhausted(current))
    await liftSuspension(needs, tenant, current, payment.dueDate);
  await needs.billingWork.closeDunning(paymentId, 'paid', needs.clock.now());
  return !isKnown;
}

/** The open row of a failed charge. */
export async function findOpenRow(
  { billingWork }: Needs,
  { subscriptionId }: Tenant,
  paymentId: string,
): Promise<Dunning | undefined> {
  if (subscriptionId === null) return undefined;
  return (await billingWork.listDunning(subscriptionId)).find((row) => row.paymentId === paymentId);
}

/** The day of the next charge, for the customer's proof; `null` when the processor does not say. */
async function nextCharge(
  { billing }: Needs,
  { subscriptionId }: Tenant,
  paid: PaymentSnapshot,
): Promise<string | null> {
  if (subscriptionId === null) return null;
  const details = await billing.readSubscription(subscriptionId);
  // The list may show the charge that was just paid as it was before.
  const open = details?.payments.find(({ state, dueDate }) => state === 'pending' && dueDate > paid.dueDate);
  return open?.dueDate ?? details?.nextDueDate ?? null;
}

/** Lets a suspended environment work and renew again. @returns The day of the next charge. */
export async function liftSuspension(
  needs: Needs,
  tenant: Tenant,
  row: Dunning,
  dueDate: string,
): Promise<string> {
  const now = needs.clock.now();
  const nextDueDate = resumedRenewal(dueDate, tenant.cycle, businessDay(now));
  const details = await needs.billing.readSubscription(row.subscriptionId);
  if (details?.status === 'inactive') await needs.billing.resumeSubscription(row.subscriptionId, nextDueDate);
  const others = (await needs.billingWork.listDunning(row.subscriptionId)).filter(
    (other) => other.paymentId !== row.paymentId && isExhausted(other),
  );
  if (others.length > 0) return nextDueDate;
  if (await needs.tenants.setState(tenant.subdomain, 'suspended', 'active', now))
    await needs.events.append('tenant-reactivated', { orderId: tenant.orderId, detail: row.paymentId });
  await bringUpToDate(needs, tenant.subdomain);
  const payload = { ...(await recipientOf(needs, tenant)), nextDueDate };
  await needs.billingWork.enqueue(mailOf(`reactivated-${row.paymentId}`, 'reactivated', payload), now);
  return nextDueDate;
}
