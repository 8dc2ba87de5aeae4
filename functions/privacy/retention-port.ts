/** Removes rows whose time is over; see content/legal/retention.json. */
import type { Order } from '#functions/checkout/order.ts';

export interface RetentionStore {
  /**
   * Removes at most `limit` items of a kind of data that are older than `before`, with everything that hangs on them.
   * @param entryId Id of an entry of the retention file that names tables.
   * @param before Milliseconds, UTC.
   * @returns How many went; less than `limit` when nothing old is left.
   */
  purge(entryId: string, before: number, limit: number): Promise<number>;
  /** Ids of the entries that `purge` knows. */
  readonly entryIds: readonly string[];
  /** Orders for which nothing was paid and that nobody has touched since `before`: not paid, or free and failed. */
  listForgotten(before: number, limit: number): Promise<readonly Pick<Order, 'id' | 'status'>[]>;
}
