/** The event log in D1: what happened to an order, for operators. */
import type { Clock } from './clock.ts';
import { run, type Sql, sql, statement } from './db.ts';
import { currentScope } from './request-scope.ts';

interface About {
  readonly orderId?: string | null;
  /** No personal data. */
  readonly detail?: string | null;
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
  /** `owner` or a membership, where no account calls. */
  readonly actor?: string | null;
}

/** SQL: the caller's part in an order. Not the account itself, so that an event has no personal data. */
const actor = (orderId: string | null, subject: string | null): Sql =>
  sql`CASE WHEN EXISTS (SELECT 1 FROM sales WHERE order_id = ${orderId} AND subject = ${subject}) THEN 'owner'
      ELSE (
      SELECT id FROM members WHERE subject = ${subject} AND order_id = ${orderId} ORDER BY joined_at DESC
      LIMIT 1) END`;

/**
 * Statement that adds an event with the current request id, for a batch with the change it reports.
 * @param condition SQL that must be true; see `mailStatements`.
 */
export function eventStatement(
  db: D1Database,
  { kind, orderId = null, detail = null, actor: given = null }: NewEvent,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement {
  const { requestId = null, operator = null, subject = null } = currentScope() ?? {};
  return statement(db)`INSERT INTO events (at, kind, order_id, request_id, operator, detail, actor)
    SELECT ${now}, ${kind}, ${orderId}, ${requestId}, ${operator}, ${detail},
      COALESCE(${actor(orderId, subject)}, ${given})
    WHERE ${condition}`;
}

interface EventNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
}

const insert = (needs: EventNeeds, kind: string, about: About) =>
  eventStatement(needs.db, { kind, ...about }, needs.clock.now()).run();

/** Appends an event on its own. */
export async function appendEvent(needs: EventNeeds, kind: EventWithoutRows, about: About): Promise<void> {
  await insert(needs, kind, about);
}

/**
 * Appends an event before its action.
 * @returns A function that adds the outcome; an event without outcome was interrupted.
 */
export async function beginEvent(
  needs: EventNeeds,
  kind: 'operator-command',
  about: About,
): Promise<(outcome: string) => Promise<void>> {
  const { meta } = await insert(needs, kind, about);
  return async (outcome) => {
    await run(needs.db)`UPDATE events SET detail = COALESCE(detail || ': ', '') || ${outcome}
          WHERE id = ${meta.last_row_id}`;
  };
}
