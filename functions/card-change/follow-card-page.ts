/** Goes on with an open change of card without the request that asked for it: by a charge of its page, or by the job. */
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { advanceCardChange } from './advance-card-change.ts';
import type { CardChange } from './card-change.ts';
import { closeCardChange, withLease } from './held-change.ts';

type Needs = NeedsOf<typeof advanceCardChange>;

/** Takes the next steps of a change, unless another worker has it. */
export async function lookAfter(needs: Needs, { id }: Pick<CardChange, 'id'>): Promise<void> {
  const held = await needs.cardChanges.acquire(id, needs.clock.now());
  if (held === null) return;
  await withLease(needs, held, async (work) => {
    // The request that asked for it ended before its first step.
    if (work.change.state === 'asked') return closeCardChange(needs, work, 'interrupted');
    await advanceCardChange(needs, work).catch((error: unknown) => {
      if (work.change.settledAt === null) throw error;
    });
  });
}

/**
 * A charge that belongs to the page of a change of card: the page's subscription is none of a contract.
 * @returns The order, `null` for any other charge.
 */
export async function followCardPage(
  needs: Needs,
  { pageId, subscriptionId }: PaymentSnapshot,
): Promise<string | null> {
  if (pageId === null && subscriptionId === null) return null;
  const change = await needs.cardChanges.findByPage(pageId, subscriptionId);
  if (change === null) return null;
  if (change.settledAt === null) await lookAfter(needs, change);
  return change.orderId;
}
