/** What the retry button (`start`) does, by the order's state. */
import { DomainError } from '#domain/errors.ts';
import { syncPayment } from '#functions/checkout/sync-payment.ts';
import type { Deps } from '#functions/compose.ts';
import { ensureWorkflow } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import { reopenOrder } from '#functions/orders/run-rows.ts';
import { findClosedOrder, findLiveOrder } from '#functions/orders/store.ts';
import { type ProcessorCaller, takeProcessorCall } from '#functions/platform/processor-quota.ts';

/**
 * Unpaid → asks the processor again, never provisions; running → wakes the run; ERRO → a new run; done → nothing.
 * @throws DomainError `order-closed` once the order was closed without an environment; `order-missing`,
 *   `payment-unavailable`.
 */
export async function restartProvisioning(needs: Deps, caller: ProcessorCaller): Promise<void> {
  if ((await findClosedOrder(needs.db, caller.subject)) !== null) throw new DomainError('order-closed');
  const order = await findLiveOrder(needs.db, caller.subject);
  if (order === null || order.payment === 'none') throw new DomainError('order-missing');
  // After too many calls the caller gets the stored state; the scheduled job and webhook events keep it up to date.
  if (order.status === 'AGUARDANDO' && !(await takeProcessorCall(needs, 'payment', caller))) return;
  return restartOrder(needs, order);
}

/** As `restartProvisioning`, for a given order. */
export async function restartOrder(needs: Deps, order: Order): Promise<void> {
  switch (order.status) {
    case 'AGUARDANDO':
      await syncPayment(needs, order);
      return;
    case 'EM_ANDAMENTO':
      return ensureWorkflow(needs, order.id, order.attempt);
    case 'ERRO': {
      const attempt = await reopenOrder(needs.db, order, needs.clock.now());
      if (attempt === null) return;
      return ensureWorkflow(needs, order.id, attempt);
    }
    case 'CONCLUIDO':
      return;
  }
}
