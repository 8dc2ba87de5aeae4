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

/** Charges that were seen paid and told to the customer: an event comes more than once, weeks apart. */
const PAID = 'paid';

/** True once the last try has failed. */
export const isExhausted = ({ failures }: Dunning): boolean => failures > billingTerms.chargeRetryDays.length;

/** Settles a paid renewal, with the customer's proof; true when its payment was not known before. */
export async function settleRenewal(deps: Needs, tenant: Tenant, payment: PaymentSnapshot): Promise<boolean> {
  const { paymentId } = payment;
  const row = await findOpenRow(deps, tenant, paymentId);
  const isKnown = await deps.billingWork.isNoticed(PAID, paymentId);
  if (row === undefined && isKnown) return false;
  const nextDueDate =
    row !== undefined && isExhausted(row)
      ? await liftSuspension(deps, tenant, row, payment.dueDate)
      : await nextCharge(deps, tenant, payment);
  const payload = { ...(await chargeOf(deps, tenant, payment)), nextDueDate };
  const mail = mailOf(`payment-confirmed-${paymentId}`, 'payment-confirmed', payload);
  await deps.billingWork.notice(PAID, paymentId, mail, deps.clock.now());
  if (row === undefined) return !isKnown;
  // The last failure was counted while this was read: what followed from it is undone, too.
  const current = await findOpenRow(deps, tenant, paymentId);
  if (!isExhausted(row) && current !== undefined && isExhausted(current))
    await liftSuspension(deps, tenant, current, payment.dueDate);
  await deps.billingWork.closeDunning(paymentId, 'paid', deps.clock.now());
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
  deps: Needs,
  tenant: Tenant,
  row: Dunning,
  dueDate: string,
): Promise<string> {
  const now = deps.clock.now();
  const nextDueDate = resumedRenewal(dueDate, tenant.cycle, businessDay(now));
  const details = await deps.billing.readSubscription(row.subscriptionId);
  if (details?.status === 'inactive') await deps.billing.resumeSubscription(row.subscriptionId, nextDueDate);
  const others = (await deps.billingWork.listDunning(row.subscriptionId)).filter(
    (other) => other.paymentId !== row.paymentId && isExhausted(other),
  );
  if (others.length > 0) return nextDueDate;
  if (await deps.tenants.setState(tenant.subdomain, 'suspended', 'active', now))
    await deps.events.append('tenant-reactivated', { orderId: tenant.orderId, detail: row.paymentId });
  await bringUpToDate(deps, tenant.subdomain);
  const payload = { ...(await recipientOf(deps, tenant)), nextDueDate };
  await deps.billingWork.enqueue(mailOf(`reactivated-${row.paymentId}`, 'reactivated', payload), now);
  return nextDueDate;
}
