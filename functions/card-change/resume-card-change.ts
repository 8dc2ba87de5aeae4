/** Continues an open card change without its request: after a charge on its page, or from the scheduled job. */
import type { ClaimedPayment, NoteEvent } from '#functions/orders/claimed-payment.ts';
import { withLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { advanceCardChange } from './advance-card-change.ts';
import type { CardChange } from './card-change.ts';
import { closeCardChange } from './leased-change.ts';

type Needs = NeedsOf<typeof advanceCardChange>;

/** Runs the next steps of a change, unless another worker holds its lease. */
export async function resumeCardChange(needs: Needs, { id }: Pick<CardChange, 'id'>): Promise<void> {
  const row = await needs.cardChanges.acquire(id, needs.clock.now());
  if (row === null) return;
  await withLease(needs.cardChanges, row, async (leased) => {
    // The request ended before its first step.
    if (leased.row.state === 'asked') return closeCardChange(needs, leased, 'interrupted');
    await advanceCardChange(needs, leased).catch((error: unknown) => {
      if (leased.row.settledAt === null) throw error;
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
