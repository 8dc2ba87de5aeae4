/// <reference types="@cloudflare/vitest-plugin/types" />
/** Contracts in the rows of tenants, as a purchase leaves them. */
import { sql } from './support.ts';

/** Puts a monthly Pro contract in force. @returns Its subscription. */
export async function putContract(subdominio: string): Promise<string> {
  const subscriptionId = `sub_${crypto.randomUUID()}`;
  await sql(
    `UPDATE tenants SET plano = 'pro', ciclo = 'monthly', amount_centavos = 9900, customer_id = 'cus_1',
       subscription_id = ?, contracted_at = 4, ends_on = NULL WHERE subdominio = ?`,
    ...[subscriptionId, subdominio],
  );
  return subscriptionId;
}
