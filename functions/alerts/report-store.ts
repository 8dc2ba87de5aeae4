/**
 * Reports in D1: the revision, levels, falls and other events, and due work for everybody who is told, in one batch.
 *
 * The first statement accepts the report, under the revision that it is based on and unless a later process has spoken, and
 * leaves the report's id; every other one writes only where that id stands. So a report changes all or nothing, and two at
 * the same time add up.
 */
import { monitorKey } from '#domain/alerts/levels.ts';
import type {
  AlertReport,
  AlertReportRefused,
  ReportedFall,
  ReportedLevel,
} from '#domain/api-schemas/alert-report.ts';
import { firstValue, rowsOf, sql, statement } from '#functions/platform/db.ts';
import { writeEvents } from './event-statements.ts';
import { foldFalls, followLevels, writeFalls } from './fall-statements.ts';
import { admitMonitors, dropUnnamed, noteChecks, writeLevels } from './level-statements.ts';
import { POST_WORK } from './names.ts';
import { acceptingOf, monitorRows, type WrittenRow } from './report-rows.ts';
import { wakeEach } from './wake-statements.ts';

/** A report that was accepted. */
interface Accepted {
  readonly revision: number;
  /** Recipients to tell: all that are on, where something changed. */
  readonly recipients: readonly string[];
  /** Webhooks among those that are on, which have a work of their own. */
  readonly webhooks: readonly string[];
  /** How many monitors are kept no more; the environment has too many. */
  readonly dropped: number;
  /** Events that were known, or dropped. */
  readonly unwritten: number;
}

/**
 * Statement that accepts a report, and returns the revision after it. Of two processes the one that started later counts; a
 * clock that runs ahead must not hold for ever against the next one. Only content raises the revision.
 *
 * A whole statement raises it at least to the time, in seconds. Counted alone, it could lead to a number that another copy of
 * this database has for another table, and when that one is put back too, nobody would notice.
 */
const accept = (
  db: D1Database,
  orderId: string,
  id: string,
  { version, process, base, over, levels, falls, events, location }: AlertReport,
  now: number,
): D1PreparedStatement => {
  const carried = Number(levels.length + falls.length + events.length > 0);
  const seconds = Math.floor(now / 1000);
  const raised = base === null ? sql`MAX(revision + 1, ${seconds})` : sql`revision + ${carried}`;
  return statement(
    db,
  )`INSERT INTO alert_reporters (order_id, revision, started_at, process, version, report, location, news_at)
    SELECT ${orderId}, ${base === null ? seconds : carried}, ${Math.min(process.startedAt, now)}, ${process.id}, ${version}, ${id}, ${location ?? null}, ${now}
    WHERE ${base ?? over ?? 0} = 0 OR EXISTS (SELECT 1 FROM alert_reporters WHERE order_id = ${orderId})
    ON CONFLICT (order_id) DO UPDATE SET revision = ${raised},
      started_at = IIF(process = excluded.process, started_at, excluded.started_at), process = excluded.process,
      version = excluded.version, report = excluded.report, location = excluded.location, news_at = excluded.news_at,
      silent_until = IIF(silence_told_at IS NULL, NULL, COALESCE(silent_until, excluded.news_at))
    WHERE revision = ${base ?? over ?? 0}
      AND (process = excluded.process OR (excluded.started_at, excluded.process) > (started_at, process))
    RETURNING revision`;
};

/**
 * Accepts a report.
 * @param id A new id of the report.
 * @param monitorsMax Monitors of the environment that are kept; what is reported of others is dropped.
 * @returns `null`, with nothing written, when it is based on another revision, or a later process has spoken.
 */
