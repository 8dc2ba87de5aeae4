/** Selects, in D1, the contracts that the daily comparison checks and the listed charges that need a closer look. */

import type { Charge } from '#domain/contract/facts.ts';
import { all, among, first, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { wasNoticed } from '#functions/platform/notice-store.ts';

/** A contract to be checked against the processor. */
export interface ComparedContract {
  readonly contractId: string;
  readonly orderId: string;
  readonly subscriptionId: string;
  /** 1 while the processor still has an old price. */
  readonly priceDue: 0 | 1;
}

/** Days are `YYYY-MM-DD` in São Paulo, moments are milliseconds UTC. */
export interface ComparisonWindow {
  /** First day of the charges that were still open in the last comparison. */
  readonly since: string;
  readonly sinceMs: number;
  readonly today: string;
  readonly yesterday: string;
  readonly dayBeforeSince: string;
  /** Contracts last compared before this time are due for their weekly check. */
  readonly weekAgoMs: number;
}

/** Why a contract is checked. */
export type ComparisonReason = 'event' | 'due' | 'unclear' | 'week';

/**
 * The queries that select contracts for each reason. Conditions like `failed_at >= 0` only make SQLite use the index.
 */
const choicesOf = ({
  since,
  sinceMs,
  today,
  yesterday,
  dayBeforeSince,
  weekAgoMs,
}: ComparisonWindow): Readonly<Record<ComparisonReason, readonly Sql[]>> => ({
  event: [
    // Events whose processing failed. Charges missing in the ledger come up in the processor's list instead.
    sql`SELECT h.contract_id FROM received_events e JOIN charges h ON h.payment_id = e.payment_id
      WHERE e.processed_at IS NULL AND e.received_at >= 0`,
    sql`SELECT c.id FROM received_events e JOIN contracts c ON c.subscription_id = e.subscription_id
      WHERE e.subscription_id IS NOT NULL AND e.received_at >= ${sinceMs}`,
  ],
  due: [
    sql`SELECT h.contract_id FROM charges h JOIN contracts c ON c.id = h.contract_id
      WHERE h.state IN ('pending', 'overdue', 'refused') AND h.due_on < ${today} AND c.ended_at IS NULL`,
    // The day after the paid period has passed, and no later period is paid.
    sql`SELECT h.contract_id FROM charges h JOIN contracts c ON c.id = h.contract_id
      WHERE h.state IN ('confirmed', 'disputed') AND h.kind = 'period'
        AND h.covers_through >= ${dayBeforeSince} AND h.covers_through < ${yesterday} AND c.ended_at IS NULL
        AND NOT EXISTS (SELECT 1 FROM charges l WHERE l.contract_id = h.contract_id AND l.returned IS NULL
          AND l.state IN ('confirmed', 'disputed') AND l.kind = 'period'
            AND l.covers_through >= ${yesterday})`,
    sql`SELECT c.id FROM contracts c WHERE c.ended_at IS NULL AND c.first_due_on >= ${since}
        AND c.first_due_on < ${today} AND NOT EXISTS (SELECT 1 FROM charges h WHERE h.contract_id = c.id
          AND h.state IN ('confirmed', 'disputed'))`,
  ],
  unclear: [
    sql`SELECT c.id FROM changing_plans p JOIN contracts c ON c.order_id = p.order_id
      WHERE p.order_id > '' AND c.ended_at IS NULL`,
    sql`SELECT c.id FROM contract_ends e JOIN contracts c ON c.subscription_id = e.subscription_id
      WHERE e.done_at IS NULL AND e.requested_at >= 0`,
    sql`SELECT id FROM contracts WHERE price_due = 1 AND id > ''`,
    sql`SELECT c.id FROM dunning d JOIN contracts c ON c.subscription_id = d.subscription_id
      WHERE d.closed_at IS NULL AND d.failed_at >= 0`,
    sql`SELECT c.id FROM environments t JOIN contracts c ON c.order_id = t.order_id
      WHERE t.state = 'suspended' AND c.ended_at IS NULL`,
    sql`SELECT contract_id FROM charges WHERE state = 'disputed' AND contract_id > ''`,
  ],
  week: [sql`SELECT id FROM contracts WHERE closed_at IS NULL AND compared_at < ${weekAgoMs}`],
});

const RECORD = sql`id AS contract_id, order_id, subscription_id,
    price_due`;

/**
 * Marks the contracts to check; a mark stays until the check is done.
 * @returns How many contracts each reason added to those of the reasons before it.
 */
export async function markContracts(
  db: D1Database,
  window: ComparisonWindow,
): Promise<Record<ComparisonReason, number>> {
  const chosen = { event: 0, due: 0, unclear: 0, week: 0 };
  const asked = Object.entries(choicesOf(window)).flatMap(([reason, all]) =>
    all.map((choice) => ({ reason: reason as ComparisonReason, choice })),
  );
  const marked = await db.batch(
    asked.map(
      ({ choice }) =>
        statement(db)`UPDATE contracts SET compare_due = 1 WHERE compare_due = 0 AND id IN (${choice})`,
    ),
  );
  for (const [index, { reason }] of asked.entries()) chosen[reason] += marked[index]?.meta.changes ?? 0;
  return chosen;
}

/** Marks every contract that has not ended. */
export const markAllContracts = (db: D1Database): Promise<number> =>
  run(db)`UPDATE contracts SET compare_due = 1 WHERE closed_at IS NULL AND compared_at >= 0`;

export const listChosenContracts = (db: D1Database, limit: number) =>
  all<ComparedContract>(db)`SELECT ${RECORD} FROM contracts WHERE compare_due = 1 LIMIT ${limit}`;

export const findCompared = (db: D1Database, subscriptionId: string) =>
  first<ComparedContract>(db)`SELECT ${RECORD} FROM contracts WHERE subscription_id = ${subscriptionId}`;

/**
 * Records that a contract was checked.
 * @param at Time of the check; 0 when the next comparison must check it again.
 */
export const noteCompared = (db: D1Database, contractId: string, at: number) =>
  run(db)`UPDATE contracts SET compare_due = 0, compared_at = ${at} WHERE id = ${contractId}`;

/** Excludes an ended contract from further comparisons. */
export const closeCompared = (db: D1Database, contractId: string, now: number) =>
  run(db)`UPDATE contracts SET compare_due = 0, closed_at = ${now} WHERE id = ${contractId}`;

/**
 * The recorded state of these charges, for those whose consequences were all carried out. A charge recorded just
 * before a crash is not among them.
 */
export const listFollowed = (db: D1Database, paymentIds: readonly string[]) =>
  all<Pick<Charge, 'paymentId' | 'state' | 'amountCentavos' | 'dueOn'>>(
    db,
  )`SELECT c.payment_id, c.state, c.amount_centavos, c.due_on
        FROM charges c WHERE c.payment_id IN ${among(paymentIds)} AND (c.returned IS NOT NULL OR CASE
           WHEN c.state IN ('overdue', 'refused') THEN EXISTS (SELECT 1 FROM dunning d
           WHERE d.payment_id = c.payment_id)
           WHEN c.state IN ('pending', 'deleted') THEN 1
           ELSE ${wasNoticed(
             sql`IN (CASE c.state WHEN 'confirmed' THEN 'paid' WHEN 'disputed' THEN 'chargeback' ELSE 'refunded' END,
             CASE c.state WHEN 'refunded' THEN 'chargeback-lost' END)`,
             sql`c.payment_id`,
           )} END)`;
