/**
 * Continues a hand-over from its current step. Called by the original request, by a webhook event, or by the scheduled
 * job.
 *
 * Owns: that the renewal moves to the other account without a double charge or a gap. First the receiver's subscription
 * is opened, due on the day of the next charge; then contract, owner and membership change in one transaction; then the
 * former subscription is removed (contract/end-contract.ts), and a charge it still makes is refunded. The caller holds
 * the lease.
 */
import type { FactChange, Facts } from '#domain/contract/facts.ts';
import { renewingContract, standing } from '#domain/contract/standing.ts';
import { DomainError } from '#domain/errors.ts';
import { type MessageId, message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/contract/billing-mails.ts';
import { carryOut } from '#functions/contract/carry-out.ts';
import { workEndNow } from '#functions/contract/end-contract.ts';
import { payerHash } from '#functions/contract/parties.ts';
import { followGroupNow } from '#functions/people/follow-group.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { SubscriptionSnapshot } from '#functions/vendors/payments.ts';
import type { Handover } from './handover.ts';
import { closeHandover, move, subdomainOf, type Work } from './leased-handover.ts';
import { isAsAccepted, mayNotPay, obstacleTo } from './obstacles.ts';

type Needs = NeedsOf<typeof closeHandover> &
  NeedsOf<typeof obstacleTo> &
  NeedsOf<typeof carryOut> &
  NeedsOf<typeof workEndNow> &
  NeedsOf<typeof followGroupNow> &
  Pick<Deps, 'billing' | 'newId'>;

/** First try, then one per concurrent writer. */
const ROUNDS_MAX = 5;

/**
 * Runs every step of an open hand-over that needs no input from its receiver.
 * @throws DomainError `payment-unclear`: a later run continues; `handover-blocked`: closed, nothing has changed.
 */
export async function advanceHandover(needs: Needs, work: Work): Promise<void> {
  switch (work.handover.state) {
    case 'opening':
      return lookForSubscription(needs, work);
    case 'waiting':
      return lookAtPage(needs, work);
    case 'moving':
      return changeHands(needs, work);
    case 'undoing':
      return undo(needs, work, 'handover.changed');
    case 'offered':
      if (work.handover.expiresAt <= needs.clock.now()) await closeHandover(needs, work, 'expired');
      return;
    case 'done':
    case 'closed':
      return;
  }
}

/** Looks up a subscription whose create response was lost. */
async function lookForSubscription(needs: Needs, work: Work): Promise<void> {
  const found = await needs.payments.findSubscription(work.handover.id);
  if (found !== null) return takeOver(needs, work, found);
  if (work.handover.unclearUntil >= needs.clock.now())
    throw new DomainError('payment-unclear', { sentence: message('handover.unclear') });
  await move(needs, work, { state: 'offered', unclearUntil: 0 });
}

async function lookAtPage(needs: Needs, work: Work): Promise<void> {
  if (await takePage(needs, work)) return;
  if ((work.handover.pageUntil ?? 0) >= needs.clock.now()) return;
  await closePage(needs, work);
}

/** Closes the page at the processor; reopens the offer if no card was typed there. */
export async function closePage(needs: Needs, work: Work): Promise<void> {
  const { pageId } = work.handover;
  if (pageId !== null) {
    await needs.billing.closeHostedPage(pageId);
    if (await takePage(needs, work)) return;
  }
  await move(needs, work, { state: 'offered', pageId: null, payUrl: null, pageUntil: null });
}

/** False while no card has been typed on the page. */
async function takePage(needs: Needs, work: Work): Promise<boolean> {
  const { pageId } = work.handover;
  const found = pageId === null ? null : await needs.billing.findHostedPurchase(pageId);
  if (found === null) return false;
  await takeOver(needs, work, found);
  return true;
}

/** The receiver's subscription exists: hand over the environment, or remove the subscription if something blocks it. */
export async function takeOver(needs: Needs, work: Work, found: SubscriptionSnapshot): Promise<void> {
  const { customerId, subscriptionId } = found;
  const taxId = work.handover.payer === null ? await needs.billing.readTaxId(customerId) : null;
  const payer = taxId === null ? work.handover.payer : await payerHash(needs, taxId);
  await move(needs, work, { state: 'moving', customerId, subscriptionId, payer });
  if (taxId !== null && (await mayNotPay(needs, work.handover, payer)))
    return undo(needs, work, 'error.purchase-held');
  await changeHands(needs, work);
}

/** Writes contract, owner and memberships together, under the version that was checked. */
export async function changeHands(needs: Needs, work: Work): Promise<void> {
  const { handover } = work;
  const { orderId } = handover;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const ledger = await needs.ledger.read(orderId);
    const now = needs.clock.now();
    const why =
      (await obstacleTo(needs, handover, ledger)) ??
      (isAsAccepted(handover, ledger, now) ? null : 'handover.changed');
    if (why !== null) return undo(needs, work, why);
    const mails = await mailsAbout(needs, handover);
    const events = [{ kind: 'handed-over', orderId, detail: handover.id }];
    const rows = needs.handovers.moveStatements(handover, needs.newId(), now);
    if (
      await needs.ledger.write(ledger, changesOf(ledger.facts, handover, now), now, { events, mails }, rows)
    ) {
      work.handover = { ...handover, state: 'done', settledAt: now, leaseUntil: 0 };
      return follow(needs, handover);
    }
  }
  throw new DomainError('idempotency-in-progress');
}

