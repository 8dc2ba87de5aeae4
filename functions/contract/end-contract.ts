/**
 * The end of a contract: cancelled for the end of the paid period, undone within seven days, or lost to a chargeback.
 *
 * Owns: what follows from a request that is written down. Every step may run again: the subscription is cancelled
 * first, what was paid is refunded charge by charge (the processor gives none back twice), and only then
 * the row is done and the mails leave.
 */
import { addDays, DAY_MS } from '#domain/billing/days.ts';
import { paidThrough } from '#domain/billing/periods.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { bringUpToDate } from '#functions/provisioning/environment.ts';
import type { BillingGateway, PaymentGateway } from '#functions/vendors/payments.ts';
import type { ContractEnd } from './billing.ts';
import { dataUntil, recipientOf } from './billing-mails.ts';
import type { DunningStore } from './dunning-store.ts';
import type { EndsStore } from './ends-store.ts';

type Needs = NeedsOf<typeof tellOperators> &
  NeedsOf<typeof bringUpToDate> &
  NeedsOf<typeof recipientOf> &
  NeedsOf<typeof dataUntil> & {
    readonly billingWork: EndsStore & DunningStore;
    readonly payments: PaymentGateway;
    readonly billing: BillingGateway;
    readonly logger: Logger;
  };

const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 3_600_000;
/** From then on a person looks after it as well: a refund is promised within five working days. */
const STUCK_MS = DAY_MS;

/** Works an end at once unless it is taken; a failure is left to the scheduled job, which tries until it is done. */
export async function workEndNow(needs: Needs, subscriptionId: string): Promise<void> {
  const end = await needs.billingWork.claimEnd(subscriptionId, needs.clock.now());
  if (end !== null) await workEndSafely(needs, end);
}

/** Works an end that the caller has taken. */
export async function workEndSafely(needs: Needs, end: ContractEnd): Promise<void> {
  try {
    await workEnd(needs, end);
  } catch (error) {
    const { subscriptionId, subdomain, orderId, kind } = end;
    needs.logger.warn('contract-end-postponed', { subscriptionId, kind, error });
    const waited = needs.clock.now() - end.requestedAt;
    const delay = Math.min(LAST_RETRY_MS, Math.max(FIRST_RETRY_MS, waited));
    await needs.billingWork.postponeEnd(subscriptionId, needs.clock.now() + delay);
    if (waited > STUCK_MS)
      await tellOperators(needs, 'end-stuck', {
        subdomain,
        orderId,
        reference: subscriptionId,
        amountCentavos: null,
      });
  }
}

async function workEnd(needs: Needs, end: ContractEnd): Promise<void> {
  if (end.kind === 'cancellation') return cancel(needs, end);
  await stopEnvironment(needs, end);
  await needs.payments.cancelSubscription(end.subscriptionId);
  // Neither waits for the other: a stuck refund must not keep the environment running, nor the cluster the money.
  const [refunded, stopped] = await Promise.allSettled([
    end.kind === 'withdrawal' ? giveBackAll(needs, end.subscriptionId, 'Desistência em 7 dias') : 0,
    bringUpToDate(needs, end.subdomain),
  ]);
  if (refunded.status === 'rejected') throw refunded.reason;
  if (stopped.status === 'rejected') throw stopped.reason;
  const mails = await endMails(needs, end, refunded.value);
  await finish(needs, end, end.endsOn, mails);
}

async function finish(
  needs: Needs,
  end: ContractEnd,
  endsOn: string,
  mails: readonly OutgoingMail[],
): Promise<void> {
  for (const row of await needs.billingWork.listDunning(end.subscriptionId))
    await needs.billingWork.closeDunning(row.paymentId, 'ended', needs.clock.now());
  if (!(await needs.billingWork.finishEnd(end, endsOn, mails, needs.clock.now()))) return;
  const detail = `${end.kind} ${end.subscriptionId} ${endsOn}`;
  await needs.events.append('contract-ended', { orderId: end.orderId, detail });
}

