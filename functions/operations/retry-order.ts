/** The customer's retry button, pressed by an operator. */
import type { OrderLine } from '#domain/contracts/operations.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { restartOrder } from '#functions/provisioning/restart-provisioning.ts';
import { requireLiveOrder } from './find-order.ts';

type Needs = NeedsOf<typeof requireLiveOrder> & NeedsOf<typeof restartOrder>;

/**
 * Sets an unfinished order going again; an unpaid one is asked about at the processor, a finished one stays as it is.
 * @returns The order as it then is.
 * @throws DomainError `order-missing`, `payment-unavailable`.
 */
export async function retryOrder(needs: Needs, who: string): Promise<OrderLine> {
  const { id } = await requireLiveOrder(needs, who);
  const order = await needs.orders.findById(id);
  if (order !== null) await restartOrder(needs, order);
  const [now] = await needs.operations.findOrders(id);
  return now ?? (await requireLiveOrder(needs, who));
}
