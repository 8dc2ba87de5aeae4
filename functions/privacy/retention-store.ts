/** Deletes rows whose retention period is over, in D1: which ones, per table, is in personal-tables.ts. */
import { businessDay } from '#domain/billing/days.ts';
import type { Retention } from '#domain/privacy/retention.ts';
import type { Order } from '#functions/orders/order.ts';
import { UNFINISHED } from '#functions/orders/order-row.ts';
import { all, raw, run, sql, statement } from '#functions/platform/db.ts';
import { personalTables, purgedEntries, tableNames, tablesOf } from './personal-tables.ts';
import { conditionOf } from './store.ts';

/** Days after which rows are deleted, by entry. */
export const purgedDays = ({ keptDays }: Retention): ReadonlyMap<string, number> =>
  new Map(purgedEntries.map((id) => [id, keptDays(id)]));

/** Deletes orders with all rows that go with them, dependent ones first. */
async function removeOrders(db: D1Database, orders: readonly string[]): Promise<number> {
  if (orders.length === 0) return 0;
  const theirs = tableNames.filter((table) => personalTables[table].goesWithOrder).toReversed();
  const done = await db.batch(
    [...theirs, 'orders' as const].map((table) => {
      const where = conditionOf(personalTables[table].of ?? '', { orders });
      return statement(db)`DELETE FROM ${raw(table)} WHERE ${where}`;
    }),
  );
  return done.at(-1)?.meta.changes ?? 0;
}

/**
 * Deletes at most `limit` items of each table of one kind that are older than `before`, with all dependent rows.
 * @param entryId Id of an entry of the retention file.
 * @param before Milliseconds, UTC.
 * @returns How many were deleted; less than `limit` when nothing old is left.
 */
export async function purge(db: D1Database, entryId: string, before: number, limit: number): Promise<number> {
  let removed = 0;
  for (const table of tablesOf(entryId)) {
    const { kept, key = 'rowid' } = personalTables[table];
    const isOld = kept[entryId] ?? null;
    if (isOld === null) continue;
    const columns = raw(table === 'orders' ? 'id' : key);
    const where = conditionOf(isOld, { before, day: businessDay(before) });
    const old = sql`SELECT ${columns} FROM ${raw(table)} WHERE ${where} LIMIT ${limit}`;
    removed +=
      table === 'orders'
        ? await removeOrders(
            db,
            (await all<{ id: string }>(db)`${old}`).map(({ id }) => id),
          )
        : await run(db)`DELETE FROM ${raw(table)} WHERE (${columns}) IN (${old})`;
  }
  return removed;
}

/** Unpaid orders, and failed free ones, not touched since `before`. */
export function listForgotten(
  db: D1Database,
  before: number,
  limit: number,
): Promise<Pick<Order, 'id' | 'status'>[]> {
  // The age of an unpaid order counts from the last choice of terms, that of a failed free one from its last try.
  return all<Pick<Order, 'id' | 'status'>>(db)`SELECT id, status FROM orders
        WHERE released_at IS NULL AND status = 'AGUARDANDO' AND chosen_at < ${before}
          AND closed_at IS NULL
        UNION ALL SELECT id, status FROM orders WHERE ${UNFINISHED} AND status = 'ERRO'
          AND updated_at < ${before} AND payment = 'free' AND closed_at IS NULL
        LIMIT ${limit}`;
}
