/** What the rows know of environments and subscriptions that exist elsewhere, and the rows of one that is taken back. */
import type { FactChange } from '#domain/contract/facts.ts';
import { readoptedStatements } from '#functions/orders/readopted-rows.ts';
import { all, among } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { completionStatements } from '#functions/provisioning/complete.ts';
import { admittedChanged } from '#functions/tenants/admitted.ts';
import { readmittedStatement } from '#functions/tenants/members.ts';
import { redeliveredStatement } from '#functions/tenants/store.ts';
import type { FoundMember, FoundOrder, FoundTenant } from './orphan.ts';

/** Live orders of these names. */
export const ordersOfNames = (db: D1Database, subdomains: readonly string[]) =>
  all<{ id: string; subdomain: string }>(db)`SELECT id, subdomain FROM orders
        WHERE subdomain IN ${among(subdomains)} AND released_at IS NULL`;

/** Those of the subscriptions that no order, contract or change names. */
export const unknownSubscriptions = async (
  db: D1Database,
  ids: readonly string[],
): Promise<readonly string[]> =>
  (
    await all<{ id: string }>(db)`SELECT value AS id FROM json_each(${JSON.stringify(ids)})
          WHERE NOT EXISTS (SELECT 1 FROM contracts WHERE subscription_id = value)
            AND NOT EXISTS (SELECT 1 FROM orders WHERE subscription_id = value)
            AND NOT EXISTS (SELECT 1 FROM plan_changes WHERE subscription_id = value)
            AND NOT EXISTS (SELECT 1 FROM card_changes WHERE page_subscription_id = value)`
  ).map(({ id }) => id);

/** Environments that should run or be kept, by name, after `after`. */
export const pageTenants = (db: D1Database, after: string, limit: number) =>
  all<FoundTenant>(db)`SELECT t.subdomain, t.order_id, t.subject, t.plan,
          s.cluster FROM environments t JOIN sales s ON s.order_id = t.order_id
        WHERE t.subdomain > ${after} ORDER BY t.subdomain LIMIT ${limit}`;

/**
 * Writes the rows of an environment that runs without them, in one transaction.
 * @throws Error of D1 when account or name got another live order meanwhile.
 */
export async function writeReadopted(
  db: D1Database,
  order: FoundOrder,
  facts: readonly FactChange[],
  members: readonly FoundMember[],
  now: number,
): Promise<void> {
  const { id } = order;
  await db.batch([
    ...readoptedStatements(db, order, now),
    eventStatement(db, { kind: 'order-readopted', orderId: id, detail: order.application }, now),
    ...completionStatements(db, { id, attempt: 0 }, facts, now),
    // Since the sale and not since now: the days of a withdrawal count from the delivery.
    redeliveredStatement(db, id, order.createdAt),
    readmittedStatement(db, id, members, now),
    // The list in the application is an older one now.
    ...admittedChanged(db, id, now),
  ]);
}
