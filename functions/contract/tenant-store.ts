/**
 * Tenants in D1: a tenant's row is its contract.
 *
 * The row is made with the end of provisioning (provisioning/store.ts). Every change names the
 * state it expects in its WHERE clause, so one of two racing callers changes the row and the other learns it.
 */
import { all, first, run } from '#functions/platform/db.ts';
import type { Tenant, TenantState } from './tenant.ts';

/** The columns of a row, named as the fields of `Tenant`. */
const RECORD = `subdominio AS subdomain, order_id AS orderId, subject, plano AS plan, ciclo AS cycle,
  amount_centavos AS amountCentavos, customer_id AS customerId, subscription_id AS subscriptionId, state,
  contracted_at AS contractedAt, ends_on AS endsOn, COALESCE(state_since, created_at) AS stateSince,
  created_at AS createdAt`;

/** Makes the store over a D1 database. */
export function createTenantStore(db: D1Database) {
  const one = (which: string, value: string) =>
    first<Tenant>(db, `SELECT ${RECORD} FROM tenants WHERE ${which}`, value);
  const many = (which: string, ...values: unknown[]) =>
    all<Tenant>(db, `SELECT ${RECORD} FROM tenants WHERE ${which}`, ...values);
  const changesOne = async (sql: string, ...values: unknown[]): Promise<boolean> =>
    (await run(db, sql, ...values)) === 1;

  return {
    findBySubdomain: (subdomain: string) => one('subdominio = ?', subdomain),
    findBySubject: (subject: string) => one('subject = ?', subject),
    findBySubscription: (subscriptionId: string) => one('subscription_id = ?', subscriptionId),
    /** Changes the state from one to another; false when it was not in `from`. */
    setState: (subdomain: string, from: TenantState, to: TenantState, now: number) =>
      changesOne(
        'UPDATE tenants SET state = ?, state_since = ? WHERE subdominio = ? AND state = ?',
        to,
        now,
        subdomain,
        from,
      ),
    /** Notes that the renewal is cancelled: no subscription any more, last day `endsOn`. */
    scheduleEnd: (subdomain: string, subscriptionId: string, endsOn: string) =>
      changesOne(
        'UPDATE tenants SET subscription_id = NULL, ends_on = ? WHERE subdominio = ? AND subscription_id = ?',
        endsOn,
        subdomain,
        subscriptionId,
      ),
    /** Tenants by subdomain, after `after`, for jobs that work page by page. */
    listAfter: (after: string, limit: number) =>
      many('subdominio > ? ORDER BY subdominio LIMIT ?', after, limit),
    /** Tenants that have not ended and whose last day is before `day`. */
    listEnding: (day: string, limit: number) =>
      many(`state <> 'ended' AND ends_on < ? ORDER BY ends_on, subdominio LIMIT ?`, day, limit),
    /** Tenants in `state` since before `before`, oldest first. */
    listInState: (state: TenantState, before: number, limit: number) =>
      many(
        `state = ? AND COALESCE(state_since, created_at) < ?
         ORDER BY COALESCE(state_since, created_at), subdominio LIMIT ?`,
        state,
        before,
        limit,
      ),
  };
}
export type TenantStore = ReturnType<typeof createTenantStore>;