export async function acceptReport(
  db: D1Database,
  orderId: string,
  id: string,
  report: AlertReport,
  monitorsMax: number,
  now: number,
): Promise<Accepted | null> {
  const { levels, falls, events, checked, base } = report;
  const accepting = acceptingOf(db, orderId, id, monitorsMax, now);
  // Follows a statement whose changes say whether there is anything to tell, and returns whom.
  const tell = wakeEach(
    db,
    now,
    sql`order_id = ${orderId} AND state = 'on' AND changes() > 0`,
    sql`RETURNING key, kind`,
  );
  const batch = [accept(db, orderId, id, report, now)];
  if (falls.length > 0) batch.push(admitMonitors(accepting, falls), ...writeFalls(accepting, falls), tell);
  if (levels.length > 0) batch.push(writeLevels(accepting, levels), tell);
  if (base === null) batch.push(...dropUnnamed(accepting, levels), tell);
  if (levels.length + falls.length > 0) batch.push(...followLevels(accepting, report));
  if (events.length > 0) batch.push(writeEvents(accepting, events), tell);
  if (checked.length > 0) batch.push(noteChecks(accepting, checked));
  const [acceptance, ...results] = await db.batch(batch);
  const [accepted] = rowsOf<{ revision: number }>(acceptance);
  if (accepted === undefined) return null;
  const isTelling = (place: number): boolean => batch[place + 1] === tell;
  const told = results.filter((_, place) => isTelling(place)).flatMap(rowsOf<{ key: string; kind: string }>);
  const keysOf = (isPosted: boolean) => [
    ...new Set(told.filter(({ kind }) => (kind === POST_WORK) === isPosted).map(({ key }) => key)),
  ];
  const written = results.filter((_, place) => !isTelling(place)).flatMap(rowsOf<WrittenRow>);
  // Rare, and what a worker that ends here leaves is folded with the next one.
  if (written.some(({ isFolded }) => isFolded === 1)) await db.batch(foldFalls(accepting));
  const newEvents = events.length === 0 ? 0 : (results[batch.lastIndexOf(tell) - 2]?.meta.changes ?? 0);
  return {
    ...accepted,
    recipients: keysOf(false),
    webhooks: keysOf(true),
    dropped: await countDropped(db, orderId, report, written),
    unwritten: events.length - newEvents,
  };
}

/** How many monitors of an accepted report are not kept. Nothing is asked where each had a row written. */
async function countDropped(
  db: D1Database,
  orderId: string,
  report: AlertReport,
  written: readonly WrittenRow[],
): Promise<number> {
  const kept = new Set(written.map(({ monitorId, createdAt }) => monitorKey(monitorId, createdAt)));
  const isKept = ({ monitor, createdAt }: ReportedLevel | ReportedFall) =>
    kept.has(monitorKey(monitor.id, createdAt));
  if ([...report.levels, ...report.falls].every(isKept)) return 0;
  return (
    (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM json_each(${monitorRows(report)})
      WHERE NOT EXISTS (SELECT 1 FROM alert_levels
        WHERE order_id = ${orderId} AND monitor_id = value ->> 0 AND created_at = value ->> 1)`) ?? 0
  );
}

/** Why a report is not accepted: the table of levels, or that a later process has spoken. */
export async function readRefusal(
  db: D1Database,
  orderId: string,
  { process }: Pick<AlertReport, 'process'>,
): Promise<AlertReportRefused> {
  type Table = Extract<AlertReportRefused, { reason: 'revision' }>['levels'];
  const [reporter, table] = await db.batch([
    statement(db)`SELECT revision, process <> ${process.id}
        AND (started_at, process) > (${process.startedAt}, ${process.id}) AS is_superseded
      FROM alert_reporters WHERE order_id = ${orderId}`,
    // What is deleted is of no use to who compares.
    statement(db)`SELECT monitor_id AS id, created_at, state, since, reason, doubt FROM alert_levels
      WHERE order_id = ${orderId} AND reason IS NOT 'deleted'`,
  ]);
  const [row] = rowsOf<{ revision: number; isSuperseded: number }>(reporter);
  if (row?.isSuperseded === 1) return { reason: 'superseded' };
  return { reason: 'revision', revision: row?.revision ?? 0, levels: rowsOf<Table[number]>(table) };
}
