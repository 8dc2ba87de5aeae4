/**
 * Deletes rows whose retention period is over, in D1; see content/legal/retention.json.
 *
 * Owns: which rows belong to a retention entry, and from when their age counts. A contract ended on the last day in its
 * row; without one, on the day its name was released.
 */
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { monthOf } from '#domain/reports/days.ts';
import type { Order } from '#functions/orders/order.ts';
import { UNFINISHED } from '#functions/orders/order-row.ts';
import { GROUP_WORK } from '#functions/people/people-store.ts';
import { AMONG_FIRST, all, list, run, statement } from '#functions/platform/db.ts';
import { NEVER_A_CONTRACT } from './store.ts';

/** Maximum time between a contract's end and the release of its name; limits the rows to check. */
const RELEASE_DELAY_MS = 60 * DAY_MS;

type Purge = (db: D1Database, before: number, limit: number) => Promise<number>;

/** Deletes the orders that `sql` selects, with all dependent rows, which are deleted first. */
async function removeOrders(db: D1Database, sql: string, ...values: unknown[]): Promise<number> {
  const found = await all<{ id: string }>(db, sql, ...values);
  if (found.length === 0) return 0;
  const ids = list(found.map(({ id }) => id));
  const subscriptions = `SELECT subscription_id FROM orders WHERE id IN ${AMONG_FIRST}
    UNION SELECT subscription_id FROM contract_ends WHERE order_id IN ${AMONG_FIRST}
    UNION SELECT subscription_id FROM plan_changes WHERE order_id IN ${AMONG_FIRST}`;
  const done = await db.batch(
    [
      `DELETE FROM dunning WHERE subdominio IN (SELECT subdominio FROM orders WHERE id IN ${AMONG_FIRST})
         AND subscription_id IN (${subscriptions})`,
      `DELETE FROM plan_changes WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM card_changes WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM quotes WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM fiscal_notes WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM fiscal_contacts WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM charges WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM contract_terms WHERE contract_id IN (SELECT id FROM contracts WHERE order_id IN ${AMONG_FIRST})`,
      `DELETE FROM contracts WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM contract_ends WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM events WHERE order_id IN ${AMONG_FIRST}`,
      `DELETE FROM orders WHERE id IN ${AMONG_FIRST}`,
    ].map((each) => statement(db, each, ids)),
  );
  return done.at(-1)?.meta.changes ?? 0;
}

/** Deletes at most `?2` rows of one table that match a condition on `?1`. */
function rowsOf(
  table: string,
  isOld: string,
  boundary: (before: number) => unknown = (before) => before,
): Purge {
  // Tables without a rowid are addressed by their keys.
  const key = {
    missing_pages: '(day, path)',
    feedback: '(page, reader_key)',
    billing_notices: '(kind, reference)',
    processor_calls: '(caller, hour)',
    quarantined_names: '(subdominio)',
    deleted_accounts: '(account)',
    data_copies: '(subject, day)',
    deletions: '(subject)',
    new_environments: '(day, network)',
  }[table];
  const columns = key?.slice(1, -1) ?? 'rowid';
  const sql = `DELETE FROM ${table} WHERE ${key ?? 'rowid'} IN (SELECT ${columns} FROM ${table} WHERE ${isOld} LIMIT ?2)`;
  return (db, before, limit) => run(db, sql, boundary(before), limit);
}

const allOf =
  (...purges: readonly Purge[]): Purge =>
  async (db, before, limit) => {
    let removed = 0;
    for (const purge of purges) removed += await purge(db, before, limit);
    return removed;
  };

