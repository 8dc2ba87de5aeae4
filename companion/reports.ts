/**
 * Reads what the instance recorded on days in São Paulo: checks by monitor, and outages.
 *
 * Sums come from the hourly statistics, which the instance keeps for 30 days; there PENDING counts as down and
 * maintenance as neither (Uptime Kuma 2.5.3, server/uptime-calculator.js). Outages come from the important heartbeats
 * (server/model/monitor.js, `isImportantBeat`), and begin with the first failing check before them: a retry. For monitors
 * whose alerts are ours the functions know their falls better (functions/reports/own-falls.ts). docs/environments.md describes
 * the response.
 */
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as pause } from 'node:timers/promises';
import { addDays, daysBetween, startOfDay } from '#domain/billing/days.ts';
import { daysFrom, lastFullDay } from '#domain/reports/days.ts';
import { MONITORS_MAX, REPORT_DAYS_MAX, type RecordedDay, type Reports, ReportsQuery } from './contract.ts';
import { type Reader, readerOf } from './database.ts';

/** The longest outages of a monitor per day; their number is always complete. */
const OUTAGES_MAX = 20;
/** Maximum number of state changes read per day, over all monitors. */
const CHANGES_MAX = 20_000;
const READING_MS_MAX = 10_000;
const HOUR = 3600;
const DOWN = 0;
const PENDING = 2;

interface Monitor {
  readonly id: number;
  readonly name: string | null;
  readonly type: string;
  readonly interval: number;
  readonly maxretries: number;
}
const MONITORS = `SELECT id, name, type, interval, maxretries FROM monitor WHERE type <> 'group' ORDER BY id LIMIT ${MONITORS_MAX}`;
interface Hour {
  readonly timestamp: number;
  readonly up: number;
  readonly down: number;
  readonly ping: number;
  readonly maintenance: number | null;
}
const HOURS = `SELECT timestamp, up, down, ping,
    CASE WHEN json_valid(extras) THEN json_extract(extras, '$.maintenance') END AS maintenance
  FROM stat_hourly WHERE monitor_id = ? AND timestamp >= ? AND timestamp < ? ORDER BY timestamp`;
interface Change {
  readonly status: number;
  readonly time: string;
}
const CHANGES = `SELECT status, time FROM heartbeat
  WHERE monitor_id = ? AND important = 1 AND time >= ? AND time < ? ORDER BY time LIMIT ?`;
const CHANGE_BEFORE = `SELECT status FROM heartbeat
  WHERE monitor_id = ? AND important = 1 AND time < ? ORDER BY time DESC LIMIT 1`;
const CHANGE_AFTER = `SELECT status, time FROM heartbeat
  WHERE monitor_id = ? AND important = 1 AND time >= ? ORDER BY time LIMIT 1`;
/** The first retry since the last check that did not fail. */
const FIRST_RETRY = `SELECT MIN(time) AS time FROM heartbeat WHERE monitor_id = ?1 AND time < ?2 AND status = ${PENDING}
  AND time > COALESCE((SELECT MAX(time) FROM heartbeat
    WHERE monitor_id = ?1 AND time < ?2 AND status NOT IN (${DOWN}, ${PENDING})), '')`;

/** The instance's time format: `2026-11-22 03:12:07.481`, UTC. */
const written = (seconds: number): string =>
  new Date(seconds * 1000).toISOString().replace('T', ' ').replace('Z', '');
const secondsOf = (time: string): number => Math.floor(Date.parse(`${time.replace(' ', 'T')}Z`) / 1000);

/**
 * The requested days, oldest first; `null` for invalid, unfinished or too many days.
 * @param query As `ReportsQuery`.
 */
export function daysOf(query: URLSearchParams, now = Date.now()): string[] | null {
  const { data } = ReportsQuery.safeParse(Object.fromEntries(query));
  if (data === undefined) return null;
  const { from, through = from } = data;
  if (from > through || through > lastFullDay(now) || daysBetween(from, through) >= REPORT_DAYS_MAX)
    return null;
  return daysFrom(from, through);
}

interface Checks {
  readonly hours: readonly Hour[];
  readonly interval: number;
}

/**
 * End of an outage that began at `from`, at the latest `until`. Not every end is an important heartbeat: after a
 * restart a retry comes first, and a paused or suspended monitor stops checking. So an outage also ends with the first
 * hour without a failed check, and when checks stop.
 */
function lastDown({ hours, interval }: Checks, from: number, until: number): number {
  const silence = Math.max(HOUR, interval);
  let end = from;
  for (const { timestamp, down } of hours) {
    if (timestamp + HOUR <= from) continue;
    if (timestamp >= until || timestamp >= end + silence) break;
    if (timestamp >= from && down === 0) return timestamp;
    end = timestamp + HOUR;
  }
  return until >= end + silence ? end : until;
}

