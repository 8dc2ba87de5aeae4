/**
 * Closes orders that are paid, or being paid, and have no environment: at the customer's request at any time, and by
 * itself after the promised time.
 *
 * Owns: the decision, one compare-and-set on the order. The clean-up is in end-closed-order.ts.
 */
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { markStatements } from '#functions/debts/marks-store.ts';
import { partiesOf } from '#functions/debts/parties.ts';
import { closeAsSeen, listUndelivered, listUnreported } from '#functions/orders/closing-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { findClosedOrder, findLiveOrder } from '#functions/orders/store.ts';
import type { Sql } from '#functions/platform/db.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';

const HOUR_MS = 3_600_000;
/** First try, then one per concurrent change by a run or a payment. */
const ROUNDS_MAX = 4;
const BATCH = 20;
/** Delivery usually takes minutes; after this time operators are notified. */
const SLOW_MS = HOUR_MS;

/** True while the customer can close the order: paid or being paid, and without an environment. */
export function isUndelivered(order: Order, now: number): boolean {
  if (order.plan === 'free' || order.status === 'CONCLUIDO' || order.closedAt !== null) return false;
  return order.payment !== 'none' || order.leaseUntil >= now;
}

/**
 * Closes the caller's order if it has no environment. Idempotent.
 * @returns False when nothing is undelivered: the request then concerns the caller's contract.
 */
export async function closeUndelivered(needs: Deps, subject: string): Promise<boolean> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    if ((await findClosedOrder(needs.db, subject)) !== null) return true;
    const order = await findLiveOrder(needs.db, subject);
    if (order === null || !isUndelivered(order, needs.clock.now())) return false;
    const now = needs.clock.now();
    const marked = isOnTime(order, now) ? await withdrawalOf(needs, order, now) : null;
    // With its mark in one transaction: a repeated request finds the order closed and marks nothing.
    const also = (condition: Sql) =>
      marked === null ? [] : markStatements(needs.db, marked.mark, marked.parties, condition);
    if (await closeAsSeen(needs.db, order, 'customer', now, also)) return true;
  }
  throw new DomainError('idempotency-in-progress');
}

/** True while a paid order is still within the promised time: leaving now counts as a withdrawal. */
const isOnTime = ({ status, paidAt }: Order, now: number): boolean =>
  status === 'EM_ANDAMENTO' && paidAt !== null && now < paidAt + SLOW_MS;

/** A mark of account, payer and tenant, like every withdrawal, so that repeated buying and leaving is stopped. */
async function withdrawalOf(needs: Deps, { id: orderId, subject, payer }: Order, at: number) {
  const parties = await partiesOf(needs, { subject, orderId, payer });
  return { mark: { kind: 'withdrawal', reference: orderId, at }, parties } as const;
}

type CloseNeeds = Pick<Deps, 'db' | 'clock'>;

/** Closes orders that were paid too long ago. An order that changes meanwhile is left to the next run. */
export async function closeOverdue(needs: CloseNeeds & Pick<Deps, 'deliveryHoursMax'>): Promise<void> {
  const before = needs.clock.now() - needs.deliveryHoursMax * HOUR_MS;
  for (const order of await listUndelivered(needs.db, before, BATCH))
    await closeAsSeen(needs.db, order, 'undelivered', needs.clock.now());
}

/** Notifies operators of undelivered orders: once when provisioning failed, once when it takes too long. */
export async function reportUndelivered(needs: Deps): Promise<void> {
  const now = needs.clock.now();
  for (const order of await listUnreported(needs.db, now, now - SLOW_MS, BATCH))
    await notifyOperators(needs, order.status === 'ERRO' ? 'undelivered' : 'undelivered-slow', {
      subdomain: order.subdomain,
      orderId: order.id,
      reference: order.subscriptionId ?? order.id,
      amountCentavos: order.amountCentavos,
    });
}
