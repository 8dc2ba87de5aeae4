/// <reference types="@cloudflare/vitest-plugin/types" />
/** Sets a tenant row as the ledger would, for tests that read only the row. */
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { env, sql } from './support.ts';

/** Puts a monthly Pro contract in force. */
export async function putContract(subdominio: string): Promise<void> {
  await sql(
    `UPDATE tenants SET plan = 'pro', cycle = 'monthly', amount_centavos = 9900, customer_id = 'cus_1',
       subscription_id = ?, contracted_at = 4, ends_on = NULL WHERE subdomain = ?`,
    `sub_${crypto.randomUUID()}`,
    subdominio,
  );
}

/** Sets the last day of a cancelled renewal. */
export const putEnd = (subdominio: string, endsOn: string) =>
  sql('UPDATE tenants SET subscription_id = NULL, ends_on = ? WHERE subdomain = ?', endsOn, subdominio);

export async function putState(subdominio: string, state: 'active' | 'suspended' | 'ended'): Promise<void> {
  const [row] = await sql<{ order_id: string }>(
    'UPDATE tenants SET state = ?, state_since = 5 WHERE subdomain = ? RETURNING order_id',
    state,
    subdominio,
  );
  if (row !== undefined) await environmentWork(env.DB, row.order_id, 0).run();
}
