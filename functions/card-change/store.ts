/**
 * Card changes in D1. A unique index allows one open change per order; a lease decides who works on it.
 *
 * Every method that takes a leased change writes only while its `leaseUntil` is still the row's. It returns the new
 * row, or `null` when another caller took the lease: the caller must stop then.
 */
import { all, first, run, statement } from '#functions/platform/db.ts';
import { CHARGING_MS_MAX, PREPARING_LEASE_MS } from '#functions/platform/lease.ts';
import {
  type ChangeReport,
  changeAndReport,
  mailStatements,
  type OutgoingMail,
} from '#functions/platform/outbox.ts';
import { isDueByAge } from '#functions/platform/pace.ts';
import type { CardChange, CardChangeFacts } from './card-change.ts';

/** Row columns under the field names of `CardChange`. */
const columns = {
  ...{ id: 'id', orderId: 'order_id', subscriptionId: 'subscription_id', customerId: 'customer_id' },
  ...{ attempt: 'attempt', state: 'state', pays: 'pays', brand: 'brand', lastFour: 'last_four' },
  ...{ cardToken: 'card_token', remoteIp: 'remote_ip', pageId: 'page_id', payUrl: 'pay_url' },
  ...{ pageSubscriptionId: 'page_subscription_id', unclearUntil: 'unclear_until', expiresAt: 'expires_at' },
  ...{ leaseUntil: 'lease_until', createdAt: 'created_at', settledAt: 'settled_at' },
} as const satisfies Record<keyof CardChange, string>;

const RECORD = Object.entries(columns)
  .map(([field, column]) => `${column} AS ${field}`)
  .join(', ');

type NewCardChange = Pick<
  CardChange,
  'id' | 'orderId' | 'subscriptionId' | 'customerId' | 'attempt' | 'expiresAt'
>;

/** A card that a plan change put on a subscription. */
export type NotedCard = Pick<CardChange, 'id' | 'orderId' | 'subscriptionId' | 'customerId'> & {
  readonly brand: string;
  readonly lastFour: string;
};

