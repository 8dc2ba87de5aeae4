/**
 * What the end of a contract requires at the processor: after a cancellation, a withdrawal within seven days, or a lost
 * dispute.
 *
 * Owns: the work after the end was recorded. Every step may be repeated: cancel the subscription, record charges paid
 * meanwhile, refund charge by charge, and only then mark the row done and send the mails. The environment follows from
 * the facts (ledger/apply-standing.ts).
 */
import { addDays, dataUntil } from '#domain/billing/days.ts';
import { keptCentavos } from '#domain/contract/facts.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { type ContractEnd, findEnd, finishEnd, listOpenEnds } from '#functions/ledger/contract-ends.ts';
import { END_WORK } from '#functions/ledger/fact-rows.ts';
import { closeDunning, listDunning } from '#functions/ledger/failed-renewals.ts';
import { recordCharge } from '#functions/ledger/record-charge.ts';
import { refundPending } from '#functions/ledger/refunds.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import { operatorMail } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { findTenant } from '#functions/tenants/store.ts';

export const endWork = defineWork<Deps>({
  kind: END_WORK,
  title: 'Fim de um contrato',
  perRun: 5,
  // A refund is promised within five working days.
  onStuck: notifyStuckWork('end-stuck'),
  async run(needs, { key: subscriptionId }) {
    const end = await findEnd(needs.db, subscriptionId);
    if (end?.doneAt === null) await finishEnding(needs, end);
  },
});

/** Handles the ends of one order at once, unless another worker holds them; the scheduled run repeats a failure. */
export async function finishEndings(needs: Deps, orderId: string): Promise<void> {
  await runWorkNow(needs, endWork, await listOpenEnds(needs.db, orderId));
}

async function finishEnding(needs: Deps, end: ContractEnd): Promise<void> {
  const { subscriptionId, orderId } = end;
  await needs.processor.cancelSubscription(subscriptionId);
  // A charge may have been paid between the request and the processor's response.
  for (const payment of await needs.processor.listSubscriptionPayments(subscriptionId))
    await recordCharge(needs, orderId, payment);
  // In parallel: a stuck refund must not keep the environment running, and the cluster must not delay the refund.
  const [refunded, carried] = await Promise.allSettled([
    end.kind === 'withdrawal' ? refundPending(needs, orderId) : undefined,
    applyStanding(needs, orderId),
  ]);
  if (refunded.status === 'rejected') throw refunded.reason;
  if (carried.status === 'rejected') throw carried.reason;
  for (const row of await listDunning(needs.db, subscriptionId))
    await closeDunning(needs.db, row.paymentId, 'ended', needs.clock.now());
  const { endsOn, mails } = await endOf(needs, end);
  const event = { kind: 'contract-ended', orderId, detail: `${end.kind} ${subscriptionId} ${endsOn}` };
  await finishEnd(needs.db, end, endsOn, { events: [event], mails }, needs.clock.now());
}

/** The final last day, and the mails about the end. */
async function endOf(
  needs: Deps,
  end: ContractEnd,
): Promise<{ endsOn: string; mails: readonly OutgoingMail[] }> {
  const { facts } = await readLedger(needs.db, end.orderId);
  if (end.kind === 'cancellation') {
    const standing = currentStanding(facts, needs.clock.now());
    const endsOn = standing.endsOn !== null && standing.endsOn > end.endsOn ? standing.endsOn : end.endsOn;
    const isRunning = standing.state === 'active' && (await findTenant(needs.db, end.orderId)) !== null;
    return { endsOn, mails: isRunning ? [await cancelledMail(needs, end, endsOn)] : [] };
  }
  if (end.kind === 'chargeback') return { endsOn: end.endsOn, mails: [] };
  const contract = facts.contracts.find(({ subscriptionId }) => subscriptionId === end.subscriptionId);
  const refunded = facts.charges.filter(
    ({ contractId, returned }) => contractId === contract?.id && returned === 'withdrawal',
  );
  const refundedCentavos = refunded.reduce((sum, charge) => sum + keptCentavos(charge), 0);
  // Nothing was refunded: this renewal ended together with an earlier purchase, before its first charge.
  if (refundedCentavos === 0) return { endsOn: end.endsOn, mails: [] };
  const isDisputed = refunded.some(({ state }) => state === 'disputed');
  return { endsOn: end.endsOn, mails: await withdrawnMails(needs, end, { refundedCentavos, isDisputed }) };
}

async function cancelledMail(needs: Deps, end: ContractEnd, endsOn: string): Promise<OutgoingMail> {
  const until = addDays(endsOn, 1 + needs.environmentKeptDays);
  const payload = { ...(await addresseeOf(needs, end)), endsOn, dataUntil: until };
  return mailOf(`cancelled-${end.subscriptionId}`, 'cancelled', payload);
}

async function withdrawnMails(
  needs: Deps,
  end: ContractEnd,
  refund: { readonly refundedCentavos: number; readonly isDisputed: boolean },
): Promise<OutgoingMail[]> {
  const { subscriptionId, subdomain } = end;
  const recipient = await addresseeOf(needs, end);
  const until = dataUntil(needs, needs.clock.now());
  return [
    mailOf(`withdrawn-${subscriptionId}`, 'withdrawn', { ...recipient, ...refund, dataUntil: until }),
    operatorMail(`operator-withdrawal-${subscriptionId}`, {
      kind: 'withdrawal',
      subdominio: subdomain,
      reference: subscriptionId,
      amountCentavos: refund.refundedCentavos,
    }),
  ];
}
