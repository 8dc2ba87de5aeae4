/**
 * What follows once an order is closed without an environment: nothing is charged any more, what was set up is removed,
 * everything that was paid goes back, the name is given back.
 *
 * Owns: the order of the steps. Every step may run again at any time: it finds what an earlier run did. Money goes back
 * only after the application is proven gone, so that nobody has both.
 */
import { DAY_MS } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { tenantGroupName } from '#domain/tenant/derive-tenant.ts';
import type { Order } from '#functions/checkout/order.ts';
import type { OrderStore } from '#functions/checkout/store.ts';
import { giveBackAll } from '#functions/contract/end-contract.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { EventLog } from '#functions/platform/events.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { applicationOf } from '#functions/provisioning/environment.ts';
import type { Cluster } from '#functions/vendors/cluster.ts';
import type { IdentityAdmin } from '#functions/vendors/identity.ts';
import type { BillingGateway, PaymentGateway } from '#functions/vendors/payments.ts';
import { tellOperators } from './notices.ts';
import type { OperationsStore } from './store.ts';

type Needs = NeedsOf<typeof applicationOf> &
  NeedsOf<typeof giveBackAll> &
  NeedsOf<typeof tellOperators> & {
    readonly operations: OperationsStore;
    readonly orders: OrderStore;
    readonly payments: PaymentGateway;
    readonly billing: BillingGateway;
    readonly cluster: Cluster;
    readonly identity: IdentityAdmin;
    readonly events: EventLog;
    readonly clock: Clock;
    readonly logger: Logger;
    readonly deliveryHoursMax: number;
  };

/** A refund is promised within five working days: from then on a person looks after it as well. */
const STUCK_MS = DAY_MS;
const REFUND_REASON = 'Pedido encerrado sem ambiente';

/** Works a closed order; a failure is left to the next run, and told to the operators once it lasts. */
export async function workClosedOrder(needs: Needs, order: Order): Promise<void> {
  try {
    await endCancelledOrder(needs, order);
  } catch (error) {
    needs.logger.warn('cancellation-postponed', { orderId: order.id, error });
    if (needs.clock.now() - (order.closedAt ?? 0) <= STUCK_MS) return;
    await tellOperators(needs, 'closing-stuck', {
      subdomain: order.subdomain,
      orderId: order.id,
      reference: order.subscriptionId ?? order.id,
      amountCentavos: order.givenBackCentavos,
    });
  }
}

/**
 * Works a closed order under its lease, so that two runs of the scheduled job do not refund at the same moment.
 * While a call to the processor may still be under way it waits: what comes of it has to be seen.
 */
export async function endCancelledOrder(needs: Needs, { id }: Order): Promise<void> {
  const now = needs.clock.now();
  if (!(await needs.orders.acquireLease(id, now))) return;
  const held = await needs.orders.findById(id);
  if (held === null) return;
  try {
    if (held.unclearUntil < now) await endUnderLease(needs, held);
  } finally {
    await needs.orders.releaseLease(id, held.leaseUntil);
  }
}

async function endUnderLease(needs: Needs, order: Order): Promise<void> {
  const subscriptionId = await endSubscription(needs, order);
  await removeApplication(needs, order);
  await needs.identity.removeGroup(tenantGroupName(order.subdomain));
  const centavos = subscriptionId === null ? 0 : await giveBackAll(needs, subscriptionId, REFUND_REASON);
  await needs.operations.noteGivenBack(order.id, centavos);
  const mail = refundMail(needs, order, centavos);
  if (await needs.operations.releaseCancelled(order.id, mail, needs.clock.now()))
    await needs.events.append('order-cancelled', {
      orderId: order.id,
      detail: centavos === 0 ? 'nada devolvido' : `devolvidos ${formatPrice(centavos)}`,
    });
}

/** No new charge comes, and what has to go back is known. @returns The subscription; `null` when there never was one. */
async function endSubscription(needs: Needs, order: Order): Promise<string | null> {
  if (order.plan === 'free') return null;
  const found = await needs.payments.findSubscription(order.id);
  if (found !== null && order.subscriptionId !== found.subscriptionId) {
    // Written down before it is removed: afterwards the processor does not find it by our reference any more.
    const { customerId, subscriptionId } = found;
    const paymentId = found.payments[0]?.paymentId ?? null;
    await needs.orders.markPending(
      order.id,
      { customerId, subscriptionId, paymentId, payUrl: null, dueOn: found.payments[0]?.dueDate ?? null },
      needs.clock.now(),
    );
  }
  const subscriptionId = found?.subscriptionId ?? order.subscriptionId;
  if (subscriptionId === null) return null;
  await needs.payments.cancelSubscription(subscriptionId);
  const charges = await needs.billing.listSubscriptionPayments(subscriptionId);
  const paid = charges.filter(({ state }) => state === 'confirmed' || state === 'refunded');
  await needs.operations.noteGivenBack(
    order.id,
    paid.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
  );
  return subscriptionId;
}

/** @throws DomainError `cluster-unavailable` until the application is proven gone. */
async function removeApplication(needs: Needs, order: Order): Promise<void> {
  const application = applicationOf(needs, { ...order, orderId: order.id, state: 'ended' });
  await needs.cluster.removeApplication(application);
  if ((await needs.cluster.readApplication(order.id)) !== null)
    throw new DomainError('cluster-unavailable', { message: 'the application is still there' });
}

/** For whoever paid, and for a customer who asked for the end; `null` where nothing was paid and nobody waits. */
function refundMail(
  { deliveryHoursMax: hours }: Needs,
  { id, email: to, name, subdomain: subdominio, closeReason }: Order,
  refundedCentavos: number,
): OutgoingMail | null {
  if (refundedCentavos === 0 && closeReason !== 'customer') return null;
  const payload = { to, name, subdominio, refundedCentavos, reason: closeReason ?? 'operator', hours };
  return mailOf(`undelivered-refunded-${id}`, 'undelivered-refunded', payload);
}
