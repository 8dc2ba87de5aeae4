/** Asks for the payments of orders until they are paid, and releases names whose reservation has expired. */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { beginProvisioning } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import {
  acquireOrder,
  FIRST_CHECK_MS,
  findOrder,
  releaseExpired,
  releaseOrder,
  releaseUnpaid,
  UNPAID_WORK,
} from '#functions/orders/store.ts';
import { withLease } from '#functions/platform/lease.ts';
import { nextAskAt } from '#functions/platform/pace.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { isAllOver, syncPayment, withdrawCharge } from './sync-payment.ts';

/** Asks for the payment of an order, less often the older its choice is, until it is paid or its name is released. */
export const unpaidWork = defineWork<Deps>({
  kind: UNPAID_WORK,
  title: 'Pedido por pagar',
  perRun: 50,
  async run(needs, { key }) {
    const order = await findOrder(needs.db, key);
    if (order === null || !isUnpaid(order)) return undefined;
    await syncOrExpire(needs, order);
    const left = await findOrder(needs.db, key);
    if (left === null || !isUnpaid(left)) return undefined;
    const now = needs.clock.now();
    // Without a charge nothing is asked; one may be made at any moment.
    if (left.payment !== 'pending') return { againAt: now + FIRST_CHECK_MS };
    return { againAt: nextAskAt(now, left.chosenAt, FIRST_CHECK_MS, left.reservedUntil) };
  },
});

const isUnpaid = ({ status, closedAt, releasedAt }: Order): boolean =>
  status === 'AGUARDANDO' && closedAt === null && releasedAt === null;

/** Asks the processor first: a name is released only when nothing can be charged for it any more. */
async function syncOrExpire(needs: Deps, order: Order): Promise<void> {
  const now = needs.clock.now();
  if (order.leaseUntil >= now) return;
  // A free order that crashed after its reservation can continue at once.
  if (order.plan === 'free' && order.payment === 'none') return beginProvisioning(needs, order, 'free');
  if (order.payment === 'none' && order.reservedUntil >= now) return;
  if (order.payment === 'pending' && order.cardEntry === 'hosted' && order.reservedUntil < now) {
    return expireUnpaid(needs, order.id, now);
  }
  const found = await syncPayment(needs, order);
  const isGivenUp = order.payment === 'pending' && order.reservedUntil + DAY_MS < now;
  // A refused charge can be paid on its page for a day. The next charge would come a month later, for no environment.
  if (isGivenUp && found !== null && isAllOver(found.payments, businessDay(now)))
    return expireUnpaid(needs, order.id, now);
  if (order.payment === 'none') await releaseExpired(needs.db, order.id, now);
}

/** Not paid in time: removes the charge first, then releases the name. */
async function expireUnpaid(needs: Deps, orderId: string, now: number): Promise<void> {
  const leased = await acquireOrder(needs.db, orderId, now);
  if (leased === null) return;
  await withLease(needs.db, releaseOrder, leased, async () => {
    if (leased.payment !== 'pending' || !(await withdrawCharge(needs, leased))) return;
    await releaseUnpaid(needs.db, leased.id, leased.leaseUntil, needs.clock.now());
  });
}
