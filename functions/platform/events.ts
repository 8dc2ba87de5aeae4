/** The event log in D1: what happened to an order, for operators. */
import { run, statement } from './db.ts';
import { currentScope } from './request-scope.ts';

interface About {
  readonly orderId?: string;
  /** No personal data. */
  readonly detail?: string;
}

/**
 * Events that report no change of our rows: calls to others, answers, and runs of a job. Every other kind is written in
 * one batch with its rows (`reportStatements`), because a crash between the two would lose it for good.
 */
export type EventWithoutRows =
  | 'charge-failed'
  | 'environment-taken'
  | 'monitors-imported'
  | 'late-payment'
  | 'late-payment-refunded'
  | 'payment-amount-differs'
  | 'payment-event'
  | 'reconciliation'
  | 'upgrade-charge-failed';

/** An event to be written with the change it reports. */
export interface NewEvent extends About {
  readonly kind: string;
}

/** SQL: the caller's part in an order. Not the account itself, so that an event has no personal data. */
const ACTOR = `CASE WHEN EXISTS (SELECT 1 FROM orders WHERE id = ? AND subject = ?) THEN 'owner' ELSE (
  SELECT id FROM memberships WHERE subject = ? AND order_id = ? ORDER BY joined_at DESC LIMIT 1) END`;

/**
 * Statement that adds an event with the current request id, for a batch with the change it reports.
 * @param condition SQL that must be true; see `mailStatements`.
 * @param values Bound to the parameters of `condition`.
 */
export function eventStatement(
  db: D1Database,
  { kind, orderId, detail }: NewEvent,
  now: number,
  condition = 'TRUE',
  ...values: unknown[]
): D1PreparedStatement {
  const scope = currentScope();
  return statement(
    db,
    `INSERT INTO events (at, kind, order_id, request_id, operator, detail, actor)
     SELECT ?, ?, ?, ?, ?, ?, ${ACTOR} WHERE ${condition}`,
    now,
    kind,
    orderId ?? null,
    scope?.requestId ?? null,
    scope?.operator ?? null,
    detail ?? null,
    orderId ?? null,
    scope?.subject ?? null,
    scope?.subject ?? null,
    orderId ?? null,
    ...values,
  );
}

export function createEventLog(db: D1Database, now: () => number) {
  const insert = (kind: string, about: About) => eventStatement(db, { kind, ...about }, now()).run();

  return {
    /** Appends an event on its own. */
    async append(kind: EventWithoutRows, about: About): Promise<void> {
      await insert(kind, about);
    },
    /**
     * Appends an event before its action.
     * @returns A function that adds the outcome; an event without outcome was interrupted.
     */
    async begin(kind: 'operator-command', about: About): Promise<(outcome: string) => Promise<void>> {
      const { meta } = await insert(kind, about);
      return async (outcome) => {
        await run(
          db,
          "UPDATE events SET detail = COALESCE(detail || ': ', '') || ? WHERE id = ?",
          outcome,
          meta.last_row_id,
        );
      };
    },
  };
}
