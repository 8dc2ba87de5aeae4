/** A card change under its lease: the current row, how the change ends, and its mail. */
import { formatBrand } from '#domain/card/brand.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { recipientOf } from '#functions/orders/recipient.ts';
import { requireLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { type ChangeReport, mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import type { ShownCard } from '#functions/vendors/cards.ts';
import type { CardChange, CardChangeFacts } from './card-change.ts';

type MailNeeds = NeedsOf<typeof recipientOf> & Pick<Deps, 'tenants' | 'clock'>;

type Needs = MailNeeds & Pick<Deps, 'cardChanges' | 'processor'>;

/** A leased change. Each step stores the row it wrote here, so that the newest lease is released at the end. */
export interface Work {
  change: CardChange;
  /** True when every call of this worker was answered, so none can take effect later. */
  isClear: boolean;
}

/** Runs the steps of a change, then releases the lease, also after a failure. */
export async function withLease<T>(
  { cardChanges }: Needs,
  leased: CardChange,
  steps: (work: Work) => Promise<T>,
): Promise<T> {
  const work: Work = { change: leased, isClear: leased.unclearUntil === 0 };
  try {
    return await steps(work);
  } finally {
    await cardChanges.release(work.change);
  }
}

/**
 * Writes the next state and renews the lease.
 * @throws DomainError `idempotency-in-progress` when another caller has the lease.
 */
export async function move(needs: Needs, work: Work, facts: CardChangeFacts): Promise<CardChange> {
  work.change = requireLease(await needs.cardChanges.move(work.change, facts, needs.clock.now()));
  return work.change;
}

/** Closes a change without a new card, after removing what its page opened at the processor. */
export async function closeCardChange(
  needs: Needs,
  work: Work,
  reason: EndReason | ErrorCode,
): Promise<void> {
  const { id, orderId } = work.change;
  const event = { kind: 'card-change-closed', orderId, detail: `${id} ${reason}` };
  await settle(needs, work, 'closed', { events: [event] });
}

/** Ends the change: the next charge uses the new card. */
export async function finishCardChange(needs: Needs, work: Work): Promise<void> {
  const { id, orderId, brand, lastFour } = work.change;
  const card = { brand: brand ?? 'UNKNOWN', lastFour: lastFour ?? '' };
  const event = { kind: 'card-changed', orderId, detail: `${id} ${card.brand} ${card.lastFour}` };
  const mail = await changedMail(needs, { id, orderId }, card);
  await settle(needs, work, 'done', { events: [event], mails: [mail] });
}

async function settle(
  needs: Needs,
  work: Work,
  state: 'done' | 'closed',
  report: ChangeReport,
): Promise<void> {
  const { pageSubscriptionId } = work.change;
  if (pageSubscriptionId !== null) await needs.processor.cancelSubscription(pageSubscriptionId);
  const now = needs.clock.now();
  if (!(await needs.cardChanges.settle(work.change, { state, isClear: work.isClear }, report, now)))
    throw new DomainError('idempotency-in-progress');
  work.change = { ...work.change, state, settledAt: now, leaseUntil: 0 };
}

/** The mail that lets a customer notice a card change made by someone else. */
export async function changedMail(
  needs: MailNeeds,
  { id, orderId }: Pick<CardChange, 'id' | 'orderId'>,
  { brand, lastFour }: ShownCard,
): Promise<OutgoingMail> {
  const subdomain = (await needs.tenants.findByOrder(orderId))?.subdomain ?? '';
  const recipient = await recipientOf(needs, { orderId, subdomain });
  const payload = { ...recipient, brand: formatBrand(brand), lastFour, changedAt: needs.clock.now() };
  return mailOf(`card-changed-${id}`, 'card-changed', payload);
}
