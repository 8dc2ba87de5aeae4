/**
 * Reads what the instance recorded on days in São Paulo: checks by monitor, and outages.
 *
 * Sums come from the hourly statistics, which the instance keeps for 30 days; there PENDING counts as down and
 * maintenance as neither (Uptime Kuma 2.5.3, server/uptime-calculator.js). Outages come from the important heartbeats
 * (server/model/monitor.js, `isImportantBeat`). docs/operating.md describes the response; functions/vendors/uptime-kuma
 * reads it.
 */
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as pause } from 'node:timers/promises';

/** The maximum per customer, more than any plan sells. */
const MONITORS_MAX = 500;
/** Measured with 500 monitors: a week takes a second of processor time and 0.6 MB. */
const DAYS_MAX = 7;
/** The longest outages of a monitor per day; their number is always complete. */
const OUTAGES_MAX = 20;
/** Maximum number of state changes read per day, over all monitors. */
const CHANGES_MAX = 20_000;
const READING_MS_MAX = 10_000;
const HOUR = 3600;
const DOWN = 0;

const MONITORS = `SELECT id, name, type, interval FROM monitor WHERE type <> 'group' ORDER BY id LIMIT ${MONITORS_MAX}`;
const HOURS = `SELECT timestamp, up, down, ping,
    CASE WHEN json_valid(extras) THEN json_extract(extras, '$.maintenance') END AS maintenance
  FROM stat_hourly WHERE monitor_id = ? AND timestamp >= ? AND timestamp < ? ORDER BY timestamp`;
const CHANGES = `SELECT status, time FROM heartbeat
  WHERE monitor_id = ? AND important = 1 AND time >= ? AND time < ? ORDER BY time LIMIT ?`;
const CHANGE_BEFORE = `SELECT status FROM heartbeat
  WHERE monitor_id = ? AND important = 1 AND time < ? ORDER BY time DESC LIMIT 1`;

const zone = new Intl.DateTimeFormat('en', { timeZone: 'America/Sao_Paulo', timeZoneName: 'longOffset' });

/** Midnight of a day in São Paulo, Unix seconds. */
function startOf(day) {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const offset = zone.formatToParts(noon).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return Date.parse(`${day}T00:00:00${offset.replace('GMT', '') || 'Z'}`) / 1000;
}

/** Whether a text is an existing day: not the 30th of February. */
function isDay(text) {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  return at !== null && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

const dayAfter = (day) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);

/** The instance's time format: `2026-11-22 03:12:07.481`, UTC. */
const written = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').replace('Z', '');
const secondsOf = (time) => Math.floor(Date.parse(`${time.replace(' ', 'T')}Z`) / 1000);

/**
 * The requested days, oldest first; `null` for invalid, unfinished or too many days.
 * @param {URLSearchParams} query `from` and `through`, `YYYY-MM-DD`.
 */
export function daysOf(query, now = Date.now()) {
  const from = query.get('from') ?? '';
  const through = query.get('through') ?? from;
  if (!isDay(from) || !isDay(through) || from > through) return null;
  const days = [];
  for (let day = from; day <= through; day = dayAfter(day)) {
    if (days.length === DAYS_MAX || startOf(dayAfter(day)) * 1000 > now) return null;
    days.push(day);
  }
  return days;
}

/**
 * End of an outage that began at `from`, at the latest `until`. Not every end is an important heartbeat: after a
 * restart a retry comes first, and a paused or suspended monitor stops checking. So an outage also ends with the first
 * hour without a failed check, and when checks stop.
 */
function lastDown({ hours, interval }, from, until) {
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

/** A monitor's outages, in seconds of the day; one that began earlier starts at 0. */
function outagesOf({ changes, wasDown, ...checks }, start, end) {
  const outages = [];
  let downSince = wasDown ? start : null;
  const close = (at) => {
    const to = Math.min(at, lastDown(checks, downSince, at));
    if (to > downSince) outages.push({ from: downSince - start, to: to - start });
    downSince = null;
  };
  for (const { status, time } of changes) {
    if (status === DOWN) downSince ??= secondsOf(time);
    else if (downSince !== null) close(secondsOf(time));
  }
  if (downSince !== null) close(end);
  return outages;
}

function monitorDay(statements, { id, interval }, start, end) {
  const hours = statements.hours.all(id, start, end);
  const sum = (pick) => hours.reduce((total, hour) => total + (pick(hour) ?? 0), 0);
  const up = sum((hour) => hour.up);
  const ping = up === 0 ? 0 : Math.round(sum((hour) => hour.ping * hour.up) / up);
  const changes = statements.changes.all(id, written(start), written(end), statements.changesLeft);
  statements.changesLeft -= changes.length;
  const wasDown = statements.changeBefore.get(id, written(start))?.status === DOWN;
  const outages = outagesOf({ hours, interval, changes, wasDown }, start, end);
  return {
    beats: {
      monitor: id,
      up,
      down: sum((hour) => hour.down),
      maintenance: sum(({ maintenance }) => maintenance),
      // Some types of check have no response time.
      ping: ping > 0 ? ping : null,
      incidents: outages.filter(({ from }) => from > 0).length,
    },
    outages: outages
      .toSorted((a, b) => b.to - b.from - (a.to - a.from))
      .slice(0, OUTAGES_MAX)
      .toSorted((a, b) => a.from - b.from)
      .map((outage) => ({ monitor: id, ...outage })),
  };
}

/**
 * @param {string} path The instance's `kuma.db`.
 * @param {string[]} days From `daysOf`.
 * @returns {Promise<{ monitors: { id: number, name: string, type: string }[], days: { day: string, beats: { monitor:
 *   number, up: number, down: number, maintenance: number, ping: number | null, incidents: number }[], outages: {
 *   monitor: number, from: number, to: number }[] }[] }>} Monitors without a check on a day have no beats on it;
 *   `incidents` is the number of outages that began on the day; `from` and `to` are seconds of the day.
 * @throws Error while the instance has not created its database, or when reading takes too long.
 */
export async function readReports(path, days, now = Date.now) {
  const database = new DatabaseSync(path, { readOnly: true });
  const until = now() + READING_MS_MAX;
  try {
    database.exec('PRAGMA busy_timeout = 2000');
    const monitors = database.prepare(MONITORS).all();
    const statements = {
      hours: database.prepare(HOURS),
      changes: database.prepare(CHANGES),
      changeBefore: database.prepare(CHANGE_BEFORE),
    };
    const read = [];
    for (const day of days) {
      const start = startOf(day);
      const end = startOf(dayAfter(day));
      const each = [];
      statements.changesLeft = CHANGES_MAX;
      for (const [index, monitor] of monitors.entries()) {
        // Pause now and then, because admission runs in the same process.
        if (index % 10 === 0) await pause();
        if (now() > until) throw new Error('Reading took too long.');
        each.push(monitorDay(statements, monitor, start, end));
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