/** An outage in seconds of the day. Where it began before, it starts at 0. */
interface Outage {
  readonly from: number;
  readonly to: number;
  /** True when its first failing check is of this day. */
  readonly isNew: boolean;
}

/** A change, with the time at which the failing began. */
interface Turn {
  readonly isDown: boolean;
  readonly at: number;
}

function outagesOf(
  { turns, wasDown, ...checks }: Checks & { turns: readonly Turn[]; wasDown: boolean },
  start: number,
  end: number,
): Outage[] {
  const outages: Outage[] = [];
  let downSince = wasDown ? start - 1 : null;
  const close = (since: number, at: number) => {
    const from = Math.max(since, start);
    const to = Math.min(at, lastDown(checks, from, at));
    if (to > from) outages.push({ from: from - start, to: to - start, isNew: since >= start });
    downSince = null;
  };
  for (const { isDown, at } of turns) {
    if (isDown) downSince ??= at;
    else if (downSince !== null) close(downSince, at);
  }
  if (downSince !== null) close(downSince, end);
  return outages;
}

/** Reads of a day. */
interface Reading extends Reader {
  /** Changes that may still be read. */
  changesLeft: number;
}

/** When the failing began that a DOWN ends: with the first of its retries, where the monitor has any. */
function failingSince(reading: Reading, { id, maxretries }: Monitor, time: string): number {
  const retry = maxretries > 0 ? reading.get<{ time: string | null }>(FIRST_RETRY, id, time)?.time : null;
  return secondsOf(retry ?? time);
}

function monitorDay(reading: Reading, monitor: Monitor, start: number, end: number) {
  const { id, interval } = monitor;
  const hours = reading.all<Hour>(HOURS, id, start, end);
  const sum = (pick: (hour: Hour) => number | null): number =>
    hours.reduce((total, hour) => total + (pick(hour) ?? 0), 0);
  const up = sum((hour) => hour.up);
  const ping = up === 0 ? 0 : Math.round(sum((hour) => hour.ping * hour.up) / up);
  const changes = reading.all<Change>(CHANGES, id, written(start), written(end), reading.changesLeft);
  reading.changesLeft -= changes.length;
  const wasDown = reading.get<Change>(CHANGE_BEFORE, id, written(start))?.status === DOWN;
  const turnOf = ({ status, time }: Change): Turn =>
    status === DOWN
      ? { isDown: true, at: failingSince(reading, monitor, time) }
      : { isDown: false, at: secondsOf(time) };
  const after = reading.get<Change>(CHANGE_AFTER, id, written(end));
  // The day's last minutes may be retries of a DOWN after midnight.
  const next = after?.status === DOWN ? [turnOf(after)].filter(({ at }) => at < end) : [];
  const outages = outagesOf(
    { hours, interval, turns: [...changes.map(turnOf), ...next], wasDown },
    start,
    end,
  );
  return {
    beats: {
      monitor: id,
      up,
      down: sum((hour) => hour.down),
      maintenance: sum(({ maintenance }) => maintenance),
      // Some types of check have no response time.
      ping: ping > 0 ? ping : null,
      incidents: outages.filter(({ isNew }) => isNew).length,
    },
    outages: outages
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, OUTAGES_MAX)
      .toSorted((a, b) => a.from - b.from)
      .map(({ from, to }) => ({ monitor: id, from, to })),
  };
}

/**
 * @param path The instance's `kuma.db`.
 * @param days From `daysOf`.
 * @throws Error while the instance has not created its database, or when reading takes too long. Measured with 500
 *   monitors: a week takes a second of processor time and 0.6 MB.
 */
export async function readReports(path: string, days: readonly string[], now = Date.now): Promise<Reports> {
  const database = new DatabaseSync(path, { readOnly: true });
  const until = now() + READING_MS_MAX;
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    const reader = readerOf(database);
    const monitors = reader.all<Monitor>(MONITORS);
    const read: RecordedDay[] = [];
    for (const day of days) {
      const start = startOfDay(day) / 1000;
      const end = startOfDay(addDays(day, 1)) / 1000;
      const each: ReturnType<typeof monitorDay>[] = [];
      const reading = { ...reader, changesLeft: CHANGES_MAX };
      for (const [index, monitor] of monitors.entries()) {
        // Pause now and then, because admission runs in the same process.
        if (index % 10 === 0) await pause();
        if (now() > until) throw new Error('Reading took too long.');
        each.push(monitorDay(reading, monitor, start, end));
      }
      read.push({
        day,
        beats: each
          .map(({ beats }) => beats)
          .filter((beats) => beats.up + beats.down + beats.maintenance > 0),
        outages: each.flatMap(({ outages }) => outages),
      });
    }
    return { monitors: monitors.map(({ id, name, type }) => ({ id, name: name ?? '', type })), days: read };
  } finally {
    database.close();
  }
}
