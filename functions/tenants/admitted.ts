/**
 * Lists of admitted accounts in D1: who may enter an environment, and which revision of the list its companion and its
 * application have.
 *
 * The list itself is not stored: one statement reads owner, members and revision together. Every change of them raises
 * the revision in its own transaction (`admittedChanged`).
 */
import { among, first, raw, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { workOfEach, workStatement } from '#functions/platform/work/work-store.ts';

/** A running environment, and which of its parts have the newest list. */
export interface PendingList {
  readonly orderId: string;
  readonly subdomain: string;
  readonly isSent: number;
  readonly isApplied: number;
}

/**
 * SQL of a revision made at a time in milliseconds. Revisions are seconds, so they keep growing even after the database
 * was restored to an earlier moment.
 */
const revisionAt = (milliseconds: Sql): Sql => sql`CAST(${milliseconds} / 1000 AS INTEGER)`;

/** SQL: the revision that an environment was made with, which its application has. */
const FIRST = revisionAt(sql`t.created_at`);

/** Statement that makes a new revision for each environment of a condition on its row `t`. */
const raised = (db: D1Database, now: number, which: Sql): D1PreparedStatement =>
  statement(db)`INSERT INTO admitted (order_id, revision, applied)
    SELECT t.order_id, MAX(${FIRST} + 1, ${revisionAt(sql`${now}`)}), ${FIRST} FROM tenants t WHERE ${which}
    ON CONFLICT (order_id) DO UPDATE SET revision = MAX(revision + 1, ${revisionAt(sql`${now}`)})`;

/**
 * Statements that make a new revision of an environment's list, for the batch that changes who may enter, and its
 * delivery.
 * @param condition SQL that must be true, such as `CHANGED`.
 */
export const admittedChanged = (
  db: D1Database,
  orderId: string,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] => [
  raised(db, now, sql`t.order_id = ${orderId} AND ${condition}`),
  workStatement(db, { kind: ENVIRONMENT_WORK.admitted, key: orderId, orderId }, now, CHANGED),
];

/** The same for every environment that one of these accounts is or was a member of. */
export const admittedChangedFor = (
  db: D1Database,
  subjects: readonly string[],
  now: number,
): D1PreparedStatement[] => {
  const theirs = sql`SELECT DISTINCT order_id FROM memberships WHERE subject IN ${among(subjects)}`;
  return [
    raised(db, now, sql`t.order_id IN (${theirs})`),
    workOfEach(db, ENVIRONMENT_WORK.admitted, now, sql`SELECT order_id AS key, order_id FROM (${theirs})`),
  ];
};

const noteIn = (db: D1Database, column: 'sent' | 'applied', orderId: string, revision: number) =>
  run(db)`INSERT INTO admitted (order_id, revision, sent, applied)
    SELECT t.order_id, ${FIRST}, ${column === 'sent' ? revision : 0}, MAX(${FIRST}, ${column === 'applied' ? revision : 0})
    FROM tenants t WHERE t.order_id = ${orderId}
    ON CONFLICT (order_id) DO UPDATE SET ${raw(column)} = MAX(${raw(column)}, ${revision})`;

/** A running environment with where its newest list is missing. */
export const findOwedList = (db: D1Database, orderId: string) =>
  first<PendingList>(db)`SELECT t.order_id, t.subdomain, COALESCE(a.sent >= a.revision, 0) AS is_sent,
      COALESCE(a.applied >= a.revision, 1) AS is_applied
    FROM tenants t LEFT JOIN admitted a ON a.order_id = t.order_id WHERE t.order_id = ${orderId} AND t.state = 'active'`;

/** Records the revision that the companion accepted. */
export const noteListSent = (db: D1Database, orderId: string, revision: number) =>
  noteIn(db, 'sent', orderId, revision);

/** Records the revision that the application was written with. */
export const noteListApplied = (db: D1Database, orderId: string, revision: number) =>
  noteIn(db, 'applied', orderId, revision);
