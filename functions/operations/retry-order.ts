/** The customer's retry button, pressed by an operator. */
import type { OrderLine } from '#domain/contracts/operations.ts';
import type { Deps } from '#functions/deps.ts';
import { restartOrder } from '#functions/provisioning/restart-provisioning.ts';
import { requireLiveOrder } from './find-order.ts';

/**
 * Sets an unfinished order going again; an unpaid one is asked about at the processor, a finished one stays as it is.
 * @returns The order as it then is.
 * @throws DomainError `order-missing`, `payment-unavailable`.
 */
export async function retryOrder(deps: Deps, who: string): Promise<OrderLine> {
  const { id } = await requireLiveOrder(deps, who);
  const order = await deps.orders.findById(id);
  if (order !== null) await restartOrder(deps, order);
  const [now] = await deps.operations.findOrders(id);
  return now ?? (await requireLiveOrder(deps, who));
}
