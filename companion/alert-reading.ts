/**
 * Reads the instance's tables for the alerts: the set of monitors, and their checks (Uptime Kuma 2.5.3,
 * server/model/monitor.js).
 *
 * A row of the instance's own database counts, not a message of its channel: the instance forgets a message whose
 * channel fails (uptime-kuma #6046).
 */
import { DatabaseSync } from 'node:sqlite';
import type { OutsideReason } from '#domain/alerts/levels.ts';
import { LEVELS_MAX, MESSAGE_MAX, NAME_MAX, TAG_MAX, TAGS_MAX } from '#domain/api-schemas/alert-report.ts';
import { addressOf, kumaTime, momentOf, plain, urlOf } from './alert-events.ts';
import { type Check, keyOf, MAINTENANCE, UP, type Watched } from './alert-levels.ts';
import { LOOK_COLUMNS, type LookColumns, lookOf } from './alert-look-url.ts';
import type { Flag, Reader } from './database.ts';

/** Checks read at once. */
const CHECKS_MAX = 1000;
/** Checks of one monitor that has just entered; of a longer run the newest follows. */
const SEED_MAX = 200;
const REOPEN_MS = 60_000;
/** So long the instance keeps every check. */
const CHECKS_KEPT_MS = 86_400_000;

/**
 * Tells cheaply whether anybody has written into the database since the last question: ten thousand instances are asked
 * every second. The connection is opened anew each minute, because a copy may have taken the file's place.
 */
export function createChangeSign(path: string, now: () => number) {
  let database: DatabaseSync | null = null;
  let openedAt = 0;
  let seen: unknown = null;
  const close = () => {
    database?.close();
    database = null;
  };
  return {
    /** True after a change, after a minute, and while the database cannot be read. */
    hasChanged(): boolean {
      try {
        if (database === null || now() - openedAt >= REOPEN_MS) {
          close();
          database = new DatabaseSync(path, { readOnly: true });
          openedAt = now();
          seen = null;
        }
        const version = database.prepare('PRAGMA data_version').get()?.['data_version'];
        if (version === seen) return false;
        seen = version;
        return true;
      } catch {
        close();
        return true;
      }
    },
    close,
  };
}

/**
 * The newest check that there ever was. A row that is deleted, with its monitor or its history, does not take its number
 * back.
 */
export const newestCheck = ({ get }: Reader): number =>
  get<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'heartbeat'")?.seq ?? 0;

/**
 * A text that differs after any change of the set: monitors, their switches, groups and channels (each edit of a monitor
 * links its channels anew), windows, and warnings about certificates.
 */
export const signOfSet = ({ get }: Reader, channel: number | null): string =>
  get<{ sign: string }>(
    `SELECT json_array(
       (SELECT json_array(COUNT(*), TOTAL(id * active), TOTAL(id * COALESCE(parent, 0)), TOTAL(id * interval),
          MAX(created_date)) FROM monitor),
       (SELECT json_array(COUNT(*), MAX(id), TOTAL(monitor_id)) FROM monitor_notification WHERE notification_id = ?1),
       (SELECT COUNT(*) FROM notification WHERE id = ?1),
       (SELECT json_array(COUNT(*), MAX(id), TOTAL(tag_id * monitor_id)) FROM monitor_tag),
       (SELECT json_array(COUNT(*), TOTAL(id * active)) FROM maintenance),
       (SELECT json_array(COUNT(*), MAX(id)) FROM notification_sent_history)) AS sign`,
    channel,
  )?.sign ?? '';

interface MonitorColumns extends LookColumns {
  readonly id: number;
  readonly name: string | null;
  readonly active: Flag;
  readonly parent: number | null;
  readonly interval: number;
  readonly retryInterval: number;
  readonly maxretries: number;
  readonly timeout: number;
  readonly created: string;
  readonly hostname: string | null;
  readonly port: number | null;
  readonly attached: Flag;
}
const MONITORS = `SELECT m.id, m.name, m.active, m.parent, m.interval, m.retry_interval AS retryInterval, m.maxretries,
    m.timeout, m.created_date AS created, m.hostname, m.port, ${LOOK_COLUMNS},
    EXISTS (SELECT 1 FROM monitor_notification n WHERE n.monitor_id = m.id AND n.notification_id = ?) AS attached
  FROM monitor m ORDER BY m.id`;

const TAGS = `SELECT mt.monitor_id AS monitor, t.name FROM monitor_tag mt JOIN tag t ON t.id = mt.tag_id
  ORDER BY mt.monitor_id, t.name`;

