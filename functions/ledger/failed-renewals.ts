/** Failed renewals in D1. */
import { all, changesOne, first, sql } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';

/** An unpaid renewal that is being retried. */
export interface Dunning {
  readonly paymentId: string;
  readonly subscriptionId: string;
  readonly subdomain: string;
  /** How often the charge has failed, from 1. */
  readonly failures: number;
  /** First failure, milliseconds UTC; the retry days count from here. */
  readonly failedAt: number;
  /** The card is not charged before; the customer was told this day. */
  readonly retryAt: number;
}

export type DunningOutcome =
  /** The charge was paid. */
  | 'paid'
  /** The contract ended or was replaced. */
  | 'ended'
  /** The charge was removed or refunded at the processor. */
  | 'gone';

/** The kind of work that retries a failed renewal; its key is the charge. */
export const RENEWAL_WORK = 'renewal';

type NewDunning = Omit<Dunning, 'failures'>;

/** The columns of a row, named as the fields of `Dunning`. */
const RECORD = sql`payment_id, subscription_id, subdomain,
    failures, failed_at, retry_at`;

/** Opens the retries of a failed renewal, with its mail and event; false when they are already open. */
export const openDunning = (
  db: D1Database,
  row: NewDunning,
  orderId: string,
  report: ChangeReport,
): Promise<boolean> =>
  changeAndReport(
    db,
    { ...report, work: [{ kind: RENEWAL_WORK, key: row.paymentId, orderId, dueAt: row.retryAt }] },
    row.failedAt,
  )`
        INSERT INTO dunning (payment_id, subscription_id, subdomain, failed_at, retry_at)
          VALUES (${row.paymentId}, ${row.subscriptionId}, ${row.subdomain}, ${row.failedAt}, ${row.retryAt})
          ON CONFLICT (payment_id) DO NOTHING`;

export const findDunning = (db: D1Database, paymentId: string) =>
  first<Dunning>(db)`SELECT ${RECORD} FROM dunning WHERE payment_id = ${paymentId} AND closed_at IS NULL`;

/** Open failed renewals of a subscription. */
export const listDunning = (db: D1Database, subscriptionId: string) =>
  all<Dunning>(db)`SELECT ${RECORD} FROM dunning WHERE subscription_id = ${subscriptionId}
          AND closed_at IS NULL ORDER BY failed_at`;

/** Counts one more failure, with its mail and event; false when another caller already counted it. */
export const noteFailure = (
  db: D1Database,
  row: Dunning,
  retryAt: number,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`
        UPDATE dunning SET failures = failures + 1, retry_at = ${retryAt}
          WHERE payment_id = ${row.paymentId} AND failures = ${row.failures} AND closed_at IS NULL`;

/** Closes a failed renewal; false when it was already closed. */
export const closeDunning = (
  db: D1Database,
  paymentId: string,
  outcome: DunningOutcome,
  now: number,
): Promise<boolean> =>
  changesOne(db)`UPDATE dunning SET closed_at = ${now}, outcome = ${outcome}
        WHERE payment_id = ${paymentId} AND closed_at IS NULL`;
