/**
 * A database as an instance (Uptime Kuma 2.5.3) writes it, without an instance.
 *
 * Owns: the tables that are read from outside, their change per heartbeat (server/uptime-calculator.js,
 * `isImportantBeat` and `clearHeartbeatData` of the vendor's source), and the instance's own figure for 30 days. Does
 * not own: any checks.
 */
import { DatabaseSync } from 'node:sqlite';

export const DOWN = 0;
export const UP = 1;
export const PENDING = 2;
export const MAINTENANCE = 3;
type Status = typeof DOWN | typeof UP | typeof PENDING | typeof MAINTENANCE;

const statTable = (name: string): string =>
  `CREATE TABLE ${name} (id INTEGER PRIMARY KEY AUTOINCREMENT,
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE ON UPDATE CASCADE,
    timestamp INTEGER NOT NULL, ping FLOAT DEFAULT 0, up SMALLINT NOT NULL, down SMALLINT NOT NULL,
    ping_min FLOAT NOT NULL DEFAULT 0, ping_max FLOAT NOT NULL DEFAULT 0, extras TEXT DEFAULT NULL,
    UNIQUE (monitor_id, timestamp));`;

/** The tables of a fresh instance, before its set-up. */
export const KUMA_SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE user (id INTEGER PRIMARY KEY, username VARCHAR(255));
  CREATE TABLE setting (id INTEGER PRIMARY KEY, key VARCHAR(200), value TEXT, type VARCHAR(20));
  CREATE TABLE monitor (id INTEGER PRIMARY KEY, name VARCHAR(150), active BOOLEAN NOT NULL DEFAULT 1,
    type VARCHAR(20), interval INTEGER NOT NULL DEFAULT 20, url TEXT, hostname VARCHAR(255), port INTEGER,
    grpc_url VARCHAR(255), parent INTEGER, retry_interval INTEGER NOT NULL DEFAULT 0, maxretries INTEGER NOT NULL DEFAULT 0);
  CREATE TABLE heartbeat (id INTEGER PRIMARY KEY AUTOINCREMENT, important BOOLEAN NOT NULL DEFAULT 0,
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE ON UPDATE CASCADE,
    status SMALLINT NOT NULL, msg TEXT, time DATETIME NOT NULL, ping INTEGER, duration INTEGER NOT NULL DEFAULT 0,
    down_count INTEGER NOT NULL DEFAULT 0, end_time DATETIME, retries INTEGER NOT NULL DEFAULT 0, response TEXT);
  CREATE INDEX monitor_important_time_index ON heartbeat (monitor_id, time) WHERE important = 1;
  ${['stat_minutely', 'stat_hourly', 'stat_daily'].map(statTable).join('\n')}`;

/** What the companion's bootstrap leaves. */
const CLAIMED = `
  INSERT INTO user (username) VALUES ('vigia');
  INSERT INTO setting (key, value) VALUES ('disableAuth', 'true'), ('trustProxy', 'true');`;

/** `? → any` on the first heartbeat; then the transitions of the vendor's table. */
function isImportant(before: Status | undefined, status: Status): boolean {
  if (before === undefined) return true;
  const change = `${before}${status}`;
  return [
    [DOWN, MAINTENANCE],
    [UP, MAINTENANCE],
    [MAINTENANCE, DOWN],
    [MAINTENANCE, UP],
    [UP, DOWN],
    [DOWN, UP],
    [PENDING, DOWN],
  ].some(([from, to]) => `${from}${to}` === change);
}

interface Bucket {
  up: number;
  down: number;
  ping: number;
  maintenance: number;
}

export interface KumaDatabase {
  readonly database: DatabaseSync;
  addMonitor(monitor: { name: string; type?: string; interval?: number }): number;
  /**
   * Adds a check.
   * @param at Milliseconds, UTC; in order per monitor.
   */
  beat(monitor: number, at: number, status: Status, ping?: number | null): void;
  /** Writes the statistics, which are summed in memory like in the instance. */
  flush(): void;
  /** The instance's figure for 30 days, as a share; `null` without a check. */
  thirtyDays(monitor: number, now: number): number | null;
}

/** Creates the file. */
export function createKumaDatabase(path: string): KumaDatabase {
  const database = new DatabaseSync(path);
  database.exec(KUMA_SCHEMA + CLAIMED);
  const last = new Map<number, Status>();
  const buckets = { stat_hourly: new Map<string, Bucket>(), stat_daily: new Map<string, Bucket>() };
  const addMonitor = database.prepare('INSERT INTO monitor (name, type, interval) VALUES (?, ?, ?)');
  const addBeat = database.prepare(
    'INSERT INTO heartbeat (important, monitor_id, status, time, ping) VALUES (1, ?, ?, ?, ?)',
  );
  database.exec('BEGIN');

  function count(table: keyof typeof buckets, key: string, status: Status, ping: number | null): void {
    const bucket = buckets[table].get(key) ?? { up: 0, down: 0, ping: 0, maintenance: 0 };
    buckets[table].set(key, bucket);
    if (status === MAINTENANCE) bucket.maintenance += 1;
    else if (status === UP) {
      bucket.up += 1;
      if (ping !== null) bucket.ping = (bucket.ping * (bucket.up - 1) + ping) / bucket.up;
    } else bucket.down += 1;
  }

  return {
    database,
    addMonitor({ name, type = 'http', interval = 60 }) {
      return Number(addMonitor.run(name, type, interval).lastInsertRowid);
    },
    beat(monitor, at, status, ping = status === UP ? 80 : null) {
      const seconds = Math.floor(at / 1000);
      count('stat_hourly', `${monitor} ${seconds - (seconds % 3600)}`, status, ping);
      count('stat_daily', `${monitor} ${seconds - (seconds % 86_400)}`, status, ping);
      // The instance deletes the others after a day, so nothing may rely on them.
      if (isImportant(last.get(monitor), status))
        addBeat.run(monitor, status, new Date(at).toISOString().replace('T', ' ').replace('Z', ''), ping);
      last.set(monitor, status);
    },
    flush() {
      for (const [table, rows] of Object.entries(buckets)) {
        const put = database.prepare(
          `INSERT INTO ${table} (monitor_id, timestamp, up, down, ping, extras) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (monitor_id, timestamp) DO UPDATE SET up = excluded.up, down = excluded.down,
             ping = excluded.ping, extras = excluded.extras`,
        );
        for (const [key, { up, down, ping, maintenance }] of rows) {
          const [monitor = 0, timestamp = 0] = key.split(' ').map(Number);
          put.run(
            monitor,
            timestamp,
            up,
            down,
            ping,
            maintenance > 0 ? JSON.stringify({ maintenance }) : null,
          );
        }
      }
      database.exec('COMMIT; BEGIN');
    },
    thirtyDays(monitor, now) {
      const today = Math.floor(now / 86_400_000) * 86_400;
      // `get30Day` is `getData(30)`: today and the 29 UTC days before it.
      const row = database
        .prepare(
          'SELECT SUM(up) AS up, SUM(down) AS down FROM stat_daily WHERE monitor_id = ? AND timestamp BETWEEN ? AND ?',
        )
        .get(monitor, today - 29 * 86_400, today) as { up: number | null; down: number | null };
      const { up, down } = row;
      return up === null || down === null || up + down === 0 ? null : up / (up + down);
    },
  };
}

/**
 * Adds hourly statistics of a monitor to the database of an instance, every 37th hour with failed checks.
 * @returns Their sums.
 */
export function addHours(database: DatabaseSync, monitor: number, since: number, until: number) {
  const insert = (table: string) =>
    database.prepare(
      `INSERT INTO ${table} (monitor_id, timestamp, ping, up, down) VALUES (?, ?, 80, ?, ?)
       ON CONFLICT (monitor_id, timestamp) DO UPDATE SET up = up + excluded.up, down = down + excluded.down`,
    );
  const [hour, day] = [insert('stat_hourly'), insert('stat_daily')];
  const sums = { up: 0, down: 0 };
  database.exec('BEGIN');
  for (let at = since; at < until; at += 3600) {
    const down = (at / 3600) % 37 === 0 ? 11 : 0;
    hour.run(monitor, at, 60 - down, down);
    day.run(monitor, at - (at % 86_400), 60 - down, down);
    sums.up += 60 - down;
    sums.down += down;
  }
  database.exec('COMMIT');
  return sums;
}
