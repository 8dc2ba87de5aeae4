/** Acceptances of the terms in D1: with an order, or with a change of its plan. */
import { BILLING_RULES_VERSION } from '#domain/orders/order.ts';
import { first, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';

/** An acceptance of the contract. */
export interface Acceptance {
  readonly termsVersion: string;
  readonly rulesVersion: string | null;
  /** Milliseconds, UTC. */
  readonly acceptedAt: number;
}

interface NewAcceptance {
  /** Of the order, or of the change. */
  readonly id: string;
  readonly orderId: string;
  readonly termsVersion: string;
  /** IP address of who accepted. */
  readonly termsAddress: string;
}

/** Statement that writes an acceptance, or replaces that of an open order, after a statement that changed one row. */
export const acceptanceStatement = (
  db: D1Database,
  accepted: NewAcceptance,
  now: number,
): D1PreparedStatement =>
  statement(db)`INSERT INTO acceptances (id, order_id, terms_version, rules_version, accepted_at, address)
    SELECT ${accepted.id}, ${accepted.orderId}, ${accepted.termsVersion}, ${BILLING_RULES_VERSION}, ${now},
      ${accepted.termsAddress} WHERE ${CHANGED}
    ON CONFLICT (id) DO UPDATE SET terms_version = excluded.terms_version, rules_version = excluded.rules_version,
      accepted_at = excluded.accepted_at, address = excluded.address`;

/**
 * The contract as it was accepted last.
 * @param changes Ids of the changes of plan that came into force, as SQL.
 */
export const findAcceptance = (db: D1Database, orderId: string, changes: Sql = sql`(NULL)`) =>
  first<Acceptance>(db)`SELECT terms_version, rules_version, accepted_at FROM acceptances
    WHERE order_id = ${orderId} AND (id = ${orderId} OR id IN ${changes}) ORDER BY accepted_at DESC LIMIT 1`;
