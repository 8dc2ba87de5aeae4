/** Continues an open card change without its request: after a charge on its page, or from the scheduled job. */
import type { ClaimedPayment, NoteEvent } from '#functions/orders/claimed-payment.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { advanceCardChange } from './advance-card-change.ts';
import type { CardChange } from './card-change.ts';
import { closeCardChange, withLease } from './leased-change.ts';

type Needs = NeedsOf<typeof advanceCardChange>;

/** Runs the next steps of a change, unless another worker holds its lease. */
export async function resumeCardChange(needs: Needs, { id }: Pick<CardChange, 'id'>): Promise<void> {
  const leased = await needs.cardChanges.acquire(id, needs.clock.now());
  if (leased === null) return;
  await withLease(needs, leased, async (work) => {
    // The request ended before its first step.
    if (work.change.state === 'asked') return closeCardChange(needs, work, 'interrupted');
    await advanceCardChange(needs, work).catch((error: unknown) => {
      if (work.change.settledAt === null) throw error;
    });
  });
}

/**
 * Handles a charge on a card-change page; that page's subscription belongs to no contract.
 * @returns `null` for any other charge.
 */
export async function claimCardPagePayment(
  needs: Needs,
  { pageId, subscriptionId }: PaymentSnapshot,
  note: NoteEvent,
): Promise<ClaimedPayment | null> {
  if (pageId === null && subscriptionId === null) return null;
  const change = await needs.cardChanges.findByPage(pageId, subscriptionId);
  if (change === null) return null;
  if (change.settledAt === null) await resumeCardChange(needs, change);
  const { orderId } = change;
  await note(orderId);
  return { orderId, hasContract: true, isNew: false };
}