/**
 * The receiver's contract starts where the former one ends, under the same terms, including a plan granted on trust.
 */
function changesOf(
  facts: Facts,
  { id, customerId, subscriptionId, payer }: Handover,
  now: number,
): FactChange[] {
  const before = renewingContract(facts);
  const { renewal, paidThrough } = standing(facts, now);
  if (before === null || renewal === null || customerId === null || subscriptionId === null) return [];
  return [
    {
      kind: 'end',
      contractId: before.id,
      end: { kind: 'cancellation', at: now },
      endsOn: paidThrough ?? renewal.dueOn,
    },
    {
      kind: 'contract',
      contract: {
        ...{ id, customerId, subscriptionId, payer, contractedAt: now, firstDueOn: renewal.dueOn },
        ...{ terms: before.terms, end: null },
      },
    },
  ];
}

/** Applies the consequences of the new rows; scheduled jobs do each of them too. */
async function follow(needs: Needs, { orderId, fromSubject, toSubject }: Handover): Promise<void> {
  const steps = await Promise.allSettled([
    workEndNow(needs, orderId).then(() => carryOut(needs, orderId)),
    followGroupNow(needs, fromSubject),
    followGroupNow(needs, toSubject),
  ]);
  for (const step of steps)
    if (step.status === 'rejected')
      needs.logger.warn('handover-postponed', { orderId, error: step.reason as unknown });
}

async function mailsAbout(needs: Needs, { id, orderId, toEmail, toName }: Handover): Promise<OutgoingMail[]> {
  const subdomain = await subdomainOf(needs, orderId);
  const owner = await recipientOf(needs, { orderId, subdomain });
  const about = { subdominio: subdomain, owner: owner.to, receiver: toEmail };
  return [
    mailOf(`handed-over-${id}`, 'handed-over', { ...owner, ...about }),
    mailOf(`handover-received-${id}`, 'handover-received', { to: toEmail, name: toName, ...about }),
  ];
}

/** Removes the receiver's subscription after something blocked the hand-over; nothing else has changed. */
async function undo(needs: Needs, work: Work, why: MessageId): Promise<never> {
  const { subscriptionId } = work.handover;
  await move(needs, work, { state: 'undoing' });
  if (subscriptionId !== null) await needs.payments.cancelSubscription(subscriptionId);
  await closeHandover(needs, work, message(why));
  throw new DomainError('handover-blocked', { sentence: message(why) });
}
