import type { EndKind } from '#domain/contract/facts.ts';
import { all, first, sql } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';

/** A contract that is ending. */
export interface ContractEnd {
  readonly subscriptionId: string;
  readonly subdomain: string;
  readonly orderId: string;
  readonly kind: EndKind;
  /** Last day of the environment, `YYYY-MM-DD` in São Paulo. */
  readonly endsOn: string;
  readonly requestedAt: number;
  /** When the processor had confirmed every step; `null` while work is left. */
  readonly doneAt: number | null;
}

/** The columns of a row, named as the fields of `ContractEnd`. */
const RECORD = sql`subscription_id, subdomain, order_id, kind,
    ends_on, requested_at, done_at`;

export const findEnd = (db: D1Database, subscriptionId: string) =>
  first<ContractEnd>(db)`SELECT ${RECORD} FROM contract_ends WHERE subscription_id = ${subscriptionId}`;

/** The newest end of a tenant's contracts; looked up by order, because the name may have had another owner. */
export const findNewestEnd = (db: D1Database, orderId: string) =>
  first<ContractEnd>(db)`SELECT ${RECORD} FROM contract_ends WHERE order_id = ${orderId}
        ORDER BY requested_at DESC LIMIT 1`;

/** Subscriptions of an order whose end is not done. */
export async function listOpenEnds(db: D1Database, orderId: string): Promise<string[]> {
  const open = await all<{ id: string }>(db)`SELECT subscription_id AS id FROM contract_ends
        WHERE order_id = ${orderId} AND done_at IS NULL`;
  return open.map(({ id }) => id);
}

/**
 * Marks an end as done, with its mails and event; false, with neither, when the end's kind has changed: the new kind
 * has other mails.
 */
export const finishEnd = (
  db: D1Database,
  { subscriptionId, kind }: ContractEnd,
  endsOn: string,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`
        UPDATE contract_ends SET done_at = ${now}, ends_on = ${endsOn}
          WHERE subscription_id = ${subscriptionId} AND kind = ${kind} AND done_at IS NULL`;
