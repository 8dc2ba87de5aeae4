/**
 * Runs over all environments in D1.
 *
 * Owns: which environments a run is about, their order (one, then a tenth, then all), how many are begun at once, and
 * that a step and the revision of its environment change together.
 */
import { revisionStatement } from '#functions/orders/cluster-loads.ts';
import {
  all,
  among,
  changesOne,
  first,
  firstChangesOne,
  run,
  type Sql,
  sql,
  statement,
} from '#functions/platform/db.ts';
import { CHANGED, mailStatements, type OutgoingMail } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import type { NotableStep, Run, RunState, Step, StepState } from './run.ts';

/** The kind of work that goes on with a run; its key is the run. */
export const FLEET_WORK = 'fleet';

const RUN = sql`run_id AS id, kind, target, at_once, state, created_at`;
const STEP = sql`snapshot, copied_before, run_id, order_id,
    subdomain, cluster, state, target, before, written_at, reason`;

/** One of this many belongs to the second wave. */
const SHARE = 10;

/** SQL condition: the run is not over. A statement must repeat it word for word to use its index. */
const IS_OPEN = sql`state IN ('running', 'paused', 'failed')`;

const LATEST = sql`SELECT run_id FROM fleet_runs ORDER BY created_at DESC LIMIT 1`;
/** SQL condition: the environment is written or watched. */
const IS_UNDER_WAY = sql`state IN ('copying', 'begun', 'returning')`;

const wake = (db: D1Database, runId: string, now: number, condition?: Sql) =>
  workStatement(db, { kind: FLEET_WORK, key: runId }, now, condition);

export const findRun = (db: D1Database, id: string) =>
  first<Run>(db)`SELECT ${RUN} FROM fleet_runs WHERE run_id = ${id}`;

export const findOpenRun = (db: D1Database) => first<Run>(db)`SELECT ${RUN} FROM fleet_runs WHERE ${IS_OPEN}`;

export const findLatestRun = (db: D1Database) =>
  first<Run>(db)`SELECT ${RUN} FROM fleet_runs ORDER BY created_at DESC LIMIT 1`;

/**
 * Begins a run over all environments that differ from its target; false while another one is open, or one that was
 * stopped still brings an environment back.
 *
 * The first is a free environment, the newest, unless `only` names one: then the run is about that one alone.
 * Suspended ones and sleepers come last: nothing runs there that could prove the version.
 */
export const openRun = (
  db: D1Database,
  { id, kind, target, atOnce }: Pick<Run, 'id' | 'kind' | 'target' | 'atOnce'>,
  only: string | null,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(db)`INSERT INTO fleet_runs (run_id, kind, target, at_once, state, created_at)
          SELECT ${id}, ${kind}, ${target}, ${atOnce}, 'running', ${now} WHERE NOT EXISTS (SELECT 1
          FROM fleet_runs WHERE ${IS_OPEN})
            AND NOT EXISTS (SELECT 1 FROM fleet_steps WHERE run_id = (${LATEST}) AND ${IS_UNDER_WAY})`,
    statement(db)`INSERT INTO fleet_steps (run_id, order_id, subdomain, cluster, turn, wave, state,
            target, before)
          SELECT ${id}, order_id, subdomain, cluster, turn,
            CASE WHEN state <> 'active' THEN 2 WHEN turn = 1 THEN 0 WHEN turn % ${SHARE} = 0 THEN 1
            ELSE 2 END, 'waiting', IIF(${kind} = 'revision', ${target}, NULL), chart_revision
          FROM (
            SELECT t.order_id, t.subdomain, o.cluster, t.state, o.chart_revision,
            ROW_NUMBER() OVER (ORDER BY t.state = 'active' DESC, t.plan = 'free' DESC,
            t.created_at DESC) AS turn
            FROM environments t JOIN sales o ON o.order_id = t.order_id
            WHERE t.state IN ('active', 'suspended', 'asleep') AND (${only} IS NULL OR t.order_id = ${only})
              AND (${kind} = 'tokens' OR o.chart_revision IS NOT ${target})) AS entries
          WHERE EXISTS (SELECT 1 FROM fleet_runs WHERE run_id = ${id})`,
    wake(db, id, now, sql`changes() > 0`),
  ]);

/** Moves a run from one of these states, and goes on with it. */
export const changeRun = (
  db: D1Database,
  id: string,
  from: readonly RunState[],
  to: RunState,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(db)`UPDATE fleet_runs SET state = ${to} WHERE run_id = ${id} AND state IN ${among(from)}`,
    wake(db, id, now, CHANGED),
  ]);

/** Lets environments that failed and are back wait for another try. */
export const retryReturned = (db: D1Database, id: string) =>
  run(db)`UPDATE fleet_steps SET state = 'waiting', reason = NULL, written_at = NULL, snapshot = NULL
        WHERE run_id = ${id} AND state = 'returned'`;

/** Turns the run around: environments that were moved wait to go back, the others are left alone. */
export const turnRunBack = (db: D1Database, id: string, now: number) =>
  db.batch([
    statement(db)`UPDATE fleet_steps SET state = 'skipped' WHERE run_id = ${id} AND state = 'waiting'`,
    statement(db)`UPDATE fleet_steps SET state = 'waiting', wave = 2, target = before, before = target,
            written_at = NULL
          WHERE run_id = ${id} AND state = 'done' AND before IS NOT NULL`,
    statement(db)`UPDATE fleet_runs SET state = 'running' WHERE run_id = ${id}`,
    wake(db, id, now),
  ]);

/** Environments that are begun or go back. */
export const listOpenSteps = (db: D1Database, runId: string) =>
  all<Step>(db)`SELECT ${STEP} FROM fleet_steps WHERE run_id = ${runId} AND ${IS_UNDER_WAY}`;

