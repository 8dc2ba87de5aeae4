/**
 * Continues orders that stopped making progress, after a crash at any point.
 *
 * Owns: resuming workflow runs, reading open payments again, releasing names whose reservation has expired. The order
 * rows decide; a dead run is started again from them.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { isAllOver, syncPayment, withdrawCharge } from '#functions/checkout/sync-payment.ts';
import type { Deps } from '#functions/compose.ts';
import { beginProvisioning, ensureWorkflow } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';

const BATCH = 50;
/** The sweep takes over an order that was not touched for this many poll intervals. */
const SILENT_POLLS = 4;
/** First pause between two checks of an open payment; usually the webhook arrives earlier. */
const PAYMENT_CHECK_MS = 20_000;

type Needs = NeedsOf<typeof ensureWorkflow> &
  NeedsOf<typeof beginProvisioning> &
  NeedsOf<typeof syncPayment> &
  NeedsOf<typeof withdrawCharge> &
  Pick<Deps, 'orders' | 'provisioner' | 'clock' | 'logger' | 'provisionPollSeconds'>;

async function sweepOrders(needs: Needs): Promise<void> {
  const { orders, clock, logger, provisionPollSeconds } = needs;
  const now = clock.now();
  const silent = await orders.listSilent(now - SILENT_POLLS * provisionPollSeconds * 1000, BATCH);
  const unpaid = await orders.listUnpaid(now, PAYMENT_CHECK_MS, BATCH);
  // Mark each order as checked first, so that an unchanged one moves to the end of the queue.
  const workThrough = (found: readonly Order[], work: (needs: Needs, order: Order) => Promise<void>) =>
    sideBySide(
      found,
      async (order) => {
        await orders.touch(order.id, clock.now());
        await work(needs, order);
      },
      ({ id: orderId }, error) => logger.warn('sweep-failed', { orderId, error }),
    );
  await Promise.all([workThrough(silent, revive), workThrough(unpaid, settle)]);
}

async function revive(needs: Needs, order: Order): Promise<void> {
  const state = await needs.provisioner.ensureRunning(order.id, order.attempt);
  if (state === 'running') return;
  const attempt = await needs.orders.nextAttempt(order.id, order.attempt, needs.clock.now());
  if (attempt !== null) await ensureWorkflow(needs, order.id, attempt);
}

/** Asks the processor first: a name is released only when nothing can be charged for it any more. */
async function settle(needs: Needs, order: Order): Promise<void> {
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
  if (order.payment === 'none') await needs.orders.releaseExpired(order.id, now);
}

/** Not paid in time: removes the charge first, then releases the name. */
async function expireUnpaid(needs: Needs, orderId: string, now: number): Promise<void> {
  if (!(await needs.orders.acquireLease(orderId, now))) return;
  const leased = await needs.orders.findById(orderId);
  if (leased === null) return;
  try {
    if (leased.payment !== 'pending' || !(await withdrawCharge(needs, leased))) return;
    await needs.orders.releaseUnpaid(leased.id, leased.leaseUntil, needs.clock.now());
  } finally {
    await needs.orders.releaseLease(leased.id, leased.leaseUntil);
  }
}

export const provisioningJobs = { sweep: sweepOrders };
