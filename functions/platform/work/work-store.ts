/**
 * Due work in D1.
 *
 * Owns: claiming under a lease, and what remains of a row after a run. A claim and everything written after it name the
 * lease, so a worker that lost it changes nothing. A request during a run raises the version, and the work is due again
 * when that run ends.
 */
import {
  all,
  among,
  changesOne,
  exists,
  raw,
  run,
  type Sql,
  sql,
  statement,
} from '#functions/platform/db.ts';
import type { WorkItem } from './define-work.ts';

/**
 * How long one worker has an item. Longer than the calls of a run may take together, timeouts included; after a crash
 * the item waits this long.
 */
const LEASE_MS = 600_000;
/** As `LEASE_MS`, for a request, which ends sooner. */
const REQUEST_LEASE_MS = 120_000;

/** Work to be done. */
export interface NewWork {
  readonly kind: string;
  readonly key: string;
  readonly orderId?: string | null;
  /** Milliseconds, UTC; now by default. */
  readonly dueAt?: number;
}

/** Earliest wins: work that is already due stays due. */
export const ON_CONFLICT = sql`ON CONFLICT (kind, key)
  DO UPDATE SET due_at = MIN(work.due_at, excluded.due_at), version = version + 1`;

/**
 * Statement that makes work due, for the batch with the fact it follows.
 * @param condition SQL that must be true; see `mailStatements`.
 */