/** What else decides whether a monitor is watched. */
export interface SetAround {
  /** Id of our channel. */
  readonly channel: number | null;
  /** Monitors that had the channel once. */
  readonly seen: ReadonlySet<string>;
  /** Ids of those that we paused. */
  readonly limited: ReadonlySet<number>;
  /** Ids of maintenance windows that run. */
  readonly windows: ReadonlySet<number>;
}

/** When a monitor was made; a stranger's import may have left it out. */
export const createdAtOf = (created: string | null): number => {
  const moment = momentOf(created ?? '');
  return Number.isNaN(moment) || moment < 1 ? 1 : moment;
};

/**
 * Every monitor that checks something, as the set has it now; one that has never had the channel gets it in a moment and
 * is left out until then.
 */
export function readWatched({ all, get }: Reader, around: SetAround): Watched[] {
  const { channel, seen, limited, windows } = around;
  const rows = all<MonitorColumns>(MONITORS, channel);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isChannelThere = get('SELECT 1 FROM notification WHERE id = ?', channel) !== undefined;
  const tagsOf = new Map<number, string[]>();
  for (const { monitor, name } of all<{ monitor: number; name: string | null }>(TAGS)) {
    const known = tagsOf.get(monitor) ?? [];
    const tag = plain(name, TAG_MAX);
    if (tag !== '' && known.length < TAGS_MAX && !known.includes(tag)) tagsOf.set(monitor, [...known, tag]);
  }
  const covered = new Set(
    windows.size === 0
      ? []
      : all<{ monitor: number; id: number }>(
          'SELECT monitor_id AS monitor, maintenance_id AS id FROM monitor_maintenance',
        ).flatMap(({ monitor, id }) => (windows.has(id) ? [monitor] : [])),
  );
  /** The monitor and its groups, a circle of them once. */
  const lineOf = (row: MonitorColumns): MonitorColumns[] => {
    const line = new Set<MonitorColumns>();
    for (let each: MonitorColumns | undefined = row; each !== undefined && !line.has(each); ) {
      line.add(each);
      each = byId.get(each.parent ?? -1);
    }
    return [...line];
  };
  function outsideOf(row: MonitorColumns): OutsideReason | null {
    if (row.active === 0) return limited.has(row.id) ? 'limit' : 'paused';
    if (lineOf(row).some(({ active }) => active === 0)) return 'paused';
    if (!isChannelThere) return 'channel';
    return row.attached === 1 ? null : 'detached';
  }
  const found: Watched[] = [];
  for (const row of rows) {
    if (row.type === 'group') continue;
    const { id, type, interval, retryInterval, maxretries } = row;
    const createdAt = createdAtOf(row.created);
    const outside = outsideOf(row);
    if (outside === 'detached' && !seen.has(keyOf({ id, createdAt }))) continue;
    const isTimed = row.timeout > 0 && row.timeout <= interval * 1000;
    found.push({
      ...{ id, createdAt, type, outside, maxretries, name: plain(row.name, NAME_MAX) },
      ...{ address: addressOf(row), look: lookOf(row), isUpsideDown: row.isUpsideDown === 1 },
      // Of a type that asks another host, the form's bare `https://` is no address.
      url: row.hostname ? undefined : urlOf(row.url),
      tags: tagsOf.get(id) ?? [],
      interval: Math.max(1, Math.round(interval)),
      retryInterval: maxretries > 0 ? Math.max(0, retryInterval) : 0,
      timeout: isTimed ? row.timeout : interval * 0.8,
      isInWindow: lineOf(row).some((each) => covered.has(each.id)),
      isSwitchedOff: row.active === 0,
    });
  }
  return found.slice(0, LEVELS_MAX);
}

interface CheckRow extends Omit<Check, 'at' | 'message' | 'took'> {
  readonly time: string;
  readonly ended: string | null;
  readonly msg: string | null;
}
const CHECK =
  'SELECT id, monitor_id AS monitor, status, msg, time, end_time AS ended, ping, retries FROM heartbeat';
/** A check that is said to have taken longer is not believed. */
const TOOK_MAX_MS = 86_400_000;

const checkOf = ({ time, ended, msg, ...row }: CheckRow): Check => ({
  ...row,
  at: momentOf(time),
  message: plain(msg, MESSAGE_MAX),
  took: tookOf(row.ping, time, ended),
});

