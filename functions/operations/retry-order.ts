/** Does for an operator what the customer's retry button does. */
import type { OrderLine } from '#domain/api-schemas/operation-answers.ts';
import type { Deps } from '#functions/compose.ts';
import { findOrder } from '#functions/orders/store.ts';
import { restartOrder } from '#functions/provisioning/restart-provisioning.ts';
import { requireLiveOrder } from './find-order.ts';
import { findOrderLines } from './store.ts';

/**
 * Restarts an unfinished order; reads the payment of an unpaid one from the processor; leaves a finished one unchanged.
 * @returns The order afterwards.
 */
export async function retryOrder(needs: Deps, who: string): Promise<OrderLine> {
  const { id } = await requireLiveOrder(needs, who);
  const order = await findOrder(needs.db, id);
  if (order !== null) await restartOrder(needs, order);
  const [now] = await findOrderLines(needs.db, id);
  return now ?? (await requireLiveOrder(needs, who));
}
