/**
 * How the providers of mail and chats are, in D1, for all workers: whether and how fast they are asked, since when they
 * are in trouble, and whether their refusals still end recipients.
 */
import type { RecipientKind } from '#domain/alerts/codes.ts';
import { all, changesOne, first, run, type Sql, sql } from './db.ts';

/** Times are milliseconds UTC; `null`: not so. */
export interface ProviderState {
  readonly kind: RecipientKind;
  /** Nothing is sent before. */
  readonly resumeAt: number;
  readonly troubledSince: number | null;
  readonly pageAt: number | null;
  /** The answer that it gives. */
  readonly reason: string | null;
  readonly limitedAt: number | null;
  readonly breakerSince: number | null;
}

/** A trouble that was not seen for so long is over: whatever waited for the provider was asked meanwhile. */
const OVER_MS = 2 * 3_600_000;

const COLUMNS = sql`kind, resume_at, troubled_since, page_at, reason, limited_at, breaker_since`;

/** Longest time until a turn, and what several turns taken at once may add to it. */
const PATIENCE_MS = 5_000;
/** A next turn that is further away was taken under a clock that ran ahead. */
const AHEAD_MAX_MS = 2 * PATIENCE_MS;

/** Turns at a provider. */
export interface Turn {
  /** When the first one is; milliseconds UTC. */
  readonly at: number;
  readonly everyMs: number;
  /** As it is now. */
  readonly provider: ProviderState;
}

/**
 * Takes the next turns at a provider, for as many requests. All workers together ask it no more often than `perSecond`.
 * @param isWanted SQL: whether there is anything to ask for; without it no turn is taken.
 * @returns `null` also when its turns are taken for a while; whoever has them also carries what is left by others.
 */
export async function takeTurns(
  db: D1Database,
  kind: RecipientKind,
  { perSecond, count = 1 }: { readonly perSecond: number; readonly count?: number },
  now: number,
  isWanted: Sql = sql`TRUE`,
): Promise<Turn | null> {
  const ms = Math.ceil((count * 1_000) / perSecond);
  const isTaken = sql`next_at > ${now} AND next_at <= ${now + AHEAD_MAX_MS}`;
  const row = await first<ProviderState & { nextAt: number }>(db)`
        INSERT INTO providers (kind, next_at) SELECT ${kind}, ${now + ms} WHERE ${isWanted}
        ON CONFLICT (kind) DO UPDATE SET next_at = IIF(${isTaken}, next_at, ${now}) + ${ms}
          WHERE next_at <= ${now + PATIENCE_MS} OR NOT (${isTaken})
        RETURNING next_at, ${COLUMNS}`;
  if (row === null) return null;
  const { nextAt, ...provider } = row;
  return { at: nextAt - ms, everyMs: ms / count, provider };
}

export async function readProvider(db: D1Database, kind: RecipientKind): Promise<ProviderState> {
  const row = await first<ProviderState>(db)`SELECT ${COLUMNS} FROM providers WHERE kind = ${kind}`;
  const calm = { troubledSince: null, pageAt: null, reason: null, limitedAt: null, breakerSince: null };
  return row ?? { kind, resumeAt: 0, ...calm };
}

/** Those of which something is known, by kind. */
export async function readProviders(db: D1Database): Promise<ReadonlyMap<RecipientKind, ProviderState>> {
  const rows = await all<ProviderState>(db)`SELECT ${COLUMNS} FROM providers`;
  return new Map(rows.map((row) => [row.kind, row]));
}

/** Those of which an operator should know. */
export const listTroubledProviders = (db: D1Database, now: number) =>
  all<Pick<ProviderState, 'kind' | 'troubledSince' | 'pageAt' | 'reason' | 'breakerSince'>>(db)`
        SELECT kind, troubled_since, page_at, reason,
          breaker_since
        FROM providers WHERE breaker_since IS NOT NULL
          OR (troubled_since IS NOT NULL AND noted_at > ${now - OVER_MS}) ORDER BY kind`;

/** Notes a failure that is not about one message. The first one of a row of them dates the trouble. */
export const noteTrouble = (
  db: D1Database,
  kind: RecipientKind,
  { reason, pauseMs, pageAfterMs }: { reason: string; pauseMs: number; pageAfterMs: number },
  now: number,
) =>
  run(db)`INSERT INTO providers (kind, resume_at, troubled_since, noted_at, page_at, reason)
        VALUES (${kind}, ${pauseMs === 0 ? 0 : now + pauseMs}, ${now}, ${now}, ${now + pageAfterMs}, ${reason})
        ON CONFLICT (kind) DO UPDATE SET resume_at = MAX(resume_at, excluded.resume_at),
          page_at = IIF(noted_at > ${now - OVER_MS}, MIN(COALESCE(page_at, excluded.page_at),
            excluded.page_at), excluded.page_at),
          troubled_since = IIF(noted_at > ${now - OVER_MS}, COALESCE(troubled_since, ${now}), ${now}),
          noted_at = ${now}, reason = excluded.reason`;

/** Notes that it accepts messages. */
export const noteProviderWorks = (db: D1Database, kind: RecipientKind) =>
  run(db)`UPDATE providers SET troubled_since = NULL, page_at = NULL, reason = NULL, noted_at = NULL
        WHERE kind = ${kind} AND troubled_since IS NOT NULL`;

/** Notes that it asked one recipient to wait. */
export const noteLimited = (db: D1Database, kind: RecipientKind, now: number) =>
  run(db)`INSERT INTO providers (kind, limited_at) VALUES (${kind}, ${now})
        ON CONFLICT (kind) DO UPDATE SET limited_at = ${now}`;

/** From now on its refusals end no recipient. False when that was so before. */
export const tripBreaker = (db: D1Database, kind: RecipientKind, now: number): Promise<boolean> =>
  changesOne(db)`INSERT INTO providers (kind, breaker_since) VALUES (${kind}, ${now})
        ON CONFLICT (kind) DO UPDATE SET breaker_since = ${now} WHERE breaker_since IS NULL`;

/** Its refusals end recipients again. @returns How many were tripped. */
export const rearmBreaker = (db: D1Database) =>
  run(db)`UPDATE providers SET breaker_since = NULL WHERE breaker_since IS NOT NULL`;