export function workStatement(
  db: D1Database,
  { kind, key, orderId = null, dueAt }: NewWork,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement {
  return statement(db)`INSERT INTO work (kind, key, order_id, cluster, due_at, created_at)
    SELECT ${kind}, ${key}, ${orderId}, COALESCE((SELECT cluster FROM sales WHERE order_id = ${orderId}), ''),
      ${dueAt ?? now}, ${now}
    WHERE ${condition} ${ON_CONFLICT}`;
}

/**
 * Statement that makes work due for each row of a query with the columns `key` and `order_id`.
 * @param kind Also SQL, over the columns of the query as `entries`.
 * @param returning SQL, as `RETURNING key`; by default the statement returns nothing.
 */
export const workOfEach = (
  db: D1Database,
  kind: string | Sql,
  now: number,
  query: Sql,
  returning: Sql = sql``,
): D1PreparedStatement =>
  statement(db)`INSERT INTO work (kind, key, order_id, cluster, due_at, created_at)
    SELECT ${kind}, entries.key, entries.order_id,
      COALESCE((SELECT cluster FROM sales WHERE order_id = entries.order_id), ''), ${now}, ${now}
    FROM (${query}) AS entries WHERE TRUE ${ON_CONFLICT} ${returning}`;

/** A claimed item with what proves the claim. */
export interface ClaimedWork extends WorkItem {
  readonly version: number;
  readonly leasedUntil: number;
}

interface Share {
  readonly perRun: number;
  readonly isPerCluster?: true | undefined;
  readonly leaseMs?: number | undefined;
  readonly first?: Sql | undefined;
}

/** What goes first is looked for among so many that are due, so that a claim costs the same however many wait. */
const FIRST_OF = 1_000;

const ITEM = sql`kind, key, order_id, cluster, attempts, tried_since,
    created_at, due_at, version, leased_until`;

const claim = (now: number, leaseMs: number): Sql =>
  sql`UPDATE work SET leased_until = ${now + leaseMs}, attempts = attempts + 1,
      tried_since = COALESCE(tried_since, ${now})`;

const byDueTime = (items: ClaimedWork[]) => items.sort((one, other) => one.dueAt - other.dueAt);

/** Makes work due that follows no row of ours; see `workStatement`. */
export const addWork = async (db: D1Database, work: NewWork, now: number): Promise<void> => {
  await workStatement(db, work, now).run();
};

/** Work of a kind that was asked for by `askedBy`, and is not done; the oldest first. */
export const listAskedWork = (db: D1Database, kind: string, askedBy: number) =>
  all<{ readonly key: string; readonly createdAt: number }>(db)`SELECT key, created_at FROM work
    WHERE kind = ${kind} AND created_at <= ${askedBy} ORDER BY created_at LIMIT 200`;

/** Takes an item away that somebody did outside; false when there is none. */
export const dropWork = (db: D1Database, kind: string, key: string): Promise<boolean> =>
  changesOne(db)`DELETE FROM work WHERE kind = ${kind} AND key = ${key}`;

/** Makes sure that the one item of a kind exists. */
export const keepOneWork = (db: D1Database, kind: string, now: number) =>
  run(db)`INSERT INTO work (kind, key, due_at, created_at) VALUES (${kind}, 'always', ${now}, ${now})
        ON CONFLICT DO NOTHING`;

/** SQL: the columns `key` and `cluster` of what is due of a kind. */
const dueOf = (kind: string, most: number, first: Sql | undefined, dueBy: number, now: number): Sql => {
  const due = (limit: number) => sql`SELECT key, order_id, cluster, due_at FROM work
      WHERE kind = ${kind} AND due_at <= ${dueBy} AND leased_until <= ${now} ORDER BY due_at LIMIT ${limit}`;
  return first === undefined
    ? due(most)
    : sql`SELECT * FROM (${due(FIRST_OF)}) AS entries ORDER BY ${first}, due_at LIMIT ${most}`;
};

/** Claims the items of a kind that are due, the longest waiting first. */
export const claimWork = async (
  db: D1Database,
  kind: string,
  { perRun, isPerCluster, leaseMs = LEASE_MS, first }: Share,
  now: number,
): Promise<ClaimedWork[]> =>
  byDueTime(
    await all<ClaimedWork>(db)`${claim(now, leaseMs)} WHERE kind = ${kind} AND key IN (
            SELECT key FROM (
              SELECT key, ROW_NUMBER() OVER (PARTITION BY ${raw(isPerCluster ? 'cluster' : "''")}
                ORDER BY due_at) AS turn
              FROM (${dueOf(kind, isPerCluster ? -1 : perRun, first, now, now)}) AS entries) AS subquery
            WHERE turn <= ${perRun})
          RETURNING ${ITEM}`,
  );

/** Claims those of these items that are due and not leased. @param left Also so many that were due by then. */
export const claimTheseWorks = async (
  db: D1Database,
  kind: string,
  keys: readonly string[],
  { leaseMs = REQUEST_LEASE_MS, first }: Pick<Share, 'leaseMs' | 'first'>,
  now: number,
  left?: { readonly most: number; readonly dueBy: number },
): Promise<ClaimedWork[]> => {
  const others =
    left === undefined
      ? sql``
      : sql`UNION SELECT key FROM (${dueOf(kind, left.most, first, left.dueBy, now)}) AS subquery`;
  return byDueTime(
    await all<ClaimedWork>(db)`${claim(now, leaseMs)}
          WHERE kind = ${kind} AND key IN (SELECT value FROM json_each(${JSON.stringify(keys)}) ${others})
            AND due_at <= ${now} AND leased_until <= ${now}
          RETURNING ${ITEM}`,
  );
};

/** Renews a lease. @returns The item under its new one; `null` when another worker has it. */
export async function renewWork(
  db: D1Database,
  item: ClaimedWork,
  leaseMs: number,
  now: number,
): Promise<ClaimedWork | null> {
  const { kind, key, leasedUntil } = item;
  // Never the same value: it is also the token.
  const until = Math.max(now + leaseMs, leasedUntil + 1);
  const isHeld = await changesOne(db)`UPDATE work SET leased_until = ${until}
        WHERE kind = ${kind} AND key = ${key} AND leased_until = ${leasedUntil}`;
  return isHeld ? { ...item, leasedUntil: until } : null;
}

/** As `renewWork`, of items that were claimed together. @returns Those that are still held. */
export async function renewWorks(
  db: D1Database,
  items: readonly ClaimedWork[],
  leaseMs: number,
  now: number,
): Promise<ClaimedWork[]> {
  const [one] = items;
  if (one === undefined) return [];
  const until = Math.max(now + leaseMs, one.leasedUntil + 1);
  const held = await all<{ key: string }>(db)`UPDATE work SET leased_until = ${until}
        WHERE kind = ${one.kind} AND key IN ${among(items.map(({ key }) => key))}
          AND leased_until = ${one.leasedUntil} RETURNING key`;
  const keys = new Set(held.map(({ key }) => key));
  return items.filter(({ key }) => keys.has(key)).map((item) => ({ ...item, leasedUntil: until }));
}

/**
 * Ends a run of items that were claimed together, as `finishWork`, and as `retryWorkLater` where `againAt` has a time.
 * @param againAt By key.
 */
export async function endWorks(
  db: D1Database,
  items: readonly ClaimedWork[],
  againAt: ReadonlyMap<string, number>,
): Promise<void> {
  const [one] = items;
  if (one === undefined) return;
  const { kind, leasedUntil } = one;
  const rows = JSON.stringify(
    items.map(({ key, version }) => ({ key, version, again: againAt.get(key) ?? null })),
  );
  const ended = sql`(SELECT value ->> 'key' AS ended_key, value ->> 'version' AS run_version,
          value ->> 'again' AS again_at FROM json_each(${rows})) AS ended`;
  await db.batch([
    statement(db)`DELETE FROM work WHERE kind = ${kind} AND leased_until = ${leasedUntil}
          AND (key, version) IN (SELECT ended_key, run_version FROM ${ended} WHERE again_at IS NULL)`,
    statement(db)`UPDATE work SET leased_until = 0, attempts = 0, tried_since = NULL, last_error = NULL,
            due_at = CASE WHEN again_at IS NULL THEN due_at WHEN version = run_version THEN again_at
              ELSE MIN(due_at, again_at) END
          FROM ${ended} WHERE kind = ${kind} AND key = ended_key AND leased_until = ${leasedUntil}`,
  ]);
}

/** As `noteWorkFailed`, of items that were claimed together. */
export async function noteWorksFailed(
  db: D1Database,
  items: readonly (ClaimedWork & { readonly againAt: number; readonly reason: string })[],
): Promise<void> {
  const [one] = items;
  if (one === undefined) return;
  const rows = JSON.stringify(items.map(({ key, againAt, reason }) => ({ key, againAt, reason })));
  await run(db)`UPDATE work SET leased_until = 0, due_at = again_at, last_error = reason
        FROM (SELECT value ->> 'key' AS failed_key, value ->> 'againAt' AS again_at, value ->> 'reason' AS reason
          FROM json_each(${rows})) AS failed
        WHERE kind = ${one.kind} AND key = failed_key AND leased_until = ${one.leasedUntil}`;
}

/** Ends a run: the row goes, or is due at once when the work was asked for again meanwhile. */
export async function finishWork(
  db: D1Database,
  { kind, key, leasedUntil, version }: ClaimedWork,
): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM work WHERE kind = ${kind} AND key = ${key}
            AND leased_until = ${leasedUntil} AND version = ${version}`,
    statement(db)`UPDATE work SET leased_until = 0, attempts = 0, tried_since = NULL, last_error = NULL
          WHERE kind = ${kind} AND key = ${key} AND leased_until = ${leasedUntil}`,
  ]);
}

/** Ends a run whose work is due again at `dueAt`, or at once when it was asked for meanwhile. */
export const retryWorkLater = (
  db: D1Database,
  { kind, key, leasedUntil, version }: ClaimedWork,
  dueAt: number,
) =>
  run(db)`UPDATE work SET leased_until = 0, attempts = 0, tried_since = NULL, last_error = NULL,
          due_at = IIF(version = ${version}, ${dueAt}, MIN(due_at, ${dueAt}))
        WHERE kind = ${kind} AND key = ${key} AND leased_until = ${leasedUntil}`;

/** SQL: whether one of these items is due, or another one that was due by `dueBy`, and nobody has it. */
export const isDue = (kind: string, keys: readonly string[], dueBy: number, now: number): Sql =>
  sql`(EXISTS (SELECT 1 FROM work WHERE kind = ${kind} AND key IN ${among(keys)} AND due_at <= ${now}
      AND leased_until <= ${now})
    OR EXISTS (SELECT 1 FROM work WHERE kind = ${kind} AND due_at <= ${dueBy} AND leased_until <= ${now}))`;

/** True while there is an item of a kind. */
export const hasWork = (db: D1Database, kind: string): Promise<boolean> =>
  exists(db)`SELECT 1 FROM work WHERE kind = ${kind} LIMIT 1`;

/** Makes an item due now; false when there is none. A run in progress goes on. */
export const hurryWork = (db: D1Database, kind: string, key: string, now: number): Promise<boolean> =>
  changesOne(db)`UPDATE work SET due_at = MIN(due_at, ${now}), version = version + 1
        WHERE kind = ${kind} AND key = ${key}`;

/** Ends a failed run; the next one is at `dueAt`, whatever was asked for meanwhile: a handler may ask for its own work. */
export const noteWorkFailed = (
  db: D1Database,
  { kind, key, leasedUntil }: ClaimedWork,
  dueAt: number,
  reason: string,
) =>
  run(db)`UPDATE work SET leased_until = 0, due_at = ${dueAt}, last_error = ${reason}
        WHERE kind = ${kind} AND key = ${key} AND leased_until = ${leasedUntil}`;
