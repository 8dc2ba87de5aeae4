/** Sleeping environments in D1: who was told, the copy from before, the mails about a removal, and what may be under way. */
import type { FirstMonitorState } from '#domain/alerts/codes.ts';
import { first, firstChangesOne, run, sql, statement } from '#functions/platform/db.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import { ENVIRONMENT_WORK, environmentWork } from '#functions/platform/work/environment-work.ts';
import { admittedChanged } from '#functions/tenants/admitted.ts';
import { endedForRemoval, sleepStatement } from '#functions/tenants/store.ts';

/** What is kept of an environment's sleep. Times are milliseconds, UTC. */
export interface SleepRow {
  readonly warnedAt: number | null;
  readonly copyAskedAt: number | null;
  /** The last copy when the one before the sleep was asked for; 0 for none. */
  readonly copiedBefore: number | null;
  /** Whether the cluster has, or may have, its zero. */
  readonly isStopped: boolean;
  readonly farewells: number;
  readonly removesAt: number | null;
  readonly wokenAt: number | null;
}

const NO_ROW: SleepRow = {
  warnedAt: null,
  copyAskedAt: null,
  copiedBefore: null,
  isStopped: false,
  farewells: 0,
  removesAt: null,
  wokenAt: null,
};

export async function findSleep(db: D1Database, orderId: string): Promise<SleepRow> {
  const row = await first<Omit<SleepRow, 'isStopped'> & { readonly isStopped: 0 | 1 }>(
    db,
  )`SELECT warned_at, copy_asked_at, copied_before, is_stopped, farewells, removes_at, woken_at
    FROM sleeps WHERE order_id = ${orderId}`;
  return row === null ? NO_ROW : { ...row, isStopped: row.isStopped === 1 };
}

/** Whether something is under way that needs the environment's pod. */
export async function isBusy(
  db: D1Database,
  orderId: string,
  firstMonitor: FirstMonitorState | null,
): Promise<boolean> {
  if (firstMonitor === 'waiting') return true;
  const found = await first(db)`SELECT 1 FROM asked_restores WHERE order_id = ${orderId} AND done_at IS NULL
    UNION ALL SELECT 1 FROM moving_environments WHERE order_id = ${orderId}
    UNION ALL SELECT 1 FROM walked_environments WHERE order_id = ${orderId}
    UNION ALL SELECT 1 FROM changing_plans WHERE order_id = ${orderId} LIMIT 1`;
  return found !== null;
}

/** Records that the owner is told; of several callers only the first. */
export const noteWarned = (
  db: D1Database,
  orderId: string,
  seen: Pick<SleepRow, 'warnedAt'>,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`INSERT INTO sleeps (order_id, warned_at)
    SELECT order_id, ${now} FROM environments WHERE order_id = ${orderId}
    ON CONFLICT (order_id) DO UPDATE SET warned_at = excluded.warned_at, copy_asked_at = NULL, copied_before = NULL
    WHERE warned_at IS ${seen.warnedAt}`;

/** Records that the copy from before the sleep is asked for. */
export const noteCopyAsked = (db: D1Database, orderId: string, copiedBefore: number, now: number) =>
  run(
    db,
  )`UPDATE sleeps SET copy_asked_at = ${now}, copied_before = ${copiedBefore} WHERE order_id = ${orderId}`;

/**
 * Puts a free environment to sleep in its row. The list of who may enter gets a new revision, under which its panel is
 * closed before the pod stops. False when it no longer runs.
 */
export const noteAsleep = (
  db: D1Database,
  orderId: string,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    sleepStatement(db, orderId, 'asleep', now),
    ...reportStatements(db, report, now, CHANGED),
    statement(db)`UPDATE sleeps SET is_stopped = 0, farewells = 0, removes_at = NULL, woken_at = NULL,
      copy_asked_at = NULL, copied_before = NULL
      WHERE order_id = ${orderId} AND ${isAsleepSince(orderId, now)}`,
    ...admittedChanged(db, orderId, now, isAsleepSince(orderId, now)),
  ]);

const isAsleepSince = (orderId: string, since: number) =>
  sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId} AND state = 'asleep' AND state_since = ${since})`;

/** Before the zero is written. */
export const noteStopped = (db: D1Database, orderId: string) =>
  run(db)`UPDATE sleeps SET is_stopped = 1 WHERE order_id = ${orderId}`;

/** After the zero was taken back. */
export const noteStarted = (db: D1Database, orderId: string) =>
  run(db)`UPDATE sleeps SET is_stopped = 0 WHERE order_id = ${orderId}`;

/** Wakes an environment in its row, and makes due what every running one has; false when it does not sleep. */
export const noteWoken = (
  db: D1Database,
  orderId: string,
  report: ChangeReport,
  now: number,
): Promise<boolean> => {
  const isWoken = sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId} AND state = 'active'
    AND state_since = ${now})`;
  return firstChangesOne(db, [
    sleepStatement(db, orderId, 'active', now),
    ...reportStatements(db, report, now, CHANGED),
    statement(db)`UPDATE sleeps SET warned_at = NULL, farewells = 0, removes_at = NULL, woken_at = ${now}
      WHERE order_id = ${orderId} AND ${isWoken}`,
    ...admittedChanged(db, orderId, now, isWoken),
    environmentWork(db, orderId, now, isWoken),
  ]);
};

/** Records a mail about the removal; of several callers only the first, and only while it sleeps. */
export const noteFarewell = (
  db: D1Database,
  orderId: string,
  { farewells, removesAt }: Pick<SleepRow, 'farewells'> & { readonly removesAt: number },
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, report, now)`UPDATE sleeps SET farewells = farewells + 1, removes_at = ${removesAt}
    WHERE order_id = ${orderId} AND farewells = ${farewells}
      AND EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId} AND state = 'asleep')`;

/** Marks a sleeper for removal once all its mails were written and the last one's day is there; false otherwise. */
export const removeSleeper = (
  db: D1Database,
  orderId: string,
  farewells: number,
  report: ChangeReport,
  now: number,
): Promise<boolean> => {
  const isOver = sql`state = 'asleep' AND EXISTS (SELECT 1 FROM sleeps
    WHERE order_id = ${orderId} AND farewells >= ${farewells} AND removes_at <= ${now})`;
  const [ended, ...work] = endedForRemoval(db, orderId, now, isOver);
  return firstChangesOne(db, [
    ...(ended === undefined ? [] : [ended]),
    ...reportStatements(db, report, now, CHANGED),
    ...work,
  ]);
};

/** Forgets what is kept of an environment that never sleeps, because it is paid for. */
export const forgetSleep = (db: D1Database, orderId: string) =>
  run(db)`DELETE FROM sleeps WHERE order_id = ${orderId}`;

/** The kind of work that decides; its key is the order. */
export const SLEEP_WORK = ENVIRONMENT_WORK.sleep;