/** Nothing renews any more; the environment works through the last day that was paid. */
async function cancel(needs: Needs, end: ContractEnd): Promise<void> {
  const { subscriptionId, subdomain } = end;
  await needs.payments.cancelSubscription(subscriptionId);
  const tenant = await needs.tenants.findBySubdomain(subdomain);
  // A charge may have come through between the request and the processor's answer: what it paid for counts. A charge
  // at another price is older than a change of plan, maybe of another cycle: its end was known with the request.
  const payments = (await needs.billing.listSubscriptionPayments(subscriptionId)).filter(
    ({ amountCentavos }) => amountCentavos === tenant?.amountCentavos,
  );
  const paid = paidThrough(payments, null, tenant?.cycle ?? 'monthly') ?? '';
  const endsOn = paid > end.endsOn ? paid : end.endsOn;
  await needs.tenants.scheduleEnd(subdomain, subscriptionId, endsOn);
  // A suspended environment has no paid days left to work for.
  if (tenant?.subscriptionId === subscriptionId)
    await needs.tenants.setState(subdomain, 'suspended', 'ended', needs.clock.now());
  const isStopped = tenant?.orderId === end.orderId && tenant.state !== 'active';
  await finish(needs, end, endsOn, [
    isStopped ? await endedMail(needs, end) : await cancelledMail(needs, end, endsOn),
  ]);
}

async function cancelledMail(needs: Needs, end: ContractEnd, endsOn: string): Promise<OutgoingMail> {
  const until = addDays(endsOn, 1 + needs.environmentKeptDays);
  const payload = { ...(await recipientOf(needs, end)), endsOn, dataUntil: until };
  return mailOf(`cancelled-${end.subscriptionId}`, 'cancelled', payload);
}

/** For an environment that has stopped; after a plain cancellation it works on. */
async function endedMail(needs: Needs, end: ContractEnd): Promise<OutgoingMail> {
  const payload = { ...(await recipientOf(needs, end)), dataUntil: dataUntil(needs, needs.clock.now()) };
  return mailOf(`ended-${end.subscriptionId}`, 'ended', payload);
}

/** The environment ends now; also after a cancellation that had left it working. */
async function stopEnvironment(needs: Needs, end: ContractEnd): Promise<void> {
  const { subdomain, subscriptionId, orderId } = end;
  await needs.tenants.scheduleEnd(subdomain, subscriptionId, end.endsOn);
  const tenant = await needs.tenants.findBySubdomain(subdomain);
  const newest = await needs.billingWork.findNewestEnd(orderId);
  // This end leaves a later contract, or another owner of the name, alone.
  const isItsOwn = tenant?.orderId === orderId && newest?.subscriptionId === subscriptionId;
  if (!isItsOwn || tenant.subscriptionId !== null || tenant.state === 'ended') return;
  await needs.tenants.setState(subdomain, tenant.state, 'ended', needs.clock.now());
}

/**
 * Gives back every charge of a subscription that was paid; the processor gives none back twice.
 * @returns What went back, in centavos.
 */
export async function giveBackAll(
  { billing }: Pick<Needs, 'billing'>,
  subscriptionId: string,
  reason: string,
): Promise<number> {
  let centavos = 0;
  for (const payment of await billing.listSubscriptionPayments(subscriptionId)) {
    if (payment.state === 'confirmed') await billing.refund(payment.paymentId, reason);
    if (payment.state === 'confirmed' || payment.state === 'refunded') centavos += payment.amountCentavos;
  }
  return centavos;
}

async function endMails(needs: Needs, end: ContractEnd, refundedCentavos: number): Promise<OutgoingMail[]> {
  const { subscriptionId, subdomain, kind } = end;
  if (kind === 'chargeback') return [await endedMail(needs, end)];
  const recipient = await recipientOf(needs, end);
  const until = dataUntil(needs, needs.clock.now());
  return [
    mailOf(`withdrawn-${subscriptionId}`, 'withdrawn', { ...recipient, refundedCentavos, dataUntil: until }),
    mailOf(`operator-withdrawal-${subscriptionId}`, 'operator-notice', {
      kind: 'withdrawal',
      subdominio: subdomain,
      reference: subscriptionId,
      amountCentavos: refundedCentavos,
    }),
  ];
}