/** Makes the store over a D1 database. */
export function createCardChangeStore(db: D1Database) {
  const one = (sql: string, ...values: unknown[]) => first<CardChange>(db, sql, ...values);
  return {
    /**
     * Opens a change under a lease; `null` when another one is open, or when a lost call of the last change may still
     * take effect.
     */
    async open(change: NewCardChange, now: number): Promise<CardChange | null> {
      const { id, orderId, subscriptionId, customerId, attempt, expiresAt } = change;
      return one(
        `INSERT INTO card_changes (id, order_id, subscription_id, customer_id, attempt, state, expires_at, lease_until,
           touched_at, created_at)
         SELECT ?1, ?2, ?3, ?4, ?5, 'asked', ?6, ?7, ?8, ?8
         WHERE NOT EXISTS (SELECT 1 FROM card_changes WHERE order_id = ?2 AND unclear_until >= ?8)
         ON CONFLICT DO NOTHING RETURNING ${RECORD}`,
        ...[id, orderId, subscriptionId, customerId, attempt, expiresAt, now + PREPARING_LEASE_MS, now],
      );
    },
    findOpen: (orderId: string) =>
      one(`SELECT ${RECORD} FROM card_changes WHERE order_id = ? AND settled_at IS NULL`, orderId),
    /** The ended change of an Idempotency-Key. */
    findDone: (orderId: string, attempt: string) =>
      one(
        `SELECT ${RECORD} FROM card_changes WHERE order_id = ? AND attempt = ? AND state = 'done'`,
        ...[orderId, attempt],
      ),
    /** The last change that put a card on this subscription. */
    findLastDone: (subscriptionId: string) =>
      one(
        `SELECT ${RECORD} FROM card_changes WHERE subscription_id = ? AND state = 'done'
         ORDER BY settled_at DESC LIMIT 1`,
        subscriptionId,
      ),
    /** The change that a charge's page belongs to. */
    findByPage: (pageId: string | null, subscriptionId: string | null) =>
      one(
        `SELECT ${RECORD} FROM card_changes WHERE page_id = ? OR page_subscription_id = ? LIMIT 1`,
        ...[pageId, subscriptionId],
      ),
    /** Leases an open change; `null` when another caller holds it. */
    acquire: (id: string, now: number) =>
      one(
        `UPDATE card_changes SET lease_until = ?1 + ?2 WHERE id = ?3 AND lease_until < ?1 AND settled_at IS NULL
         RETURNING ${RECORD}`,
        ...[now, CHARGING_MS_MAX, id],
      ),
    release: ({ id, leaseUntil }: CardChange) =>
      run(db, 'UPDATE card_changes SET lease_until = 0 WHERE id = ? AND lease_until = ?', id, leaseUntil),
    /** Writes progress and renews the lease. */
    move: (leased: CardChange, facts: CardChangeFacts, now: number): Promise<CardChange | null> =>
      one(
        `UPDATE card_changes SET state = COALESCE(?, state), pays = COALESCE(?, pays), brand = COALESCE(?, brand),
           last_four = COALESCE(?, last_four), card_token = COALESCE(?, card_token), remote_ip = COALESCE(?, remote_ip),
           page_id = COALESCE(?, page_id), pay_url = COALESCE(?, pay_url),
           page_subscription_id = COALESCE(?, page_subscription_id), unclear_until = COALESCE(?, unclear_until),
           lease_until = ?
         WHERE id = ? AND lease_until = ? AND settled_at IS NULL RETURNING ${RECORD}`,
        ...[facts.state ?? null, facts.pays ?? null, facts.brand ?? null, facts.lastFour ?? null],
        ...[facts.cardToken ?? null, facts.remoteIp ?? null, facts.pageId ?? null, facts.payUrl ?? null],
        ...[facts.pageSubscriptionId ?? null, facts.unclearUntil ?? null],
        ...[now + CHARGING_MS_MAX, leased.id, leased.leaseUntil],
      ),
    /** Ends a change with its event and mail; false, with neither, when another caller took the lease. */
    settle: (
      leased: CardChange,
      to: { readonly state: 'done' | 'closed'; readonly isClear: boolean },
      report: ChangeReport,
      now: number,
    ): Promise<boolean> =>
      changeAndReport(
        db,
        statement(
          db,
          `UPDATE card_changes SET state = ?1, settled_at = ?2, card_token = NULL, remote_ip = NULL, pay_url = NULL,
             unclear_until = CASE WHEN ?3 THEN 0 ELSE unclear_until END, lease_until = 0
           WHERE id = ?4 AND lease_until = ?5 AND settled_at IS NULL`,
          ...[to.state, now, to.isClear ? 1 : 0, leased.id, leased.leaseUntil],
        ),
        report,
        now,
      ),
    /** Records a card that is already on a subscription, and queues its mail. */
    async note(card: NotedCard, mail: OutgoingMail, now: number): Promise<void> {
      const { id, orderId, subscriptionId, customerId, brand, lastFour } = card;
      await db.batch([
        statement(
          db,
          `INSERT INTO card_changes (id, order_id, subscription_id, customer_id, attempt, state, brand, last_four,
             expires_at, lease_until, touched_at, created_at, settled_at)
           VALUES (?1, ?2, ?3, ?4, ?1, 'done', ?5, ?6, 0, 0, 0, ?7, ?7) ON CONFLICT (id) DO NOTHING`,
          ...[id, orderId, subscriptionId, customerId, brand, lastFour, now],
        ),
        ...mailStatements(db, mail, now),
      ]);
    },
    /** Open changes due for a check. A waiting page is checked less often the longer it waits. */
    listOpen: (now: number, pauseMs: number, limit: number) =>
      all<CardChange>(
        db,
        `SELECT ${RECORD} FROM card_changes WHERE settled_at IS NULL AND touched_at < ?1 - ?2
           AND (state <> 'waiting' OR ${isDueByAge('created_at', 'expires_at')})
         ORDER BY touched_at LIMIT ?3`,
        ...[now, pauseMs, limit],
      ),
    touch: (id: string, now: number) =>
      run(db, 'UPDATE card_changes SET touched_at = ? WHERE id = ?', now, id),
  };
}
