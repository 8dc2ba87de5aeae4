/** Cancels an order before its environment is finished, for an operator; the clean-up is in end-closed-order.ts. */
import type { CancelledOrder } from '#domain/api-schemas/operation-answers.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { markCancelled } from '#functions/orders/closing-rows.ts';
import { requireLiveOrder } from './find-order.ts';

/**
 * Cancels an unfinished order. The scheduled job cleans up within minutes, once no running call can create anything
 * more.
 * @throws DomainError `order-missing`; `tenant-exists` for a finished one, whose contract has to be ended instead.
 */
export async function cancelOrder(needs: Deps, who: string): Promise<CancelledOrder> {
  const { id, status } = await requireLiveOrder(needs, who);
  if (status === 'CONCLUIDO') throw new DomainError('tenant-exists');
  const isNew = await markCancelled(needs.db, id, needs.clock.now(), null, 'operator');
  return { orderId: id, isNew };
}
