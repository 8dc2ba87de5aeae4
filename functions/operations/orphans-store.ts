/** What the rows know of environments and subscriptions that exist elsewhere, and the rows of one that is taken back. */
import type { FactChange } from '#domain/contract/facts.ts';
import { all, among, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { completionStatements } from '#functions/provisioning/complete.ts';
import { admittedChanged } from '#functions/tenants/admitted.ts';
import type { FoundMember, FoundOrder, FoundTenant } from './orphan.ts';

/** Rows written for an order whose acceptance of the terms was lost with the database. */
const UNKNOWN_TERMS = 'perdida';

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
  all<FoundTenant>(db)`SELECT subdomain, order_id, subject, plan,
          cluster FROM tenants
        WHERE subdomain > ${after} ORDER BY subdomain LIMIT ${limit}`;

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
    statement(db)`INSERT INTO orders (id, subject, email, email_proven, name, subdomain, plan, cycle,
            amount_centavos, terms_version, terms_accepted_at, terms_address, status, payment, payer,
            customer_id, subscription_id, payment_id, first_due_on, paid_at, cluster, applied_at, synced,
            healthy, ping_ok, member_at, reserved_until, touched_at, created_at, updated_at, chart_revision)
          VALUES (${id}, ${order.subject}, ${order.email}, ${Number(order.isEmailProven)}, ${order.name},
            ${order.subdomain}, ${order.plan}, ${order.cycle}, ${order.amountCentavos}, ${UNKNOWN_TERMS},
            ${order.createdAt}, '', 'EM_ANDAMENTO', IIF(${order.plan} = 'free', 'free', 'confirmed'),
            ${order.payer}, ${order.customerId}, ${order.subscriptionId}, ${order.paymentId},
            ${order.firstDueOn}, IIF(${order.plan} = 'free', NULL, ${order.createdAt}), ${order.cluster},
            ${order.createdAt}, 1, 1, 1, ${order.createdAt}, 0, ${now}, ${order.createdAt}, ${now},
            ${order.chartRevision})`,
    eventStatement(db, { kind: 'order-readopted', orderId: id, detail: order.application }, now),
    ...completionStatements(db, { id, attempt: 0 }, facts, now),
    // Since the sale and not since now: the days of a withdrawal count from the delivery.
    statement(db)`UPDATE tenants SET created_at = ${order.createdAt}, state_since = ${order.createdAt}
          WHERE order_id = ${id}`,
    statement(db)`INSERT INTO memberships (id, order_id, subject, email, name, token_hash, joined_at)
          SELECT ${id} || ':' || (value ->> 'subject'), ${id}, value ->> 'subject', value ->> 'email',
            value ->> 'name', '', ${now}
          FROM json_each(${JSON.stringify(members)})
          WHERE NOT EXISTS (SELECT 1 FROM memberships WHERE subject = value ->> 'subject'
            AND ended_at IS NULL)`,
    // The list in the application is an older one now.
    ...admittedChanged(db, id, now),
  ]);
}
