/** Scheduled work on orders: undelivered ones, clean-up of closed ones, and the daily limit on new ones. */
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { closeOverdue, reportUndelivered } from './close-undelivered.ts';
import { workClosedOrder } from './end-closed-order.ts';

const BATCH = 10;
/** Longer than one step of an interrupted run may take, so that nothing is created after the check. */
const SETTLE_MS = 180_000;

async function endClosedOrders(needs: NeedsOf<typeof workClosedOrder> & Pick<Deps, 'orders'>): Promise<void> {
  const { closing, orders, clock } = needs;
  const now = clock.now();
  await sideBySide(await closing.listCancelled(now, SETTLE_MS, BATCH), async (order) => {
    await orders.touch(order.id, now);
    await workClosedOrder(needs, order);
  });
}

async function handleUndelivered(
  needs: NeedsOf<typeof closeOverdue> & NeedsOf<typeof reportUndelivered>,
): Promise<void> {
  // Notify before closing, so that operators also hear of orders that are closed right after.
  await reportUndelivered(needs);
  await closeOverdue(needs);
}

/** Notifies once a day, however often the limit refuses. */
async function notifyDailyLimit(
  needs: NeedsOf<typeof notifyOperators> & Pick<Deps, 'newEnvironments'>,
): Promise<void> {
  const { day, begun, perDay } = await needs.newEnvironments.readDay();
  if (begun < perDay) return;
  await notifyOperators(needs, 'environments-ceiling', {
    subdomain: null,
    reference: day,
    amountCentavos: null,
  });
}

export const orderJobs = {
  ceiling: notifyDailyLimit,
  undelivered: handleUndelivered,
  cancellations: endClosedOrders,
};
