/**
 * Tenants in D1: a tenant's row is its contract.
 *
 * Owns: SQL and the mapping of rows. The row is made with the end of provisioning (orders.ts). Every change names what
 * it expects in its WHERE clause, so of two racing callers one changes the row and the other is told so.
 */
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { Tenant, TenantState, TenantStore } from './tenant.ts';

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
export function createTenantStore(db: D1Database): TenantStore {
  const one = async (sql: string, ...values: unknown[]): Promise<Tenant | null> => {
    const row = await db
      .prepare(sql)
      .bind(...values)
      .first<TenantRow>();
    return row === null ? null : toTenant(row);
  };
  const many = async (sql: string, ...values: unknown[]): Promise<readonly Tenant[]> => {
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<TenantRow>();
    return results.map(toTenant);
  };
  const changesOne = async (sql: string, ...values: unknown[]): Promise<boolean> => {
    const { meta } = await db
      .prepare(sql)
      .bind(...values)
      .run();
    return meta.changes === 1;
  };

  return {
    findBySubdomain: (subdomain) => one('SELECT * FROM tenants WHERE subdominio = ?', subdomain),
    findBySubject: (subject) => one('SELECT * FROM tenants WHERE subject = ?', subject),
    findBySubscription: (id) => one('SELECT * FROM tenants WHERE subscription_id = ?', id),
    setState: (subdomain, from, to, now) =>
      changesOne(
        'UPDATE tenants SET state = ?, state_since = ? WHERE subdominio = ? AND state = ?',
        ...[to, now, subdomain, from],
      ),
    scheduleEnd: (subdomain, subscriptionId, endsOn) =>
      changesOne(
        'UPDATE tenants SET subscription_id = NULL, ends_on = ? WHERE subdominio = ? AND subscription_id = ?',
        ...[endsOn, subdomain, subscriptionId],
      ),
    listAfter: (after, limit) =>
      many('SELECT * FROM tenants WHERE subdominio > ? ORDER BY subdominio LIMIT ?', after, limit),
    listEnding: (day, limit) =>
      many(
        `SELECT * FROM tenants WHERE state <> 'ended' AND ends_on < ? ORDER BY ends_on, subdominio LIMIT ?`,
        ...[day, limit],
      ),
    listInState: (state, before, limit) =>
      many(
        `SELECT * FROM tenants WHERE state = ? AND COALESCE(state_since, created_at) < ?
         ORDER BY COALESCE(state_since, created_at), subdominio LIMIT ?`,
        ...[state, before, limit],
      ),
  };
}
