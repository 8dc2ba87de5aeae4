/** The end of provisioning in D1: the environment's row, what was sold, and the work that follows. */
import type { FactChange } from '#domain/contract/facts.ts';
import { STANDING_WORK } from '#functions/ledger/cluster-calls.ts';
import { factStatements } from '#functions/ledger/fact-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { completedStatement } from '#functions/orders/run-rows.ts';
import { soldFacts } from '#functions/orders/sold-facts.ts';
import { firstChangesOne, sql } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { CHANGED, mailStatements, type OutgoingMail } from '#functions/platform/outbox.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { deliveredStatements } from '#functions/tenants/store.ts';

/**
 * EM_ANDAMENTO → CONCLUIDO with the tenant row and the welcome mail, in one transaction. False, with neither, for
 * an order that was closed or restarted meanwhile.
 */
export const completeOrder = (
  db: D1Database,
  order: Order,
  welcome: OutgoingMail,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, completionStatements(db, order, soldFacts(order, now), now, welcome));

/**
 * Statements that finish an order that is in progress; they do nothing for any other.
 * @param facts What was sold and charged.
 * @param welcome `null` for an environment that its customer already has.
 */
export function completionStatements(
  db: D1Database,
  order: Pick<Order, 'id' | 'attempt'>,
  facts: readonly FactChange[],
  now: number,
  welcome: OutgoingMail | null = null,
): D1PreparedStatement[] {
  const isDone = sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${order.id})`;
  return [
    completedStatement(db, order, now),
    eventStatement(db, { kind: 'provisioning-done', orderId: order.id }, now, CHANGED),
    ...deliveredStatements(db, order.id, now),
    // The sale and its first charge; later ones come from the processor.
    ...factStatements(db, order.id, facts, now, isDone),
    environmentWork(db, order.id, now, isDone, [STANDING_WORK]),
    ...(welcome === null
      ? []
      : mailStatements(
          db,
          welcome,
          now,
          sql`EXISTS (SELECT 1 FROM sales WHERE order_id = ${order.id} AND status = 'CONCLUIDO')`,
        )),
  ];
}
