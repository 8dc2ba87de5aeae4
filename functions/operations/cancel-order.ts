/**
 * Cancels an order before its environment is finished: nothing is charged any more, what was paid is refunded, what
 * was set up is removed, and the name is free. For an operator, and for forgotten orders.
 */
import type { CancelledOrder } from '#domain/contracts/operations.ts';
import { DomainError } from '#domain/errors.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Order } from '#functions/checkout/order.ts';
import type { OrderStore } from '#functions/checkout/store.ts';
import { giveBackAll } from '#functions/contract/end-contract.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { applicationOf } from '#functions/provisioning/environment.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import type { IdentityAdmin } from '#functions/vendors/identity.ts';
import type { PaymentGateway } from '#functions/vendors/payments.ts';
import { requireLiveOrder } from './find-order.ts';

type Needs = NeedsOf<typeof requireLiveOrder> & { readonly clock: Clock };
type EndNeeds = Needs &
  NeedsOf<typeof applicationOf> &
  NeedsOf<typeof giveBackAll> & {
    readonly orders: OrderStore;
    readonly payments: PaymentGateway;
    readonly cluster: Cluster;
    readonly identity: IdentityAdmin;
    readonly events: EventLog;
  };

/**
 * Cancels an unfinished order. Everything else follows within minutes, by the scheduled job, once no call that was
 * under way can create anything any more.
 * @throws DomainError `order-missing`; `tenant-exists` for a finished one, whose contract ends in another way.
 */
export async function cancelOrder(needs: Needs, who: string): Promise<CancelledOrder> {
  const { id, status } = await requireLiveOrder(needs, who);
  if (status === 'CONCLUIDO') throw new DomainError('tenant-exists');
  const isNew = await needs.operations.cancelOrder(id, needs.clock.now());
  return { orderId: id, isNew };
}

/** Works a cancelled order. May run again at any time: every step finds what an earlier run did. */
export async function endCancelledOrder(needs: EndNeeds, order: Order): Promise<void> {
  const now = needs.clock.now();
  // A call to the processor may still be under way; what comes of it has to be seen.
  if (order.leaseUntil >= now || order.unclearUntil >= now) return;
  const refundedCentavos = await giveMoneyBack(needs, order);
  await needs.cluster.removeApplication(
    applicationOf(needs, { ...order, orderId: order.id, state: 'ended' }),
  );
  await needs.identity.removeGroup(tenantGroupName(order.subdomain));
  if (await needs.operations.releaseCancelled(order.id, now))
    await needs.events.append('order-cancelled', {
      orderId: order.id,
      detail: `refunded ${refundedCentavos}`,
    });
}

/** Ends the subscription, then gives back each charge that was paid. */
async function giveMoneyBack(needs: EndNeeds, order: Order): Promise<number> {
  if (order.plan === 'free') return 0;
  const found = await needs.payments.findSubscription(order.id);
  if (found !== null && order.subscriptionId !== found.subscriptionId) {
    // Written down before it is removed: afterwards the processor does not find it by our reference any more.
    const { customerId, subscriptionId } = found;
    const paymentId = found.payments[0]?.paymentId ?? null;
    await needs.orders.markPending(
      order.id,
      { customerId, subscriptionId, paymentId, payUrl: null },
      needs.clock.now(),
    );
  }
  const subscriptionId = found?.subscriptionId ?? order.subscriptionId;
  if (subscriptionId === null) return 0;
  await needs.payments.cancelSubscription(subscriptionId);
  return giveBackAll(needs, subscriptionId, 'Pedido cancelado');
}
