/** Moves of environments to another cluster, in D1. One row while a move is under way. */

import { restoreIfFree, restoreReport } from '#functions/copies/store.ts';
import { placeStatement } from '#functions/orders/cluster-loads.ts';
import { changesOne, first, firstChangesOne, run, sql, statement } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';
import { hasWork } from '#functions/platform/work/work-store.ts';
import type { RestoreOrder } from '#functions/vendors/cluster.ts';

/** The kind of work that goes on with a move; its key is the order. */
export const MOVE_WORK = 'move';

/**
 * `copying`: the volume is copied while the environment runs. `stopping`: it is stopped where it is. `starting`: its row
 * names the new cluster, where it comes back from that copy. `clearing`: it runs there, and is removed where it was.
 */
export const moveStates = ['copying', 'stopping', 'starting', 'clearing'] as const;
type MoveState = (typeof moveStates)[number];

export interface Move {
  readonly orderId: string;
  readonly subdomain: string;
  /** Names of clusters. */
  readonly from: string;
  readonly to: string;
  readonly state: MoveState;
  readonly since: number;
  /** Time of the last copy before the one that was asked for; 0 for none. */
  readonly copiedBefore: number;
  /** Id of the copy it moves with; `null` while that is not kept. */
  readonly snapshot: string | null;
}

const MOVE = sql`order_id, subdomain, from_cluster AS "from", to_cluster AS "to",
    state, since, copied_before, snapshot`;

export const findMove = (db: D1Database, orderId: string) =>
  first<Move>(db)`SELECT ${MOVE} FROM moves WHERE order_id = ${orderId}`;

/** True while any environment moves. */
export const isAnyMove = (db: D1Database) => hasWork(db, MOVE_WORK);

/** Begins a move; false while there is one of this environment, or a run over all environments is open. */
export const openMove = (db: D1Database, move: Omit<Move, 'state' | 'snapshot'>): Promise<boolean> =>
  changeAndReport(
    db,
    {
      events: [{ kind: 'move-asked', orderId: move.orderId, detail: `${move.from} → ${move.to}` }],
      work: [{ kind: MOVE_WORK, key: move.orderId, orderId: move.orderId }],
    },
    move.since,
  )`INSERT INTO moves (order_id, subdomain, from_cluster, to_cluster, state, since,
            copied_before)
          SELECT ${move.orderId}, ${move.subdomain}, ${move.from}, ${move.to}, 'copying', ${move.since},
            ${move.copiedBefore}
          WHERE NOT EXISTS (SELECT 1 FROM fleet_runs WHERE state IN ('running', 'paused', 'failed'))
          ON CONFLICT DO NOTHING`;

/** `copying` → `stopping`, with the copy that is now kept. */
export const noteMoveCopied = (db: D1Database, orderId: string, snapshot: string) =>
  changesOne(db)`UPDATE moves SET state = 'stopping', snapshot = ${snapshot}
        WHERE order_id = ${orderId} AND state = 'copying'`;

/**
 * `stopping` → `starting`: from here on every call about the environment goes to the new cluster, where it comes back
 * from its copy. False while another restore of it is not finished.
 */
export const placeMove = (
  db: D1Database,
  { orderId, to }: Pick<Move, 'orderId' | 'to'>,
  restore: RestoreOrder,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    restoreIfFree(
      db,
      orderId,
      restore,
      sql`EXISTS (SELECT 1 FROM moves m WHERE m.order_id = ${orderId} AND m.state = 'stopping')`,
    ),
    placeStatement(db, orderId, to),
    statement(db)`UPDATE moves SET state = 'starting' WHERE order_id = ${orderId} AND changes() = 1`,
    ...restoreReport(db, orderId, restore, now),
  ]);

export const noteMoveBack = (db: D1Database, orderId: string) =>
  run(db)`UPDATE moves SET state = 'clearing' WHERE order_id = ${orderId} AND state = 'starting'`;

/** The end of a move, done or given up. */
export const closeMove = (
  db: D1Database,
  { orderId, state }: Pick<Move, 'orderId' | 'state'>,
  report: { readonly kind: 'move-done' | 'move-given-up'; readonly mails?: readonly OutgoingMail[] },
  now: number,
) =>
  changeAndReport(db, { events: [{ kind: report.kind, orderId }], mails: report.mails ?? [] }, now)`
        DELETE FROM moves WHERE order_id = ${orderId} AND state = ${state}`;
