/** What a poll of an order reads, in one query. */

import type { TenantState } from '#domain/tenants/states.ts';
import { first } from '#functions/platform/db.ts';
import type { Order } from './order.ts';
import { flagsOf, POLLED, type Stored } from './order-row.ts';

/** What a poll of an order returns. */
export interface OrderProgress
  extends Pick<
    Order,
    | 'subdomain'
    | 'plan'
    | 'cycle'
    | 'status'
    | 'payment'
    | 'payUrl'
    | 'synced'
    | 'healthy'
    | 'pingOk'
    | 'retryingSince'
    | 'leaseUntil'
    | 'createdAt'
    | 'updatedAt'
    | 'closedAt'
    | 'amountCentavos'
    | 'givenBackCentavos'
  > {
  /** The current contract; `null` until the environment is ready. */
  readonly contract: (Pick<Order, 'plan' | 'cycle'> & { readonly state: TenantState }) | null;
}

/** `contract` is JSON. */
type ProgressRow = Stored<Omit<OrderProgress, 'contract'>> & { readonly contract: string | null };

/** The account's live order with only the columns that a poll needs. */
export async function findProgress(db: D1Database, subject: string): Promise<OrderProgress | null> {
  const row = await first<ProgressRow>(db)`SELECT ${POLLED}, (
          SELECT json_object('state', t.state, 'plan', t.plan, 'cycle', t.cycle) FROM environments t
          WHERE t.subdomain = o.subdomain AND o.status = 'CONCLUIDO') AS contract
        FROM order_rows o WHERE subject = ${subject} AND released_at IS NULL`;
  if (row === null) return null;
  const { contract, ...read } = row;
  return {
    ...read,
    ...flagsOf(read),
    contract: contract === null ? null : (JSON.parse(contract) as OrderProgress['contract']),
  };
}
