/** Falls for pages: the open ones, those of a time, and who was told of them. */
import type { RecipientKind } from '#domain/alerts/codes.ts';
import { all, sql } from '#functions/platform/db.ts';
import type { FallRow } from './level-rows.ts';

/** Who said "Estou vendo"; `null` for nobody. */
interface SeenColumns {
  readonly seenAt: number | null;
  readonly seenBy: string | null;
}

export type OpenFall = Pick<FallRow, 'seq' | 'monitorId' | 'createdAt' | 'message' | 'signAt'> & SeenColumns;

/** Falls that last. */
export const listOpenFalls = (db: D1Database, orderId: string): Promise<readonly OpenFall[]> =>
  all<OpenFall>(db)`SELECT seq, monitor_id, created_at, message, sign_at, seen_at, seen_by FROM alert_falls
    WHERE order_id = ${orderId} AND until IS NULL`;

const COLUMNS = sql`seq, monitor_id, created_at, name, address, since, until, ended_by, gap, message, sign_at, seen_at, seen_by`;
type ListedFall = OpenFall & Pick<FallRow, 'name' | 'address' | 'since' | 'until' | 'endedBy' | 'gap'>;

/** The newest falls since a moment, and older ones that last. */
export const listFalls = (
  db: D1Database,
  { orderId, from, limit }: { orderId: string; from: number; limit: number },
): Promise<readonly ListedFall[]> =>
  all<ListedFall>(db)`SELECT * FROM (SELECT ${COLUMNS} FROM alert_falls
      WHERE order_id = ${orderId} AND since >= ${from} ORDER BY since DESC LIMIT ${limit}) AS subquery
    UNION ALL SELECT ${COLUMNS} FROM alert_falls
      WHERE order_id = ${orderId} AND until IS NULL AND since < ${from}`;

/** A message that was handed over and tells a fall, or several short ones. */
export interface Telling {
  readonly recipient: string;
  readonly kind: RecipientKind;
  readonly at: number;
  readonly monitorId: number;
  readonly createdAt: number;
  /** Beginning of the fall, or of the first of several. */
  readonly since: number;
  /** End of the last of several; `null` for one. */
  readonly until: number | null;
}

/** Messages since a moment that tell falls, the oldest first. */
export const listTellings = (
  db: D1Database,
  { orderId, from, limit }: { orderId: string; from: number; limit: number },
): Promise<readonly Telling[]> =>
  all<Telling>(
    db,
  )`SELECT m.recipient, m.kind, m.settled_at AS at, json_each.value ->> '$.monitor.id' AS monitor_id,
      json_each.value ->> '$.createdAt' AS created_at,
      COALESCE(json_each.value ->> '$.since', json_each.value ->> '$.from') AS since,
      IIF(json_each.value ->> '$.what' = 'brief', json_each.value ->> '$.at', NULL) AS until
    FROM alert_messages m JOIN json_each(m.facts, '$.lines')
    WHERE m.order_id = ${orderId} AND m.created_at >= ${from} AND m.state = 'sent' AND m.is_note = 0
      AND json_each.value ->> '$.what' IN ('fell', 'brief')
    ORDER BY m.created_at LIMIT ${limit}`;
