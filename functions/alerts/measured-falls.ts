/** Falls of a monitor that measures our alerts (functions/availability/measure-alerts.ts), and when they were told. */
import { all, firstValue } from '#functions/platform/db.ts';

/** Whether a running monitor of an environment watches an address that ends like this, and has since before a moment. */
export const isWatched = async (
  db: D1Database,
  { subdomain, path, before }: { subdomain: string; path: string; before: number },
): Promise<boolean> =>
  (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM environments t
        JOIN alert_levels l ON l.order_id = t.order_id
        WHERE t.subdomain = ${subdomain} AND l.state <> 'outside' AND l.created_at < ${before}
          AND substr(l.address, ${-path.length}) = ${path}`) !== 0;

export interface MeasuredFall {
  /** Start of its first failing check. */
  readonly since: number;
  /** When the first message that tells it was handed over; `null` for none. */
  readonly toldAt: number | null;
}

/** Falls of such a monitor that began between two moments, the second one excluded. */
export const listMeasuredFalls = (
  db: D1Database,
  { subdomain, path, from, until }: { subdomain: string; path: string; from: number; until: number },
): Promise<readonly MeasuredFall[]> =>
  all<MeasuredFall>(db)`SELECT f.since, (
          SELECT MIN(m.settled_at) FROM alert_messages m
          WHERE m.order_id = f.order_id AND m.created_at >= f.since AND m.state = 'sent' AND m.is_note = 0
            AND EXISTS (SELECT 1 FROM json_tree(m.facts) line
              WHERE line.key IN ('since', 'from') AND line.value = f.since)) AS told_at
        FROM environments t JOIN alert_falls f ON f.order_id = t.order_id
        WHERE t.subdomain = ${subdomain} AND f.since >= ${from} AND f.since < ${until}
          AND substr(f.address, ${-path.length}) = ${path}
        ORDER BY f.since`;
