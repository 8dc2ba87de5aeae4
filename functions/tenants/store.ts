/**
 * Tenants in D1: the owner of each environment, and the last applied state of its ledger.
 *
 * Provisioning creates the row (orders/run-rows.ts), and ledger/apply-standing.ts updates it from the ledger. The row serves
 * look-ups and polling; commands read the facts.
 */
import { first, type Sql, sql, statement } from '#functions/platform/db.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import type { Tenant } from './tenant.ts';

const RECORD = sql`t.subdomain, t.order_id, t.subject, t.plan, t.cycle, COALESCE(c.amount_centavos, 0) AS amount_centavos,
    c.customer_id, c.subscription_id, t.state, c.contracted_at, t.ends_on,
    COALESCE(t.state_since, t.created_at) AS state_since, t.created_at`;

const one = (db: D1Database, which: Sql) => first<Tenant>(db)`SELECT ${RECORD} FROM tenants t
    LEFT JOIN contracts_in_force c ON c.order_id = t.order_id WHERE ${which}`;

export const findTenantByName = (db: D1Database, subdomain: string) =>
  one(db, sql`t.subdomain = ${subdomain}`);

export const findTenant = (db: D1Database, orderId: string) => one(db, sql`t.order_id = ${orderId}`);

export const findTenantOfOwner = (db: D1Database, subject: string) => one(db, sql`t.subject = ${subject}`);

/** The environment of which an account is a member. */
export const findTenantOfMember = (db: D1Database, subject: string) =>
  one(
    db,
    sql`t.order_id = (SELECT order_id FROM memberships WHERE subject = ${subject} AND ended_at IS NULL)`,
  );

/** SQL condition: something was bought for the environment; our own have no contract. */
export const isContracted = (orderId: Sql): Sql =>
  sql`EXISTS (SELECT 1 FROM contracts_in_force f WHERE f.order_id = ${orderId})`;

/** Statements that write the rows of an order's environment, for the batch that completes it; nothing for any other order. */
export const deliveredStatements = (db: D1Database, orderId: string, now: number): D1PreparedStatement[] => [
  statement(db)`INSERT INTO tenants (subdomain, order_id, subject, plan, cycle, state_since, created_at)
    SELECT subdomain, order_id, subject, plan, IIF(plan = 'free', 'monthly', cycle), ${now}, ${now}
    FROM sales WHERE order_id = ${orderId} AND status = 'CONCLUIDO' ON CONFLICT (order_id) DO NOTHING`,
  statement(
    db,
  )`INSERT INTO contracts_in_force (order_id, amount_centavos, customer_id, subscription_id, contracted_at)
    SELECT t.order_id, s.amount_centavos, s.customer_id, s.subscription_id, s.paid_at
    FROM tenants t JOIN sales s ON s.order_id = t.order_id
    WHERE t.order_id = ${orderId} AND s.payment = 'confirmed' ON CONFLICT (order_id) DO NOTHING`,
];

/** Statement that takes the next version of an environment's facts; the batch fails when another caller did before. */
export const raisedVersion = (db: D1Database, orderId: string, version: number): D1PreparedStatement =>
  statement(db)`UPDATE tenants SET version = CASE WHEN version = ${version} THEN version + 1 END
    WHERE order_id = ${orderId}`;

/** What the ledger has applied to an environment. */
export interface Applied
  extends Pick<Tenant, 'orderId' | 'plan' | 'cycle' | 'state' | 'endsOn' | 'amountCentavos'>,
    Pick<Tenant, 'subscriptionId' | 'contractedAt' | 'customerId'> {
  /** The version of the facts that it follows from. */
  readonly version: number;
}

/** SQL condition: the environment still has the facts of a version. */
export const isAtVersion = (orderId: string, version: number): Sql =>
  sql`EXISTS (SELECT 1 FROM tenants WHERE order_id = ${orderId} AND version = ${version})`;

/** Statements that write what was applied; the first changes one row unless the facts have another version. */
export const appliedStatements = (db: D1Database, applied: Applied, now: number): D1PreparedStatement[] => [
  statement(db)`UPDATE tenants SET state_since = IIF(state <> ${applied.state}, ${now}, state_since),
      state = ${applied.state}, plan = ${applied.plan}, cycle = ${applied.cycle}, ends_on = ${applied.endsOn}
    WHERE order_id = ${applied.orderId} AND version = ${applied.version}`,
  ...(applied.contractedAt === null
    ? []
    : [
        statement(db)`INSERT INTO contracts_in_force (order_id, amount_centavos, customer_id, subscription_id,
            contracted_at)
          SELECT ${applied.orderId}, ${applied.amountCentavos}, ${applied.customerId}, ${applied.subscriptionId},
            ${applied.contractedAt} WHERE ${isAtVersion(applied.orderId, applied.version)}
          ON CONFLICT (order_id) DO UPDATE SET amount_centavos = excluded.amount_centavos,
            customer_id = COALESCE(excluded.customer_id, customer_id), subscription_id = excluded.subscription_id,
            contracted_at = excluded.contracted_at`,
      ]),
];

/** Statement that moves the delivery of an environment back to when it was; its withdrawal counts from then. */
export const redeliveredStatement = (db: D1Database, orderId: string, at: number): D1PreparedStatement =>
  statement(db)`UPDATE tenants SET created_at = ${at}, state_since = ${at} WHERE order_id = ${orderId}`;

/** Statement that deletes the row of an ended environment; dependent rows go with it, and count as changes. */
export const removedStatement = (db: D1Database, subdomain: string, orderId: string): D1PreparedStatement =>
  statement(
    db,
  )`DELETE FROM tenants WHERE subdomain = ${subdomain} AND order_id = ${orderId} AND state = 'ended'`;

/**
 * Statements that mark an environment for removal, which cannot be undone; the first changes one row, or none.
 * @param condition SQL that must be true.
 */
export const endedForRemoval = (
  db: D1Database,
  orderId: string,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] => [
  statement(
    db,
  )`UPDATE tenants SET state = 'ended', state_since = 0 WHERE order_id = ${orderId} AND ${condition}`,
  environmentWork(db, orderId, now),
];

/** Marks an environment for removal; this cannot be undone. */
export async function endForRemoval(db: D1Database, orderId: string, now: number): Promise<void> {
  await db.batch(endedForRemoval(db, orderId, now));
}

/**
 * Statement that puts a free environment to sleep, or wakes one; it changes one row, or none where it is not so. A new
 * version, because whoever applies a standing at the same time would write the state that it read.
 */
export const sleepStatement = (
  db: D1Database,
  orderId: string,
  to: 'asleep' | 'active',
  now: number,
): D1PreparedStatement =>
  statement(db)`UPDATE tenants SET state = ${to}, state_since = ${now}, version = version + 1
    WHERE order_id = ${orderId} AND plan = 'free' AND state = ${to === 'asleep' ? 'active' : 'asleep'}`;
