/**
 * Cleans up an order that was closed without an environment: stops the charges, removes the application, refunds every
 * payment, releases the name.
 *
 * Owns: the order of the steps. Every step may be repeated: it finds what an earlier run did. Refunds start only after
 * the application is confirmed gone, so that a customer cannot keep both.
 */
import { DomainError } from '#domain/errors.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import type { Deps } from '#functions/compose.ts';
import { refundAllCharges } from '#functions/ledger/refunds.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { CLOSING_WORK, noteRefund, releaseCancelled } from '#functions/orders/closing-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { acquireOrder, findOrder, markOrderPending, releaseOrder } from '#functions/orders/store.ts';
import { withLease } from '#functions/platform/lease.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { applicationOf } from '#functions/tenants/environment.ts';
import { strangersIn } from '#functions/tenants/require-free-name.ts';

const REFUND_REASON = 'Pedido encerrado sem ambiente';
/** Pause while another worker, or a call to the processor, has the order. */
const AGAIN_MS = 30_000;

export const closingWork = defineWork<Deps>({
  kind: CLOSING_WORK,
  title: 'Pedido encerrado',
  perRun: 10,
  // A refund is promised within five working days.
  onStuck: async (needs, { key }) => {
    const order = await findOrder(needs.db, key);
    if (order === null) return;
    await notifyOperators(needs, 'closing-stuck', {
      subdomain: order.subdomain,
      orderId: order.id,
      reference: order.subscriptionId ?? order.id,
      amountCentavos: order.givenBackCentavos,
    });
  },
  async run(needs, { key }) {
    const order = await findOrder(needs.db, key);
    if (!isBeingClosed(order)) return undefined;
    await endCancelledOrder(needs, order);
    const isLeft = isBeingClosed(await findOrder(needs.db, key));
    return isLeft ? { againAt: needs.clock.now() + AGAIN_MS } : undefined;
  },
});

const isBeingClosed = (order: Order | null): order is Order =>
  order !== null && order.closedAt !== null && order.releasedAt === null;

/**
 * Cleans up a closed order under its lease, so that two runs do not refund at once. Waits while a call to the processor
 * may still be running: its result must be known.
 */
export async function endCancelledOrder(needs: Deps, { id }: Order): Promise<void> {
  const now = needs.clock.now();
  const leased = await acquireOrder(needs.db, id, now);
  if (leased === null) return;
  await withLease(needs.db, releaseOrder, leased, async () => {
    if (leased.unclearUntil < now) await endUnderLease(needs, leased);
  });
}

async function endUnderLease(needs: Deps, order: Order): Promise<void> {
  const subscriptionId = await endSubscription(needs, order);
  await removeApplication(needs, order);
  // With other accounts in it, the group is of another order's environment.
  if ((await strangersIn(needs, order)).length === 0)
    await needs.identity.removeGroup(tenantGroupName(order.subdomain));
  const centavos = subscriptionId === null ? 0 : await refundAllCharges(needs, subscriptionId, REFUND_REASON);
  await noteRefund(needs.db, order.id, centavos);
  const mail = await refundMail(needs, order, centavos);
  const detail = centavos === 0 ? 'nada devolvido' : `devolvidos ${formatPrice(centavos)}`;
  const events = [{ kind: 'order-cancelled', orderId: order.id, detail }];
  await releaseCancelled(needs.db, order.id, { events, mails: [mail] }, needs.clock.now());
}

/**
 * Stops new charges and finds what must be refunded.
 * @returns The subscription; `null` when there never was one.
 */
async function endSubscription(needs: Deps, order: Order): Promise<string | null> {
  if (order.plan === 'free') return null;
  const found = await needs.processor.findSubscription(order.id);
  if (found !== null && order.subscriptionId !== found.subscriptionId) {
    // Recorded before the removal: afterwards the processor cannot find it by our reference.
    const { customerId, subscriptionId } = found;
    const paymentId = found.payments[0]?.paymentId ?? null;
    await markOrderPending(
      needs.db,
      order.id,
      { customerId, subscriptionId, paymentId, payUrl: null, dueOn: found.payments[0]?.dueDate ?? null },
      needs.clock.now(),
    );
  }
  const subscriptionId = found?.subscriptionId ?? order.subscriptionId;
  if (subscriptionId === null) return null;
  await needs.processor.cancelSubscription(subscriptionId);
  const charges = await needs.processor.listSubscriptionPayments(subscriptionId);
  const paid = charges.filter(({ state }) => state === 'confirmed' || state === 'refunded');
  await noteRefund(
    needs.db,
    order.id,
    paid.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0),
  );
  return subscriptionId;
}

/** @throws DomainError `cluster-unavailable` until the application is confirmed gone. */
async function removeApplication(needs: Deps, order: Order): Promise<void> {
  const application = applicationOf(needs, { ...order, orderId: order.id, state: 'ended' });
  await needs.cluster.removeApplication(application);
  if ((await needs.cluster.readApplication(order.id)) !== null)
    throw new DomainError('cluster-unavailable', { message: 'the application is still there' });
}

/** Mail to a customer who paid, or who asked for the end; `null` for any other. */
async function refundMail(
  needs: Deps,
  { id: orderId, subdomain, closeReason }: Order,
  refundedCentavos: number,
): Promise<OutgoingMail | null> {
  if (refundedCentavos === 0 && closeReason !== 'customer') return null;
  const payload = {
    ...(await addresseeOf(needs, { orderId, subdomain })),
    refundedCentavos,
    reason: closeReason ?? 'operator',
    hours: needs.deliveryHoursMax,
  };
  return mailOf(`undelivered-refunded-${orderId}`, 'undelivered-refunded', payload);
}
