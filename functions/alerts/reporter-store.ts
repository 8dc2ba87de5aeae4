/** Environments as reporters, in D1: which are silent, heard again, blind, or report as an earlier version does. */
import { REPORT_VERSION } from '#domain/api-schemas/alert-report.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { all } from '#functions/platform/db.ts';
import { changeAndReport, type OutgoingMail } from '#functions/platform/outbox.ts';

/** An environment that runs and was not heard for so long is silent: it says every ten minutes that it is there. */
const SILENT_MS = 30 * 60_000;
/** One that is silent for longer is known; what stands still must not be read each minute. */
const LOOKED_BACK_MS = 30 * DAY_MS;
/** Enough to know that it is not about single customers. */
const LISTED_MAX = 200;
/** For so long no monitor of an environment may be without a current check. */
const BLIND_MS = 5 * 60_000;

/** An environment that runs and is not heard. */
export interface SilentReporter {
  readonly orderId: string;
  readonly subdomain: string;
  /** Since when: its last report, or when it came back from standing still or from a copy. */
  readonly since: number;
  readonly newsAt: number;
  /** When its owner was told; `null`: not yet. */
  readonly silenceToldAt: number | null;
}

/** Environments that run, neither come back from a copy nor move, and are not heard. The longest first. */
export const listSilentReporters = (db: D1Database, now: number): Promise<readonly SilentReporter[]> =>
  all<SilentReporter>(db)`SELECT r.order_id, t.subdomain, r.news_at, r.silence_told_at,
      MAX(r.news_at, COALESCE(t.state_since, t.created_at), COALESCE(a.done_at, 0)) AS since
    FROM alert_reporters r INDEXED BY alert_reporters_news JOIN environments t ON t.order_id = r.order_id
      LEFT JOIN asked_restores a ON a.order_id = r.order_id
    WHERE r.news_at BETWEEN ${now - LOOKED_BACK_MS} AND ${now - SILENT_MS} AND t.state = 'active'
      AND COALESCE(t.state_since, t.created_at) <= ${now - SILENT_MS}
      AND (a.order_id IS NULL OR a.done_at <= ${now - SILENT_MS})
      AND NOT EXISTS (SELECT 1 FROM moving_environments m WHERE m.order_id = r.order_id)
    ORDER BY r.news_at LIMIT ${LISTED_MAX}`;

/** Records that an owner is told of a silence, with the mail; false when it is told already, or over. */
export const noteSilence = (
  db: D1Database,
  { orderId, since, newsAt }: SilentReporter,
  mail: OutgoingMail,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { mails: [mail], events: [{ kind: 'alert-silence', orderId }] }, now)`
    UPDATE alert_reporters SET silence_told_at = ${now}, silent_since = ${since}
    WHERE order_id = ${orderId} AND silence_told_at IS NULL AND news_at = ${newsAt}`;

/** An environment that was silent, as its owner was told, and is heard again. */
export interface HeardReporter {
  readonly orderId: string;
  readonly subdomain: string;
  readonly silentSince: number;
  readonly silentUntil: number;
}

export const listHeardReporters = (db: D1Database): Promise<readonly HeardReporter[]> =>
  all<HeardReporter>(db)`SELECT r.order_id, t.subdomain, r.silent_since, r.silent_until
    FROM alert_reporters r INDEXED BY alert_reporters_heard JOIN environments t ON t.order_id = r.order_id
    WHERE r.silent_until IS NOT NULL AND t.state <> 'ended' ORDER BY r.silent_until LIMIT ${LISTED_MAX}`;

/** Records that an owner is told of the end of a silence, with the mail; false when it is told already. */
export const noteHeard = (
  db: D1Database,
  { orderId, silentUntil }: HeardReporter,
  mail: OutgoingMail,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { mails: [mail], events: [{ kind: 'alert-heard', orderId }] }, now)`
    UPDATE alert_reporters SET silence_told_at = NULL, silent_since = NULL, silent_until = NULL
    WHERE order_id = ${orderId} AND silent_until = ${silentUntil}`;

/** Environments that run and are heard, and have no current check of any monitor. */
export const listBlind = (db: D1Database, now: number) =>
  all<{ readonly subdomain: string }>(db)`SELECT t.subdomain
    FROM alert_levels l INDEXED BY alert_levels_unchecked JOIN environments t ON t.order_id = l.order_id
    WHERE l.doubt = 'unchecked' AND l.state <> 'outside' AND t.state = 'active'
    GROUP BY l.order_id HAVING MAX(l.doubt_since) < ${now - BLIND_MS}
      AND NOT EXISTS (SELECT 1 FROM alert_levels other WHERE other.order_id = l.order_id
        AND other.state <> 'outside' AND other.doubt IS NOT 'unchecked')
    ORDER BY t.subdomain LIMIT ${LISTED_MAX}`;

/** Environments whose companion reports as a version before `newest` does, by version. */
export const countOldReporters = (db: D1Database, newest = REPORT_VERSION) =>
  all<{ readonly version: number; readonly environments: number }>(db)`
    SELECT r.version, COUNT(*) AS environments
    FROM alert_reporters r INDEXED BY alert_reporters_version JOIN environments t ON t.order_id = r.order_id
    WHERE r.version BETWEEN 1 AND ${newest - 1} AND t.state = 'active' GROUP BY r.version ORDER BY r.version`;
