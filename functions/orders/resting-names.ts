/**
 * Subdomains in quarantine ("resting") after their environment was removed, in D1.
 *
 * A former member may still be signed in there; with the name, a new owner would get that session too.
 */
import { NAME_REST_MS, UNDELIVERED_NAME_REST_MS } from '#domain/subdomain/name-rest.ts';
import { statement } from '#functions/platform/db.ts';

/** SQL condition: true while a name rests at the moment `now`. Both parameters are SQL expressions. */
export const isResting = (name: string, now: string): string =>
  `EXISTS (SELECT 1 FROM retired_names WHERE subdominio = ${name} AND free_at > ${now})`;

/** Starts the rest of a name released at `now`, if its environment had a member or its customer had paid for it. */
export function retireName(db: D1Database, orderId: string, now: number): D1PreparedStatement {
  return statement(
    db,
    `INSERT INTO retired_names (subdominio, free_at)
       SELECT subdominio, released_at + IIF(close_reason = 'undelivered', ?4, ?1) FROM orders
       WHERE id = ?2 AND released_at = ?3
         AND (member_at IS NOT NULL OR status = 'CONCLUIDO' OR (close_reason IS NOT NULL AND payment = 'confirmed'))
       ON CONFLICT (subdominio) DO UPDATE SET free_at = excluded.free_at`,
    NAME_REST_MS,
    orderId,
    now,
    UNDELIVERED_NAME_REST_MS,
  );
}
