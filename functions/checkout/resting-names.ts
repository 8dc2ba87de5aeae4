/**
 * Names that rest after their environment was removed, in D1.
 *
 * A member of the old group may still be signed in to the environment: a new owner would share it with the old one.
 */
import { NAME_REST_MS, UNDELIVERED_NAME_REST_MS } from '#domain/subdomain/name-rest.ts';
import { statement } from '#functions/platform/db.ts';

/** Condition on a name: true while it rests at the moment of the second parameter. Both as written in the statement. */
export const isResting = (name: string, now: string): string =>
  `EXISTS (SELECT 1 FROM retired_names WHERE subdominio = ${name} AND free_at > ${now})`;

/**
 * Lets the name of an order rest that was given back at `now`, if its environment had a member or its customer had paid
 * for it.
 */
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
