/**
 * Continues orders that stopped making progress, after a crash at any point.
 *
 * Owns: resuming workflow runs, reading open payments again, releasing names whose reservation has expired. The order
 * rows decide; a dead run is started again from them.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { FIRST_CHECK_MS, UNPAID_WORK } from '#functions/checkout/store.ts';
import { isAllOver, syncPayment, withdrawCharge } from '#functions/checkout/sync-payment.ts';
import type { Deps } from '#functions/compose.ts';
import { beginProvisioning, ensureWorkflow } from '#functions/orders/begin-provisioning.ts';
import type { Order } from '#functions/orders/order.ts';
import { withLease } from '#functions/platform/lease.ts';
import { nextAskAt } from '#functions/platform/pace.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { PROVISIONING_WORK } from './store.ts';

/** A run is looked after when its order was not touched for this many poll intervals. */
const SILENT_POLLS = 4;

/** Resumes the workflow run of an order that stopped making progress. */
export const provisioningWork = defineWork<Deps>({
  kind: PROVISIONING_WORK,
  title: 'Criação de um ambiente',
  perRun: 50,
  isUrgent: true,
  async run(needs, { key }) {
    const order = await needs.orders.findById(key);
    if (order === null || order.status !== 'EM_ANDAMENTO' || order.releasedAt !== null) return undefined;
    const now = needs.clock.now();
    const silentMs = SILENT_POLLS * needs.provisionPollSeconds * 1000;
    if (now <= order.touchedAt + silentMs) return { againAt: order.touchedAt + silentMs + 1 };
    await revive(needs, order);
    return { againAt: now + silentMs };
  },
});

/** Asks for the payment of an order, less often the older its choice is, until it is paid or its name is released. */
export const unpaidWork = defineWork<Deps>({
  kind: UNPAID_WORK,
  title: 'Pedido por pagar',
  perRun: 50,
  async run(needs, { key }) {
    const order = await needs.orders.findById(key);
    if (order === null || !isUnpaid(order)) return undefined;
    await settle(needs, order);
    const left = await needs.orders.findById(key);
    if (left === null || !isUnpaid(left)) return undefined;
    const now = needs.clock.now();
    // Without a charge nothing is asked; one may be made at any moment.
    if (left.payment !== 'pending') return { againAt: now + FIRST_CHECK_MS };
    return { againAt: nextAskAt(now, left.termsAcceptedAt, FIRST_CHECK_MS, left.reservedUntil) };
  },
});

const isUnpaid = ({ status, closedAt, releasedAt }: Order): boolean =>
  status === 'AGUARDANDO' && closedAt === null && releasedAt === null;

async function revive(needs: Deps, order: Order): Promise<void> {
  const state = await needs.provisioner.ensureRunning(order.id, order.attempt);
  if (state === 'running') return;
  const attempt = await needs.orderProgress.nextAttempt(order.id, order.attempt, needs.clock.now());
  if (attempt !== null) await ensureWorkflow(needs, order.id, attempt);
}

/** Asks the processor first: a name is released only when nothing can be charged for it any more. */
async function settle(needs: Deps, order: Order): Promise<void> {
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
async function expireUnpaid(needs: Deps, orderId: string, now: number): Promise<void> {
  const leased = await needs.orders.acquire(orderId, now);
  if (leased === null) return;
  await withLease(needs.orders, leased, async () => {
    if (leased.payment !== 'pending' || !(await withdrawCharge(needs, leased))) return;
    await needs.orders.releaseUnpaid(leased.id, leased.leaseUntil, needs.clock.now());
  });
}
