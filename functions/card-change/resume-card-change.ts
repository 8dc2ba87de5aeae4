/** Continues an open card change without its request: after a charge on its page, or from the queue. */

import { releaseCardChange } from '#functions/card-change/store.ts';
import type { Deps } from '#functions/compose.ts';
import type { ClaimedPayment, NoteEvent } from '#functions/orders/claimed-payment.ts';
import { notifyStuckWork } from '#functions/orders/notify-stuck.ts';
import { withLease } from '#functions/platform/lease.ts';
import { FIRST_LOOK_MS } from '#functions/platform/leased-rows.ts';
import { nextAskAt } from '#functions/platform/pace.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { advanceCardChange } from './advance-card-change.ts';
import { CARD_CHANGE_WORK, type CardChange } from './card-change.ts';
import { closeCardChange } from './leased-change.ts';
import { acquireCardChange, findCardChange, findCardChangeByPage } from './store.ts';

export const cardChangeWork = defineWork<Deps>({
  kind: CARD_CHANGE_WORK,
  title: 'Troca de cartão',
  perRun: 20,
  onStuck: notifyStuckWork('card-change-stuck'),
  async run(needs, { key: id, createdAt }) {
    await resumeCardChange(needs, { id });
    const left = await findCardChange(needs.db, id);
    if (left === null || left.settledAt !== null) return undefined;
    const now = needs.clock.now();
    const isWaiting = left.state === 'waiting';
    return {
      againAt: isWaiting ? nextAskAt(now, createdAt, FIRST_LOOK_MS, left.expiresAt) : now + FIRST_LOOK_MS,
    };
  },
});

/** Runs the next steps of a change, unless another worker holds its lease. */
async function resumeCardChange(needs: Deps, { id }: Pick<CardChange, 'id'>): Promise<void> {
  const row = await acquireCardChange(needs.db, id, needs.clock.now());
  if (row === null) return;
  await withLease(needs.db, releaseCardChange, row, async (leased) => {
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
  needs: Deps,
  { pageId, subscriptionId }: PaymentSnapshot,
  note: NoteEvent,
): Promise<ClaimedPayment | null> {
  if (pageId === null && subscriptionId === null) return null;
  const change = await findCardChangeByPage(needs.db, pageId, subscriptionId);
  if (change === null) return null;
  if (change.settledAt === null) await resumeCardChange(needs, change);
  const { orderId } = change;
  await note(orderId);
  return { orderId, hasContract: true, isNew: false };
}
