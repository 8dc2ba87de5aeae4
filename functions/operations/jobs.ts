/** Looks after orders that are paid and not delivered, and removes what closed ones still hold. */
import type { OrderStore } from '#functions/checkout/store.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { closeOverdue, tellUndelivered } from './close-undelivered.ts';
import { workClosedOrder } from './end-closed-order.ts';

const BATCH = 10;
/** Longer than a step of a run that was under way may take: nothing comes into being after we looked. */
const SETTLE_MS = 180_000;

type Needs = NeedsOf<typeof workClosedOrder> & { readonly orders: OrderStore };

async function endClosedOrders(needs: Needs): Promise<void> {
  const { operations, orders, clock } = needs;
  const now = clock.now();
  await sideBySide(await operations.listCancelled(now, SETTLE_MS, BATCH), async (order) => {
    await orders.touch(order.id, now);
    await workClosedOrder(needs, order);
  });
}

async function lookAfterUndelivered(
  needs: NeedsOf<typeof closeOverdue> & NeedsOf<typeof tellUndelivered>,
): Promise<void> {
  // The team learns of every one of them, also of those that the next line closes.
  await tellUndelivered(needs);
  await closeOverdue(needs);
}

export const operationsJobs = { undelivered: lookAfterUndelivered, cancellations: endClosedOrders };
