/** Tags of monitors in D1, by which recipients may choose. */
import { monitorKey } from '#domain/alerts/levels.ts';
import { type Tagged, withTagged } from '#domain/alerts/preferences.ts';
import { among, rowsOf, statement } from '#functions/platform/db.ts';
import type { AlertRecipient } from './recipient-store.ts';

interface TagsRow {
  readonly orderId: string;
  readonly monitorId: number;
  readonly createdAt: number;
  /** JSON. */
  readonly tags: string;
}

/** Reads the monitors of these orders that have tags. */
export const taggedStatement = (db: D1Database, orders: readonly string[]): D1PreparedStatement =>
  statement(db)`SELECT order_id, monitor_id, created_at, tags FROM alert_levels
    WHERE order_id IN ${among(orders)} AND tags IS NOT NULL AND reason IS NOT 'deleted'`;

/** What the statement read: monitors by tag, by order. */
export function taggedIn(result: D1Result | undefined): ReadonlyMap<string, Tagged> {
  const tagged = new Map<string, Map<string, string[]>>();
  for (const { orderId, monitorId, createdAt, tags } of rowsOf<TagsRow>(result)) {
    const ofOrder = tagged.get(orderId) ?? new Map<string, string[]>();
    tagged.set(orderId, ofOrder);
    for (const tag of JSON.parse(tags) as string[])
      ofOrder.set(tag, [...(ofOrder.get(tag) ?? []), monitorKey(monitorId, createdAt)]);
  }
  return tagged;
}

/** Recipients with the monitors that their tags stand for now; nothing is read where nobody chose one. */
export async function withTags(
  db: D1Database,
  recipients: readonly AlertRecipient[],
): Promise<readonly AlertRecipient[]> {
  const choosing = recipients.filter(({ preferences }) => (preferences.tags ?? []).length > 0);
  if (choosing.length === 0) return recipients;
  const tagged = taggedIn(
    await taggedStatement(db, [...new Set(choosing.map(({ orderId }) => orderId))]).all(),
  );
  return recipients.map((each) => ({
    ...each,
    preferences: withTagged(each.preferences, tagged.get(each.orderId) ?? new Map()),
  }));
}
