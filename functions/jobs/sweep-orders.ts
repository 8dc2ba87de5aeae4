/**
 * Looks after orders that have gone silent, so that a kill at any moment ends well.
 *
 * Owns: waking workflow runs, re-reading open payments, freeing names whose reservation has run out. Orders in the
 * database are the truth; a run that died is started again from them.
 */
import type { Order } from '#functions/ports/order-store.ts';
import { wake } from '#functions/use-cases/begin-provisioning.ts';
import type { Deps } from '#functions/use-cases/deps.ts';
import { refreshPayment } from '#functions/use-cases/settle-payment.ts';

const BATCH = 50;
/** An order without a sign of life for this many polls is looked after. */
const SILENT_POLLS = 4;
/** How often an open payment is asked about; the webhook is the fast way. */
const PAYMENT_CHECK_MS = 20_000;

export async function sweepOrders(deps: Deps, pollSeconds: number): Promise<void> {
  const now = deps.clock.now();
  for (const order of await deps.orders.listSilent(now - SILENT_POLLS * pollSeconds * 1000, BATCH)) {
    await guarded(deps, order, () => revive(deps, order));
  }
  for (const order of await deps.orders.listUnpaid(now - PAYMENT_CHECK_MS, BATCH)) {
    await guarded(deps, order, () => settle(deps, order));
  }
}

/** One order's trouble must not keep the others waiting. */
async function guarded(deps: Deps, order: Order, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.logger.warn('sweep-failed', { orderId: order.id, error });
  }
}

async function revive(deps: Deps, order: Order): Promise<void> {
  const state = await deps.provisioner.ensureRunning(order.id, order.attempt);
  if (state === 'running') return;
  const attempt = await deps.orders.nextAttempt(order.id, order.attempt, deps.clock.now());
  if (attempt !== null) await wake(deps, order.id, attempt);
}

/** Asks the processor first: a name is freed only when nothing can be charged for it any more. */
async function settle(deps: Deps, order: Order): Promise<void> {
  const now = deps.clock.now();
  if (order.leaseUntil >= now) return;
  await deps.orders.touch(order.id, now);
  if (order.payment === 'none' && order.reservedUntil >= now) return;
  await refreshPayment(deps, order);
  if (order.payment === 'none') await deps.orders.releaseExpired(order.id, now);
}
