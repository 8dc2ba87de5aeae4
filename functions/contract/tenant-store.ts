/**
 * Tenants in D1: a tenant's row is its contract.
 *
 * Owns: SQL and the mapping of rows. The row is made with the end of provisioning (checkout/store.ts). Every change
 * names what it expects in its WHERE clause, so one of two racing callers changes the row and the other learns it.
 */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { all, first, run } from '#functions/platform/db.ts';
import type { Tenant, TenantState } from './tenant.ts';

interface TenantRow {
  subdominio: string;
  order_id: string;
  subject: string;
  plano: PlanId;
  ciclo: BillingCycle;
  amount_centavos: number;
  customer_id: string | null;
  subscription_id: string | null;
  state: TenantState;
  contracted_at: number | null;
  ends_on: string | null;
  state_since: number | null;
  created_at: number;
}

function toTenant(row: TenantRow): Tenant {
  return {
    subdomain: row.subdominio,
    orderId: row.order_id,
    subject: row.subject,
    plan: row.plano,
    cycle: row.ciclo,
    amountCentavos: row.amount_centavos,
    customerId: row.customer_id,
    subscriptionId: row.subscription_id,
    state: row.state,
    contractedAt: row.contracted_at,
    endsOn: row.ends_on,
    stateSince: row.state_since ?? row.created_at,
    createdAt: row.created_at,
  };
}

/** Makes the store over a D1 database. */
export function createTenantStore(db: D1Database) {
  const one = async (sql: string, ...values: unknown[]): Promise<Tenant | null> => {
    const row = await first<TenantRow>(db, sql, ...values);
    return row === null ? null : toTenant(row);
  };
  const many = async (sql: string, ...values: unknown[]): Promise<Tenant[]> =>
    (await all<TenantRow>(db, sql, ...values)).map(toTenant);
  const changesOne = async (sql: string, ...values: unknown[]): Promise<boolean> =>
    (await run(db, sql, ...values)) === 1;

  return {
    findBySubdomain: (subdomain: string) => one('SELECT * FROM tenants WHERE subdominio = ?', subdomain),
    findBySubject: (subject: string) => one('SELECT * FROM tenants WHERE subject = ?', subject),
    findBySubscription: (subscriptionId: string) =>
      one('SELECT * FROM tenants WHERE subscription_id = ?', subscriptionId),
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
    /** Tenants by subdomain, after `after`, for jobs that go round. */
    listAfter: (after: string, limit: number) =>
      many('SELECT * FROM tenants WHERE subdominio > ? ORDER BY subdominio LIMIT ?', after, limit),
    /** Tenants that have not ended and whose last day is before `day`. */
    listEnding: (day: string, limit: number) =>
      many(
        `SELECT * FROM tenants WHERE state <> 'ended' AND ends_on < ? ORDER BY ends_on, subdominio LIMIT ?`,
        day,
        limit,
      ),
    /** Tenants in `state` since before `before`, oldest first. */
    listInState: (state: TenantState, before: number, limit: number) =>
      many(
        `SELECT * FROM tenants WHERE state = ? AND COALESCE(state_since, created_at) < ?
         ORDER BY COALESCE(state_since, created_at), subdominio LIMIT ?`,
        state,
        before,
        limit,
      ),
  };
}
export type TenantStore = ReturnType<typeof createTenantStore>;
