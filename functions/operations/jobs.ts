/** Takes down what orders that were taken back still hold. */
import type { Deps } from '#functions/deps.ts';
import { endCancelledOrder } from './cancel-order.ts';

const BATCH = 10;
/** Longer than a step of a run that was under way may take: nothing comes into being after we looked. */
const SETTLE_MS = 180_000;

export async function endCancelledOrders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const order of await deps.operations.listCancelled(now - SETTLE_MS, BATCH)) {
    await deps.orders.touch(order.id, now);
    try {
      await endCancelledOrder(deps, order);
    } catch (error) {
      deps.logger.warn('cancellation-postponed', { orderId: order.id, error });
    }
  }
}
