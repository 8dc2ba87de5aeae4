/** Due work that is late or fails, for readiness and the operators' list. Reads only. */
import { all, among, sql } from '#functions/platform/db.ts';

/** SQL: the kinds that have work, found by steps through the index. */
const KINDS = sql`WITH RECURSIVE steps (kind) AS (
    SELECT MIN(kind) FROM work
    UNION ALL SELECT (SELECT MIN(kind) FROM work WHERE work.kind > steps.kind) FROM steps
    WHERE steps.kind IS NOT NULL)
  SELECT kind FROM steps WHERE kind IS NOT NULL`;

/** An item for the operators' list. */
interface LateWork {
  readonly kind: string;
  readonly key: string;
  readonly orderId: string | null;
  readonly since: number;
  readonly attempts: number;
  readonly lastError: string | null;
  readonly dueAt: number;
}

/** Counts what was due before `before`, and what of the urgent kinds has failed since then. */
export const countLateWork = (db: D1Database, urgent: readonly string[], before: number) =>
  all<{ kind: string; count: number; since: number }>(db)`WITH entries AS (
          SELECT w.kind, w.key, COALESCE(w.tried_since, w.due_at) AS since
          FROM (${KINDS}) AS names CROSS JOIN work w ON w.kind = names.kind WHERE w.due_at < ${before}
          UNION SELECT kind, key, tried_since FROM work
            WHERE tried_since < ${before} AND kind IN ${among(urgent)})
        SELECT kind, COUNT(*) AS count, MIN(since) AS since FROM entries GROUP BY kind`;

/** What fails, or was due before `before`, the longest first. */
export const listLateWork = (db: D1Database, before: number, limit: number) =>
  all<LateWork>(db)`WITH entries AS (
          SELECT w.* FROM (${KINDS}) AS names CROSS JOIN work w ON w.kind = names.kind
          WHERE w.due_at < ${before}
          UNION SELECT * FROM work INDEXED BY work_tried WHERE tried_since > 0)
        SELECT kind, key, order_id, COALESCE(tried_since, due_at) AS since, attempts,
          last_error, due_at FROM entries ORDER BY since LIMIT ${limit}`;
