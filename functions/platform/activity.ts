/** Events of an environment in D1, with who caused them. */
import { all, among, firstValue } from './db.ts';

export interface ActivityRow {
  readonly id: number;
  readonly at: number;
  readonly kind: string;
  readonly detail: string | null;
  /** `owner`, the id of a membership, or `null`. */
  readonly actor: string | null;
  readonly isOperators: 0 | 1;
  readonly memberName: string | null;
}

/** The newest first. */
export const listActivity = (db: D1Database, orderId: string, kinds: readonly string[], limit: number) =>
  all<ActivityRow>(db)`SELECT e.id, e.at, e.kind, e.detail, e.actor, e.operator IS NOT NULL AS is_operators,
          COALESCE(m.name, m.email) AS member_name
        FROM events e LEFT JOIN members m ON m.id = e.actor
        WHERE e.order_id = ${orderId} AND e.kind IN ${among(kinds)} ORDER BY e.at DESC, e.id DESC
        LIMIT ${limit}`;

/** When the owner or a member last did something in an environment; `null` for never. */
export const lastActedAt = (db: D1Database, orderId: string) =>
  firstValue<number>(
    db,
  )`SELECT MAX(at) AS value FROM events WHERE order_id = ${orderId} AND actor IS NOT NULL`;
