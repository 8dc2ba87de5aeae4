/**
 * Tenants in D1: the owner of each environment, and the last applied state of its ledger.
 *
 * Provisioning creates the row (provisioning/store.ts), and ledger/apply-standing.ts updates it from the ledger. The row serves
 * look-ups and polling; commands read the facts.
 */
import { first, type Sql, sql, statement } from '#functions/platform/db.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import type { Tenant } from './tenant.ts';

/** The row's columns under the field names of `Tenant`. */
const RECORD = sql`subdominio AS subdomain, order_id AS orderId, subject, plano AS plan, ciclo AS cycle,
    amount_centavos AS amountCentavos, customer_id AS customerId, subscription_id AS subscriptionId, state,
    contracted_at AS contractedAt, ends_on AS endsOn, cluster,
    COALESCE(state_since, created_at) AS stateSince, created_at AS createdAt`;

const one = (db: D1Database, which: Sql) => first<Tenant>(db)`SELECT ${RECORD} FROM tenants WHERE ${which}`;

export const findTenantByName = (db: D1Database, subdomain: string) =>
  one(db, sql`subdominio = ${subdomain}`);

export const findTenant = (db: D1Database, orderId: string) => one(db, sql`order_id = ${orderId}`);

export const findTenantOfOwner = (db: D1Database, subject: string) => one(db, sql`subject = ${subject}`);

/** The environment of which an account is a member. */
export const findTenantOfMember = (db: D1Database, subject: string) =>
  one(db, sql`order_id = (SELECT order_id FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`);

/** Marks an environment for removal; this cannot be undone. */
export async function endForRemoval(db: D1Database, orderId: string, now: number): Promise<void> {
  await db.batch([
    statement(db)`UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ${orderId}`,
    environmentWork(db, orderId, now),
  ]);
}
