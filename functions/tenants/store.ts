/**
 * Tenants in D1: the owner of each environment, and the last applied state of its ledger.
 *
 * Provisioning creates the row (orders/run-rows.ts), and ledger/apply-standing.ts updates it from the ledger. The row serves
 * look-ups and polling; commands read the facts.
 */
import { first, type Sql, sql, statement } from '#functions/platform/db.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { revisionAt } from './admitted.ts';
import type { Tenant } from './tenant.ts';

/** The row's columns under the field names of `Tenant`. */
const RECORD = sql`subdomain, order_id, subject, plan, cycle,
    amount_centavos, customer_id, subscription_id, state,
    contracted_at, ends_on, cluster,
    COALESCE(state_since, created_at) AS state_since, created_at`;

const one = (db: D1Database, which: Sql) => first<Tenant>(db)`SELECT ${RECORD} FROM tenants WHERE ${which}`;

export const findTenantByName = (db: D1Database, subdomain: string) => one(db, sql`subdomain = ${subdomain}`);

export const findTenant = (db: D1Database, orderId: string) => one(db, sql`order_id = ${orderId}`);

export const findTenantOfOwner = (db: D1Database, subject: string) => one(db, sql`subject = ${subject}`);

/** The environment of which an account is a member. */
export const findTenantOfMember = (db: D1Database, subject: string) =>
  one(db, sql`order_id = (SELECT order_id FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`);

/** Writes the row of an order's environment, for the batch that completes the order; nothing for any other order. */
export const deliveredStatement = (db: D1Database, orderId: string, now: number) =>
  // The application was written with the same list: the account that ordered.
  statement(db)`INSERT INTO tenants (subdomain, order_id, subject, plan, cycle, amount_centavos, customer_id,
      subscription_id, contracted_at, state_since, created_at, cluster, admitted_revision, admitted_applied)
    SELECT subdomain, order_id, subject, plan, IIF(plan = 'free', 'monthly', cycle), amount_centavos, customer_id,
      subscription_id, CASE WHEN payment = 'confirmed' THEN paid_at END, ${now}, ${now}, cluster,
      ${revisionAt(sql`${now}`)}, ${revisionAt(sql`${now}`)}
    FROM sales WHERE order_id = ${orderId} AND status = 'CONCLUIDO'
    ON CONFLICT (order_id) DO NOTHING`;

/** Statement that deletes the row of an ended environment; dependent rows go with it, and count as changes. */
export const removedStatement = (db: D1Database, subdomain: string, orderId: string): D1PreparedStatement =>
  statement(
    db,
  )`DELETE FROM tenants WHERE subdomain = ${subdomain} AND order_id = ${orderId} AND state = 'ended'`;

/** Marks an environment for removal; this cannot be undone. */
export async function endForRemoval(db: D1Database, orderId: string, now: number): Promise<void> {
  await db.batch([
    statement(db)`UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ${orderId}`,
    environmentWork(db, orderId, now),
  ]);
}
