/**
 * Looks after orders that have gone silent, so that a kill at any moment ends well.
 *
 * Owns: waking workflow runs, re-reading open payments, freeing names whose reservation has run out. Orders in the
 * database are the truth; a run that died is started again from them.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Order } from '#functions/checkout/order.ts';
import { isAllOver, refreshPayment, withdrawCharge } from '#functions/checkout/settle-payment.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { beginProvisioning, wake } from './begin-provisioning.ts';

type Needs = NeedsOf<typeof refreshPayment> & NeedsOf<typeof withdrawCharge>;

const BATCH = 50;
/** The sweep takes up an order that was not touched for this many polls. */
const SILENT_POLLS = 4;
/** How often an open payment is asked about at first; the webhook is the fast way. */
const PAYMENT_CHECK_MS = 20_000;

export async function sweepOrders(deps: Needs, pollSeconds: number): Promise<void> {
  const now = deps.clock.now();
  const silent = await deps.orders.listSilent(now - SILENT_POLLS * pollSeconds * 1000, BATCH);
  const unpaid = await deps.orders.listUnpaid(now, PAYMENT_CHECK_MS, BATCH);
  await Promise.all([
    workThrough(deps, silent, (order) => revive(deps, order)),
    workThrough(deps, unpaid, (order) => settle(deps, order)),
  ]);
}

/**
 * A few at a time. Each is marked as looked at first, so that one that stays as it is goes to the end of the queue; one
 * order's trouble must not keep the others waiting.
 */
function workThrough(
  deps: Needs,
  orders: readonly Order[],
  work: (order: Order) => Promise<void>,
): Promise<void> {
  return sideBySide(orders, async (order) => {
    try {
      await deps.orders.touch(order.id, deps.clock.now());
      await work(order);
    } catch (error) {
      deps.logger.warn('sweep-failed', { orderId: order.id, error });
    }
  });
}

async function revive(deps: Needs, order: Order): Promise<void> {
  const state = await deps.provisioner.ensureRunning(order.id, order.attempt);
  if (state === 'running') return;
  const attempt = await deps.orders.nextAttempt(order.id, order.attempt, deps.clock.now());
  if (attempt !== null) await wake(deps, order.id, attempt);
}

/** Asks the processor first: a name is freed only when nothing can be charged for it any more. */
async function settle(deps: Needs, order: Order): Promise<void> {
  const now = deps.clock.now();
  if (order.leaseUntil >= now) return;
  // Reserved and then killed: a free order waits for nothing.
  if (order.plan === 'free' && order.payment === 'none') return beginProvisioning(deps, order, 'free');
  if (order.payment === 'none' && order.reservedUntil >= now) return;
  if (order.payment === 'pending' && order.cardEntry === 'hosted' && order.reservedUntil < now) {
    return expireUnpaid(deps, order.id, now);
  }
  const found = await refreshPayment(deps, order);
  const isGivenUp = order.payment === 'pending' && order.reservedUntil + DAY_MS < now;
  // A refused charge may be paid on its page for a day; the next one would come a month later, for no environment.
  if (isGivenUp && found !== null && isAllOver(found.payments, businessDay(now)))
    return expireUnpaid(deps, order.id, now);
  if (order.payment === 'none') await deps.orders.releaseExpired(order.id, now);
}

/** Not paid in time: the charge goes first, then the name. */
async function expireUnpaid(deps: Needs, orderId: string, now: number): Promise<void> {
  if (!(await deps.orders.acquireLease(orderId, now))) return;
  const held = await deps.orders.findById(orderId);
  if (held === null) return;
  try {
    if (held.payment !== 'pending' || !(await withdrawCharge(deps, held))) return;
    if (await deps.orders.releaseUnpaid(held.id, held.leaseUntil, deps.clock.now())) {
      await deps.events.append('order-expired', { orderId: held.id });
    }
  } finally {
    await deps.orders.releaseLease(held.id, held.leaseUntil);
  }
}
