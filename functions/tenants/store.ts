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

/** Makes the store over a D1 database. */
export function createTenantStore(db: D1Database) {
  const one = (which: Sql) => first<Tenant>(db)`SELECT ${RECORD} FROM tenants WHERE ${which}`;
  return {
    findBySubdomain: (subdomain: string) => one(sql`subdominio = ${subdomain}`),
    findByOrder: (orderId: string) => one(sql`order_id = ${orderId}`),
    findBySubject: (subject: string) => one(sql`subject = ${subject}`),
    /** The environment of which an account is a member. */
    findByMember: (subject: string) =>
      one(sql`order_id = (SELECT order_id FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`),
    /** Marks an environment for removal; this cannot be undone. */
    async endForRemoval(orderId: string, now: number): Promise<void> {
      await db.batch([
        statement(db)`UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ${orderId}`,
        environmentWork(db, orderId, now),
      ]);
    },
  };
}