/** The next ones to begin: of the first wave that is not over, and of each cluster as many as are free. */
export const listNextSteps = (db: D1Database, runId: string, atOnce: number) =>
  all<Step>(db)`WITH open AS (
          SELECT wave, cluster, state FROM fleet_steps WHERE run_id = ${runId} AND ${IS_UNDER_WAY}),
          entries AS (
            SELECT s.*, ROW_NUMBER() OVER (PARTITION BY s.cluster ORDER BY s.turn) AS place
            FROM fleet_steps s WHERE run_id = ${runId} AND state = 'waiting'
              AND wave = (SELECT MIN(wave) FROM fleet_steps WHERE run_id = ${runId} AND state = 'waiting')
              AND NOT EXISTS (SELECT 1 FROM open WHERE open.wave < s.wave))
        SELECT ${STEP} FROM entries
        WHERE place <= ${atOnce} - (SELECT COUNT(*) FROM open WHERE open.cluster = entries.cluster)
        ORDER BY turn`;

/** `waiting` → `copying`; false when the run or the step is no longer there. */
export const beginStepCopy = (db: D1Database, { runId, orderId }: Step, now: number): Promise<boolean> =>
  changesOne(db)`UPDATE fleet_steps SET state = 'copying', written_at = ${now}, copied_before = NULL
        WHERE run_id = ${runId} AND order_id = ${orderId}
          AND state = 'waiting' AND EXISTS (SELECT 1 FROM fleet_runs
          WHERE run_id = ${runId} AND state = 'running')`;

export const noteCopyAsked = (db: D1Database, { runId, orderId }: Step, copiedBefore: number, now: number) =>
  run(db)`UPDATE fleet_steps SET written_at = ${now}, copied_before = ${copiedBefore}
        WHERE run_id = ${runId} AND order_id = ${orderId} AND state = 'copying'`;

/** `copying` → `returned` without anything changed; the run begins no other environment, and the team is told. */
export const failStepCopy = (
  db: D1Database,
  { runId, orderId }: Step,
  reason: string,
  mail: OutgoingMail,
  now: number,
) =>
  db.batch([
    statement(db)`UPDATE fleet_steps SET state = 'returned', reason = ${reason}, written_at = NULL
          WHERE run_id = ${runId} AND order_id = ${orderId} AND state = 'copying'`,
    statement(db)`UPDATE fleet_runs SET state = 'failed' WHERE run_id = ${runId}
            AND state IN ('running', 'paused')`,
    ...mailStatements(db, mail, now),
  ]);

/**
 * `waiting` or `copying` → `begun`, and the environment's new revision; false when the run or the step is no longer
 * there.
 */
export const beginStep = (
  db: D1Database,
  { runId, orderId, target }: Step,
  snapshot: string | null,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(db)`UPDATE fleet_steps SET state = 'begun', written_at = NULL, snapshot = ${snapshot}
          WHERE run_id = ${runId} AND order_id = ${orderId}
            AND state IN ('waiting', 'copying') AND EXISTS (SELECT 1 FROM fleet_runs
            WHERE run_id = ${runId} AND state = 'running')`,
    revisionStatement(db, orderId, target),
  ]);

export const noteStepWritten = (db: D1Database, { runId, orderId, state }: Step, now: number) =>
  run(db)`UPDATE fleet_steps SET written_at = ${now} WHERE run_id = ${runId} AND order_id = ${orderId}
          AND state = ${state}`;

export const endStep = (db: D1Database, { runId, orderId, state }: Step, to: StepState) =>
  run(db)`UPDATE fleet_steps SET state = ${to} WHERE run_id = ${runId} AND order_id = ${orderId}
          AND state = ${state}`;

/**
 * `begun` → `returning` with the revision from before and, where there is a copy, the data from before: a version may
 * have rewritten them. The run begins no other environment, and the team is told.
 * @param restore Makes the restore due; empty without a copy.
 */
export const failStep = (
  db: D1Database,
  { runId, orderId, before }: Step,
  reason: string,
  mail: OutgoingMail,
  restore: readonly D1PreparedStatement[],
  now: number,
) =>
  db.batch([
    statement(db)`UPDATE fleet_steps SET state = 'returning', reason = ${reason}, written_at = NULL
          WHERE run_id = ${runId} AND order_id = ${orderId} AND state = 'begun'`,
    revisionStatement(db, orderId, before),
    statement(db)`UPDATE fleet_runs SET state = 'failed' WHERE run_id = ${runId}
            AND state IN ('running', 'paused')`,
    ...restore,
    ...mailStatements(db, mail, now),
  ]);

/** How many environments of a run are in each state. */
export const countSteps = (db: D1Database, runId: string) =>
  all<{ state: StepState; count: number }>(db)`SELECT state, COUNT(*) AS count FROM fleet_steps
        WHERE run_id = ${runId} GROUP BY state`;

/** Those that are begun, or failed. */
export const listNotableSteps = (db: D1Database, runId: string, limit: number) =>
  all<NotableStep>(db)`SELECT subdomain, state, reason FROM fleet_steps WHERE run_id = ${runId}
          AND state IN ('copying', 'begun', 'returning', 'returned') LIMIT ${limit}`;

/** The revisions that environments run. */
export const countRevisions = (db: D1Database) =>
  all<{ revision: string | null; count: number }>(db)`SELECT o.chart_revision AS revision,
          COUNT(*) AS count FROM environments t JOIN sales o ON o.order_id = t.order_id
        WHERE t.state IN ('active', 'suspended', 'asleep') GROUP BY o.chart_revision ORDER BY count DESC`;
