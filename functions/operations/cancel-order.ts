/**
 * An order that is taken back before its environment was finished: nothing is charged any more, what was paid goes
 * back, whatever was set up is removed, and the name is free. For an operator, and for orders that nobody came back to.
 */
import { DomainError } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Order } from '#functions/checkout/order.ts';
import { giveBackAll } from '#functions/contract/end-contract.ts';
import type { Deps } from '#functions/deps.ts';
import { applicationOf } from '#functions/provisioning/environment.ts';
import { requireLiveOrder } from './find-order.ts';

/**
 * Takes an unfinished order back. Everything else follows within minutes, by the scheduled job, once nothing that was
 * under way can come into being any more.
 * @throws DomainError `order-missing`; `tenant-exists` for a finished one, whose contract ends in another way.
 */
export async function cancelOrder(deps: Deps, who: string): Promise<{ orderId: string; isNew: boolean }> {
  const { id, status } = await requireLiveOrder(deps, who);
  if (status === 'CONCLUIDO') throw new DomainError('tenant-exists');
  const isNew = await deps.operations.cancelOrder(id, deps.clock.now());
  return { orderId: id, isNew };
}

/** Works an order that was taken back. May run again at any time: every step finds what an earlier run did. */
export async function endCancelledOrder(deps: Deps, order: Order): Promise<void> {
  const now = deps.clock.now();
  // A call to the processor may still be under way; what comes of it has to be seen.
  if (order.leaseUntil >= now || order.unclearUntil >= now) return;
  const refundedCentavos = await giveMoneyBack(deps, order);
  await deps.cluster.removeApplication(applicationOf(deps, { ...order, orderId: order.id, state: 'ended' }));
  await deps.identity.removeGroup(tenantGroupName(order.subdomain));
  if (await deps.operations.releaseCancelled(order.id, now))
    await deps.events.append('order-cancelled', {
      orderId: order.id,
      detail: `refunded ${refundedCentavos}`,
    });
}

/** Ends the subscription, then gives back each charge that was paid. */
async function giveMoneyBack(deps: Deps, order: Order): Promise<number> {
  if (order.plan === 'free') return 0;
  const found = await deps.payments.findSubscription(order.id);
  if (found !== null && order.subscriptionId !== found.subscriptionId) {
    // Written down before it is removed: afterwards the processor does not find it by our reference any more.
    const { customerId, subscriptionId } = found;
    const paymentId = found.payments[0]?.paymentId ?? null;
    await deps.orders.markPending(
      order.id,
      { customerId, subscriptionId, paymentId, payUrl: null },
      deps.clock.now(),
    );
  }
  const subscriptionId = found?.subscriptionId ?? order.subscriptionId;
  if (subscriptionId === null) return 0;
  await deps.payments.cancelSubscription(subscriptionId);
  return giveBackAll(deps, subscriptionId, 'Pedido cancelado');
}
