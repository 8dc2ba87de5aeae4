/**
 * Subdomains in quarantine after their environment was removed, in D1.
 *
 * A former member may still be signed in there; with the name, a new owner would get that session too.
 */
import { NAME_QUARANTINE_MS, UNDELIVERED_NAME_QUARANTINE_MS } from '#domain/subdomain/name-quarantine.ts';
import { type Sql, sql, statement } from '#functions/platform/db.ts';

/** SQL condition: true while a name is in quarantine at the moment `now`. */
export const isQuarantined = (name: string, now: number): Sql =>
  sql`EXISTS (SELECT 1 FROM quarantined_names WHERE subdomain = ${name} AND quarantined_until > ${now})`;

/**
 * Starts the quarantine of a name released at `now`, if its environment had a member or its customer had paid for it.
 */
export function quarantineName(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return statement(db)`INSERT INTO quarantined_names (subdomain, quarantined_until)
    SELECT subdomain, released_at + IIF(close_reason = 'undelivered', ${UNDELIVERED_NAME_QUARANTINE_MS},
      ${NAME_QUARANTINE_MS}) FROM orders
    WHERE id = ${orderId} AND released_at = ${now}
      AND (status = 'CONCLUIDO' OR EXISTS (SELECT 1 FROM provisioning_runs
        WHERE order_id = orders.id AND member_at IS NOT NULL) OR (close_reason IS NOT NULL
        AND payment = 'confirmed'))
    ON CONFLICT (subdomain) DO UPDATE SET quarantined_until = excluded.quarantined_until`;
}
