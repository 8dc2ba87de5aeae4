/// <reference types="@cloudflare/vitest-plugin/types" />
/** Sets the rows of an environment as the ledger would, for tests that read only these. */
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { env, sql } from './support.ts';

const ORDER = '(SELECT order_id FROM tenants WHERE subdomain = ?)';

/** Puts a monthly Pro contract in force. */
export async function putContract(subdominio: string): Promise<void> {
  await sql(
    `INSERT OR REPLACE INTO contracts_in_force (order_id, amount_centavos, customer_id, subscription_id, contracted_at)
     VALUES (${ORDER}, 9900, 'cus_1', ?, 4)`,
    subdominio,
    `sub_${crypto.randomUUID()}`,
  );
  await sql(
    "UPDATE tenants SET plan = 'pro', cycle = 'monthly', ends_on = NULL WHERE subdomain = ?",
    subdominio,
  );
}

/** Sets the last day of a cancelled renewal. */
export async function putEnd(subdominio: string, endsOn: string): Promise<void> {
  await sql(`UPDATE contracts_in_force SET subscription_id = NULL WHERE order_id = ${ORDER}`, subdominio);
  await sql('UPDATE tenants SET ends_on = ? WHERE subdomain = ?', endsOn, subdominio);
}

export async function putState(
  subdominio: string,
  state: 'active' | 'suspended' | 'asleep' | 'ended',
  since = 5,
): Promise<void> {
  const [row] = await sql<{ order_id: string }>(
    'UPDATE tenants SET state = ?, state_since = ? WHERE subdomain = ? RETURNING order_id',
    state,
    since,
    subdominio,
  );
  if (row !== undefined) await environmentWork(env.DB, row.order_id, 0).run();
}

/** Moves delivery, contract and state of an environment back, as when that time had passed. */
export async function moveTenantBack(orderId: string, ms: number): Promise<void> {
  await sql(
    `UPDATE tenants SET created_at = created_at - ?1, state_since = state_since - ?1, version = version + 1
     WHERE order_id = ?2`,
    ms,
    orderId,
  );
  await sql(
    'UPDATE contracts_in_force SET contracted_at = contracted_at - ? WHERE order_id = ?',
    ms,
    orderId,
  );
}
