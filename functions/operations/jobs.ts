/** Removes what cancelled orders still hold. */
import type { OrderStore } from '#functions/checkout/store.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { endCancelledOrder } from './cancel-order.ts';
import type { OperationsStore } from './store.ts';

const BATCH = 10;
/** Longer than a step of a run that was under way may take: nothing comes into being after we looked. */
const SETTLE_MS = 180_000;

type Needs = NeedsOf<typeof endCancelledOrder> & {
  readonly operations: OperationsStore;
  readonly orders: OrderStore;
  readonly clock: Clock;
  readonly logger: Logger;
};

async function endCancelledOrders(needs: Needs): Promise<void> {
  const { operations, orders, clock, logger } = needs;
  const now = clock.now();
  for (const order of await operations.listCancelled(now - SETTLE_MS, BATCH)) {
    await orders.touch(order.id, now);
    try {
      await endCancelledOrder(needs, order);
    } catch (error) {
      logger.warn('cancellation-postponed', { orderId: order.id, error });
    }
  }
}

export const operationsJobs = { cancellations: endCancelledOrders };
