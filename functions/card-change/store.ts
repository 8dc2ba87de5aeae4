/**
 * Card changes in D1. A unique index allows one open change per order; a lease decides who works on it
 * (functions/platform/leased-rows.ts).
 */
import { sql, statement } from '#functions/platform/db.ts';
import { leasedRows } from '#functions/platform/leased-rows.ts';
import { type ChangeReport, mailStatements, type OutgoingMail } from '#functions/platform/outbox.ts';
import { CARD_CHANGE_WORK, type CardChange } from './card-change.ts';

/** Every field of a row; the compiler refuses a list that lacks one. */
const fields = Object.keys({
  id: true,
  orderId: true,
  subscriptionId: true,
  customerId: true,
  attempt: true,
  state: true,
  pays: true,
  brand: true,
  lastFour: true,
  cardToken: true,
  remoteIp: true,
  pageId: true,
  payUrl: true,
  pageSubscriptionId: true,
  unclearUntil: true,
  expiresAt: true,
  leaseUntil: true,
  createdAt: true,
  settledAt: true,
} satisfies Record<keyof CardChange, true>) as (keyof CardChange)[];

type NewCardChange = Pick<
  CardChange,
  'id' | 'orderId' | 'subscriptionId' | 'customerId' | 'attempt' | 'expiresAt'
>;

/** A card that a plan change put on a subscription. */
export type NotedCard = Pick<CardChange, 'id' | 'orderId' | 'subscriptionId' | 'customerId'> & {
  readonly brand: string;
  readonly lastFour: string;
};

const changes = leasedRows<CardChange>({
  name: 'card_changes',
  work: CARD_CHANGE_WORK,
  fields,
});

/**
 * Opens a change under a lease; `null` when another one is open, or when a lost call of the last change may still
 * take effect.
 */
export const openCardChange = (db: D1Database, change: NewCardChange, now: number) =>
  changes.open(
    db,
    { ...change, state: 'asked' },
    now,
    {},
    sql`EXISTS (SELECT 1 FROM card_changes WHERE order_id = ${change.orderId}
          AND unclear_until >= ${now})`,
  );

export const findCardChange = (db: D1Database, id: string) => changes.find(db, sql`id = ${id}`);

export const findOpenCardChange = (db: D1Database, orderId: string) =>
  changes.find(db, sql`order_id = ${orderId} AND settled_at IS NULL`);

/** The ended change of an Idempotency-Key. */
export const findDoneCardChange = (db: D1Database, orderId: string, attempt: string) =>
  changes.find(db, sql`order_id = ${orderId} AND attempt = ${attempt} AND state = 'done'`);

/** The last change that put a card on this subscription. */
export const findLastDoneCardChange = (db: D1Database, subscriptionId: string) =>
  changes.find(db, sql`subscription_id = ${subscriptionId} AND state = 'done' ORDER BY settled_at DESC`);

/** The change that a charge's page belongs to. */
export const findCardChangeByPage = (db: D1Database, pageId: string | null, subscriptionId: string | null) =>
  changes.find(db, sql`page_id = ${pageId} OR page_subscription_id = ${subscriptionId}`);

/** Leases an open change; `null` when another caller holds it. */
export const acquireCardChange = (db: D1Database, id: string, now: number) => changes.acquire(db, id, now);

/** Writes the given fields and renews the lease, with its report; `null` when the lease was lost. */
export const moveCardChange = (
  db: D1Database,
  row: CardChange,
  to: Partial<CardChange>,
  now: number,
  report: ChangeReport = {},
) => changes.move(db, row, to, now, report);

/** Releases the lease. */
export const releaseCardChange = (db: D1Database, row: CardChange) => changes.release(db, row);

/** Records a card that is already on a subscription, and queues its mail. */
export async function noteCard(
  db: D1Database,
  card: NotedCard,
  mail: OutgoingMail,
  now: number,
): Promise<void> {
  const { id, orderId, subscriptionId, customerId, brand, lastFour } = card;
  await db.batch([
    statement(db)`INSERT INTO card_changes (id, order_id, subscription_id, customer_id, attempt, state,
            brand, last_four, expires_at, lease_until, created_at, settled_at)
          VALUES (${id}, ${orderId}, ${subscriptionId}, ${customerId}, ${id}, 'done', ${brand}, ${lastFour},
            0, 0, ${now}, ${now}) ON CONFLICT (id) DO NOTHING`,
    ...mailStatements(db, mail, now),
  ]);
}
