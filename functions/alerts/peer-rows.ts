/** Recipients of environments as their messages name them. */
import type { Peer } from '#domain/alerts/around.ts';
import type { RecipientKind } from '#domain/alerts/codes.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { among, rowsOf, statement } from '#functions/platform/db.ts';
import { groupedBy } from '#functions/platform/grouped-by.ts';
import { recipientName } from './recipient-store.ts';

interface PeerRow {
  readonly orderId: string;
  readonly id: string;
  readonly kind: RecipientKind;
  readonly address: string;
  readonly label: string | null;
  readonly isInside: number;
  /** Name of its account. */
  readonly person: string | null;
  /** JSON. */
  readonly preferences: string;
}

/** Reads the recipients that are on, of these orders; those of members without a seat get nothing. */
export const peersStatement = (db: D1Database, orders: readonly string[]): D1PreparedStatement =>
  statement(db)`SELECT r.order_id, r.id, r.kind, r.address, r.label, r.preferences,
      r.is_owner = 1 OR r.member_id IS NOT NULL AS is_inside,
      CASE WHEN r.is_owner = 1 THEN (SELECT name FROM order_rows WHERE order_rows.id = r.order_id)
        ELSE (SELECT name FROM members WHERE members.id = r.member_id) END AS person
    FROM alert_recipients r WHERE r.order_id IN ${among(orders)} AND r.state = 'on'
      AND NOT EXISTS (SELECT 1 FROM members WHERE members.id = r.member_id AND paused_at IS NOT NULL)
    ORDER BY r.order_id, r.is_owner DESC, r.created_at, r.id`;

/** What the statement read, by order. */
export const peersIn = (result: D1Result | undefined): ReadonlyMap<string, readonly Peer[]> => {
  const rows = rowsOf<PeerRow>(result).map(({ orderId, label, isInside, person, preferences, ...row }) => ({
    orderId,
    peer: {
      ...row,
      name: recipientName({ address: row.address, label }),
      // The name of a chat is that of its person; a group has none.
      person: (row.kind === 'email' ? label : null) ?? person,
      isInside: isInside === 1,
      preferences: JSON.parse(preferences) as AlertPreferences,
    },
  }));
  return new Map(
    [...groupedBy(rows, ({ orderId }) => orderId)].map(([orderId, each]) => [
      orderId,
      each.map(({ peer }) => peer),
    ]),
  );
};
