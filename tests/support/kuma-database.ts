/**
 * A database as an instance (Uptime Kuma 2.5.3) writes it, without an instance.
 *
 * Owns: the change of its tables per heartbeat (server/uptime-calculator.js and `clearHeartbeatData` of the vendor's
 * source), and the instance's own figure for 30 days. Does not own: the tables, and any checks.
 */
import { DatabaseSync } from 'node:sqlite';
import {
  DOWN,
  isImportant,
  KUMA_SCHEMA,
  kumaTime,
  MAINTENANCE,
  PENDING,
  type Status,
  UP,
} from '#dev/stand-ins/tenants/kuma-tables.ts';

export { DOWN, KUMA_SCHEMA, MAINTENANCE, PENDING, UP };

/** What the companion's bootstrap leaves. */
const CLAIMED = `
  INSERT INTO user (username) VALUES ('vigia');
  INSERT INTO setting (key, value) VALUES ('disableAuth', 'true'), ('trustProxy', 'true');`;

interface Bucket {
  up: number;
  down: number;
  ping: number;
  maintenance: number;
}

export interface KumaDatabase {
  readonly database: DatabaseSync;
  addMonitor(monitor: { name: string; type?: string; interval?: number; retries?: number }): number;
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
  const addMonitor = database.prepare(
    'INSERT INTO monitor (name, type, interval, maxretries) VALUES (?, ?, ?, ?)',
  );
  const addBeat = database.prepare(
    'INSERT INTO heartbeat (important, monitor_id, status, time, ping) VALUES (?, ?, ?, ?, ?)',
  );
  /** Monitors whose unimportant checks are kept too; the instance deletes them after a day. */
  const whole = new Set<number>();
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
    addMonitor({ name, type = 'http', interval = 60, retries = 0 }) {
      const id = Number(addMonitor.run(name, type, interval, retries).lastInsertRowid);
      if (retries > 0) whole.add(id);
      return id;
    },
    beat(monitor, at, status, ping = status === UP ? 80 : null) {
      const seconds = Math.floor(at / 1000);
      count('stat_hourly', `${monitor} ${seconds - (seconds % 3600)}`, status, ping);
      count('stat_daily', `${monitor} ${seconds - (seconds % 86_400)}`, status, ping);
      const important = isImportant(last.get(monitor), status);
      if (important || whole.has(monitor))
        addBeat.run(Number(important), monitor, status, kumaTime(at), ping);
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