/** A failed check has no ping: it took as long as the instance waited. */
function tookOf(ping: number | null, time: string, ended: string | null): number | null {
  const took = ping ?? (ended === null ? Number.NaN : momentOf(ended) - momentOf(time));
  return Number.isFinite(took) && took >= 0 && took <= TOOK_MAX_MS ? Math.round(took) : null;
}
const readable = (rows: readonly CheckRow[]): Check[] =>
  rows.map(checkOf).filter(({ at }) => Number.isSafeInteger(at) && at > 0);

/** The next checks after a cursor, in the order in which they were stored, and where to continue. */
export function readChecks({ all }: Reader, cursor: number) {
  const rows = all<CheckRow>(`${CHECK} WHERE id > ? ORDER BY id LIMIT ${CHECKS_MAX}`, cursor);
  return { checks: readable(rows), cursor: rows.at(-1)?.id ?? cursor, isLeft: rows.length === CHECKS_MAX };
}

/** A monitor's checks up to a cursor, from the last time that it was up, and whether it was ever seen up or down. */
export function readSeed({ all, get }: Reader, monitor: number, cursor: number) {
  const own = `${CHECK} WHERE monitor_id = ? AND id <= ?`;
  const up = get<CheckRow>(`${own} AND status = ${UP} ORDER BY time DESC LIMIT 1`, monitor, cursor);
  const later = all<CheckRow>(
    `${own} AND time > ? ORDER BY time LIMIT ${SEED_MAX}`,
    monitor,
    cursor,
    up?.time ?? '',
  );
  const newest = get<CheckRow>(`${own} ORDER BY time DESC LIMIT 1`, monitor, cursor);
  const rows = [...(up === undefined ? [] : [up]), ...later];
  if (newest !== undefined && newest.id !== rows.at(-1)?.id) rows.push(newest);
  const result = get(
    'SELECT 1 FROM heartbeat WHERE monitor_id = ? AND id <= ? AND status IN (0, 1)',
    monitor,
    cursor,
  );
  return { checks: readable(rows), hasResult: result !== undefined };
}

const DAY_SECONDS = 86_400;

/**
 * Percent of the last 24 hours in which a monitor was up, to two places, as the instance counts it
 * (server/uptime-calculator.js); `null` without any count.
 */
export function uptimeOfDay({ get }: Reader, monitor: number, now: number): number | null {
  const sums = get<{ up: number | null; down: number | null }>(
    'SELECT SUM(up) AS up, SUM(down) AS down FROM stat_minutely WHERE monitor_id = ? AND timestamp > ?',
    monitor,
    Math.floor(now / 1000) - DAY_SECONDS,
  );
  const [up, down] = [sums?.up ?? 0, sums?.down ?? 0];
  return up + down === 0 ? null : Math.round((up / (up + down)) * 10_000) / 100;
}

/** What lay between the checks of a monitor up to a cursor, from the first one of a fall. */
interface Within {
  /** The longest time between two of them. */
  readonly holeMs: number;
  readonly hasMaintenance: boolean;
}

/**
 * Of times more than a day ago nothing is known: the instance deletes those checks, but for the important ones, so what
 * was checked all the time has holes there.
 */
export function readWithin(
  { get }: Reader,
  monitor: number,
  cursor: number,
  since: number,
  now: number,
): Within {
  const found = get<{ hole: number | null; maintenance: number | null }>(
    `SELECT MAX(unixepoch(time) - MAX(unixepoch(before), ?)) AS hole, MAX(status = ${MAINTENANCE}) AS maintenance
     FROM (SELECT time, status, LAG(time) OVER (ORDER BY time) AS before FROM heartbeat
       WHERE monitor_id = ? AND id <= ? AND time >= ?)`,
    ...[Math.floor((now - CHECKS_KEPT_MS) / 1000), monitor, cursor, kumaTime(since)],
  );
  return { holeMs: (found?.hole ?? 0) * 1000, hasMaintenance: found?.maintenance === 1 };
}

/** The first time after a moment at which a monitor was up, and its check before that; `null` for never. */
export function firstUpAfter({ get }: Reader, monitor: number, moment: number) {
  const up = get<{ time: string }>(
    `SELECT time FROM heartbeat WHERE monitor_id = ? AND status = ${UP} AND time > ? ORDER BY time LIMIT 1`,
    monitor,
    kumaTime(moment),
  );
  if (up === undefined) return null;
  const before = get<{ time: string }>(
    'SELECT time FROM heartbeat WHERE monitor_id = ? AND time < ? ORDER BY time DESC LIMIT 1',
    monitor,
    up.time,
  );
  return { at: momentOf(up.time), before: before === undefined ? null : momentOf(before.time) };
}