const purges: Readonly<Record<string, Purge>> = {
  orders: allOf(
    (db, before, limit) => {
      const ended = `COALESCE((SELECT MAX(ends_on) FROM contract_ends WHERE order_id = orders.id),
        date(released_at / 1000, 'unixepoch', '-3 hours'))`;
      return removeOrders(
        db,
        `SELECT id FROM orders WHERE released_at < ? AND NOT (${NEVER_A_CONTRACT}) AND ${ended} < ? LIMIT ?`,
        before + RELEASE_DELAY_MS,
        businessDay(before),
        limit,
      );
    },
    // Kept while the subscription runs, so that operators get no second notice.
    rowsOf(
      'billing_notices',
      'noticed_at < ?1 AND NOT EXISTS (SELECT 1 FROM tenants WHERE tenants.subscription_id = billing_notices.reference)',
    ),
    rowsOf('events', 'at < ?1 AND NOT EXISTS (SELECT 1 FROM orders WHERE orders.id = events.order_id)'),
  ),
  'abandoned-orders': (db, before, limit) =>
    removeOrders(
      db,
      `SELECT id FROM orders WHERE ${NEVER_A_CONTRACT} AND released_at IS NOT NULL AND terms_accepted_at < ? LIMIT ?`,
      before,
      limit,
    ),
  // An account that must still be removed from its group is kept.
  people: allOf(
    rowsOf(
      'memberships',
      `ended_at < ?1 AND NOT EXISTS (SELECT 1 FROM work WHERE kind = '${GROUP_WORK}' AND key = memberships.id)`,
    ),
    rowsOf('invitations', 'expires_at < ?1'),
  ),
  reports: allOf(
    rowsOf('report_days', 'day < ?1', businessDay),
    // A month is deleted after its last day.
    rowsOf('report_months', 'month < ?1', (before) => monthOf(businessDay(before))),
  ),
  'quarantined-names': rowsOf('quarantined_names', 'quarantined_until < ?1'),
  'payment-attempts': rowsOf('processor_calls', 'hour < ?1'),
  'deleted-accounts': rowsOf('deleted_accounts', 'deleted_at < ?1'),
  'own-data': allOf(rowsOf('data_copies', 'day < ?1', businessDay), rowsOf('deletions', 'done_at < ?1')),
  'new-environments': rowsOf('new_environments', 'day < ?1', businessDay),
  'purchase-marks': allOf(
    rowsOf('marks', "kind IN ('withdrawal', 'trust') AND at < ?1"),
    rowsOf('marks', "kind = 'dispute' AND settled_by = 'won' AND at < ?1"),
    rowsOf('billing_notices', "kind IN ('purchase-held', 'purchase-held-told') AND noticed_at < ?1"),
  ),
  debts: rowsOf('marks', "kind IN ('debt', 'dispute') AND at < ?1"),
  messages: rowsOf('outbox', 'sent_at < ?1'),
  support: rowsOf('support_messages', 'created_at < ?1'),
  'request-records': rowsOf('idempotency', 'created_at < ?1'),
  'payment-events': allOf(
    rowsOf('webhook_events', 'received_at < ?1 AND processed_at IS NOT NULL'),
    rowsOf('reconciliations', 'day < ?1', businessDay),
  ),
  'missing-pages': rowsOf('missing_pages', 'day < ?1', businessDay),
  'docs-feedback': rowsOf('feedback', 'day < ?1', businessDay),
};

/** Makes the store over a D1 database. */
export function createRetentionStore(db: D1Database) {
  return {
    /** Ids of the entries that `purge` handles. */
    entryIds: Object.keys(purges),
    /**
     * Deletes at most `limit` items of one kind that are older than `before`, with all dependent rows.
     * @param entryId Id of an entry of the retention file that names tables.
     * @param before Milliseconds, UTC.
     * @returns How many were deleted; less than `limit` when nothing old is left.
     */
    async purge(entryId: string, before: number, limit: number): Promise<number> {
      const purge = purges[entryId];
      if (purge === undefined) throw new Error(`Nothing says how "${entryId}" is removed.`);
      return purge(db, before, limit);
    },
    /** Unpaid orders, and failed free ones, not touched since `before`. */
    listForgotten(before: number, limit: number): Promise<Pick<Order, 'id' | 'status'>[]> {
      // The age of an unpaid order counts from the last choice of terms, that of a failed free one from its last try.
      return all(
        db,
        `SELECT id, status FROM orders WHERE released_at IS NULL AND status = 'AGUARDANDO' AND terms_accepted_at < ?1
           AND cancelled_at IS NULL
         UNION ALL SELECT id, status FROM orders WHERE ${UNFINISHED} AND status = 'ERRO' AND touched_at < ?1
           AND payment = 'free' AND cancelled_at IS NULL
         LIMIT ?2`,
        before,
        limit,
      );
    },
  };
}
