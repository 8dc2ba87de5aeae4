/**
 * What the clients of the clusters read of an environment's rows, through the views of the rooms that own them: where it
 * is, who may enter, which copy it came back from, and whether it is stopped to move.
 */
import type { RestoreOrder } from '#functions/vendors/cluster.ts';
import type { AdmittedAccounts } from '#functions/vendors/instances.ts';
import { exists, first, firstValue } from './db.ts';

/** Where an environment is. */
export interface Place {
  /** `''` for the default one. */
  readonly cluster: string;
  /** Revision of the chart; `null` for an order that is not begun. */
  readonly chartRevision: string | null;
}

/** The place of an order's environment. */
export const placeOf = async (db: D1Database, orderId: string): Promise<Place> =>
  (await first<Place>(db)`SELECT cluster, chart_revision FROM sales WHERE order_id = ${orderId}`) ?? {
    cluster: '',
    chartRevision: null,
  };

/** The cluster of the environment that has this name now. */
export const clusterOfName = async (db: D1Database, subdomain: string): Promise<string> =>
  (await firstValue<string>(db)`SELECT cluster AS value FROM sales
    WHERE subdomain = ${subdomain} AND released_at IS NULL`) ?? '';

/**
 * The newest list of an order's environment; before the environment exists, only the account that ordered it.
 * @throws Error for an order without a row.
 */
export async function readAdmitted(db: D1Database, orderId: string): Promise<AdmittedAccounts> {
  const row = await first<{ revision: number; accounts: string }>(
    db,
  )`SELECT revision, accounts FROM admitted_lists
    WHERE order_id = ${orderId}
    UNION ALL SELECT CAST(created_at / 1000 AS INTEGER), json_array(subject) FROM sales WHERE order_id = ${orderId}
    LIMIT 1`;
  if (row === null) throw new Error(`no order ${orderId}`);
  return { revision: row.revision, accounts: JSON.parse(row.accounts) as string[] };
}

/** A restore that was asked for. */
export interface Restore extends RestoreOrder {
  /** When the environment was back; `null` while it is not. */
  readonly doneAt: number | null;
}

/** The last restore of an environment; `null` when there was none. */
export const findRestore = (db: D1Database, orderId: string) =>
  first<Restore>(db)`SELECT id, snapshot, done_at FROM asked_restores WHERE order_id = ${orderId}`;

/** True while an environment is stopped where it is, to move. */
export const isStoppedToMove = (db: D1Database, orderId: string) =>
  exists(db)`SELECT 1 FROM stopped_environments WHERE order_id = ${orderId}`;
