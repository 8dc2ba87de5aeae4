/** The database of a local environment's instance, for the chart's own companion: monitors, channels and checks. */
import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  isImportant,
  KUMA_SCHEMA,
  kumaTime,
  MAINTENANCE,
  retriesOf,
  type Status,
  UP,
} from './kuma-tables.ts';
import type { Monitor } from './monitors.ts';
import { createStatusPages, type StatusPages } from './status-pages.ts';

/** Notification channels, and which monitor has which. */
export interface Channels {
  /** Adds one, with `applyExisting` to every monitor. @returns Its id. */
  add(config: {
    readonly name: string;
    readonly applyExisting?: boolean;
    readonly webhookURL?: string;
  }): number;
  removeAll(): void;
  has(id: number): boolean;
  /** Ids of the channels of a monitor. */
  of(monitor: number): number[];
  set(monitor: number, channels: readonly number[]): void;
}

export function createChannels(database: DatabaseSync): Channels {
  return {
    add({ name, applyExisting, ...config }) {
      const { lastInsertRowid } = database
        .prepare('INSERT INTO notification (name, config) VALUES (?, ?)')
        .run(name, JSON.stringify({ name, ...config }));
      const id = Number(lastInsertRowid);
      if (applyExisting)
        database
          .prepare('INSERT INTO monitor_notification (monitor_id, notification_id) SELECT id, ? FROM monitor')
          .run(id);
      return id;
    },
    removeAll: () => database.exec('DELETE FROM notification'),
    has: (id) => database.prepare('SELECT 1 FROM notification WHERE id = ?').get(id) !== undefined,
    of: (monitor) =>
      database
        .prepare('SELECT notification_id AS id FROM monitor_notification WHERE monitor_id = ?')
        .all(monitor)
        .map(({ id }) => Number(id)),
    set(monitor, channels) {
      database.prepare('DELETE FROM monitor_notification WHERE monitor_id = ?').run(monitor);
      const add = database.prepare(
        'INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (?, ?)',
      );
      for (const channel of channels) add.run(monitor, channel);
    },
  };
}

/** Tags of monitors, and which columns a monitor may have. */
export interface Tags {
  all(): { readonly id: number; readonly name: string; readonly color: string }[];
  /** @returns Its id. */
  add(tag: { readonly name: string; readonly color: string }): number;
  put(tag: number, monitor: number, value: string): void;
  take(tag: number, monitor: number, value: string): void;
  /** Those of a monitor, as `getMonitor` gives them. */
  of(monitor: number): readonly object[];
}

export function createTags(database: DatabaseSync): Tags {
  return {
    all: () =>
      database.prepare('SELECT id, name, color FROM tag').all() as unknown as ReturnType<Tags['all']>,
    add: ({ name, color }) =>
      Number(
        database.prepare('INSERT INTO tag (name, color) VALUES (?, ?)').run(name, color).lastInsertRowid,
      ),
    put(tag, monitor, value) {
      database
        .prepare('INSERT INTO monitor_tag (tag_id, monitor_id, value) VALUES (?, ?, ?)')
        .run(tag, monitor, value);
    },
    take(tag, monitor, value) {
      database
        .prepare('DELETE FROM monitor_tag WHERE tag_id = ? AND monitor_id = ? AND value = ?')
        .run(tag, monitor, value);
    },
    of: (monitor) =>
      database
        .prepare(
          `SELECT t.tag_id, t.monitor_id, t.value, tag.name, tag.color FROM monitor_tag t
           JOIN tag ON tag.id = t.tag_id WHERE t.monitor_id = ?`,
        )
        .all(monitor)
        .map((row) => ({ ...row })),
  };
}

/** Writes further columns of a monitor, by their names in the table. */
export function writeColumns(
  database: DatabaseSync,
  id: number,
  columns: Readonly<Record<string, SQLInputValue>>,
): void {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  database
    .prepare(`UPDATE monitor SET ${names.map((name) => `"${name}" = ?`).join(', ')} WHERE id = ?`)
    .run(...Object.values(columns), id);
}

export interface InstanceDatabase {
  readonly path: string;
  /** Makes the monitor table the same as these rows; with a monitor that is gone, its checks and links go. */
  mirror(monitors: readonly Monitor[]): void;
  readonly channels: Channels;
  readonly tags: Tags;
  readonly pages: StatusPages;
  /** Its newest checks, the oldest of them first. */
  newestBeats(monitor: number, count: number): readonly Status[];
  lastBeat(monitor: number): { readonly at: number; readonly status: Status } | null;
  /** Adds a check. @returns True for a change of state. */
  beat(
    monitor: number,
    check: { readonly status: Status; readonly message: string; readonly ping: number | null },
    at: number,
  ): boolean;
  /** Changes of state, in order. */
  importantBeats(): readonly {
    readonly monitor: number;
    readonly status: Status;
    readonly isFirst: boolean;
  }[];
  /** As "clear heartbeats" in the panel. */
  clearHistory(monitor: number): void;
  /** As "clear events" in the panel: no check is important any more, and none says anything. */
  clearEvents(monitor: number): void;
  /** The instance's daily clean-up: of each monitor, unimportant checks of more than a day ago but the newest hundred. */
  cleanUp(at: number): void;
  close(): void;
}

const CLEAN_UP = `DELETE FROM heartbeat WHERE monitor_id = ?1 AND important = 0 AND time < ?2
  AND id NOT IN (SELECT id FROM heartbeat WHERE monitor_id = ?1 ORDER BY time DESC LIMIT 100)`;

/** A moment in the format of a column that says when a row was made. */
const createdDate = (at: number): string => kumaTime(at).slice(0, 19);

/** How long a check takes that fails. */
const FAILED_MS = 1_500;

/** Opens the file, or makes it. @param now When monitors are made that do not say it. */
export function openInstanceDatabase(path: string, now: () => number = Date.now): InstanceDatabase {
  const isNew = !existsSync(path);
  const database = new DatabaseSync(path);
  if (isNew) database.exec(KUMA_SCHEMA);
  const upsert = database.prepare(
    `INSERT INTO monitor (id, name, active, type, interval, url, hostname, retry_interval, maxretries, parent,
       timeout, created_date)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, active = excluded.active, type = excluded.type,
       interval = excluded.interval, url = excluded.url, hostname = excluded.hostname,
       retry_interval = excluded.retry_interval, maxretries = excluded.maxretries,
       parent = excluded.parent, timeout = excluded.timeout`,
  );
  const removeOther = database.prepare('DELETE FROM monitor WHERE id = ? AND created_date <> ?');
  const last = database.prepare(
    'SELECT time, status, retries FROM heartbeat WHERE monitor_id = ? ORDER BY id DESC LIMIT 1',
  );
  /** As server/uptime-calculator.js: a retry counts as down, and maintenance as neither. */
  const countMinute = (monitor: number, status: Status, at: number): void => {
    if (status === MAINTENANCE) return;
    const minute = Math.floor(at / 60_000) * 60;
    const [up, down] = status === UP ? [1, 0] : [0, 1];
    database
      .prepare(
        `INSERT INTO stat_minutely (monitor_id, timestamp, up, down) VALUES (?, ?, ?, ?)
         ON CONFLICT (monitor_id, timestamp) DO UPDATE SET up = up + excluded.up, down = down + excluded.down`,
      )
      .run(monitor, minute, up, down);
  };
  let mirrored = '';

  return {
    path,
    mirror(monitors) {
      const wanted = JSON.stringify(monitors);
      if (wanted === mirrored) return;
      mirrored = wanted;
      database
        .prepare('DELETE FROM monitor WHERE id NOT IN (SELECT value FROM json_each(?))')
        .run(JSON.stringify(monitors.map(({ id }) => id)));
      for (const each of monitors) {
        if (each.createdAt !== undefined) removeOther.run(each.id, createdDate(each.createdAt));
        upsert.run(
          each.id,
          each.name,
          Number(each.active),
          each.type,
          each.interval,
          each.url,
          each.hostname,
          each.retryInterval,
          each.maxretries,
          each.parent,
          // What the form of the panel begins with.
          each.timeout ?? Math.floor(each.interval * 0.8),
          createdDate(each.createdAt ?? now()),
        );
        writeColumns(database, each.id, each.columns ?? {});
      }
    },
    channels: createChannels(database),
    tags: createTags(database),
    pages: createStatusPages(database),
    newestBeats: (monitor, count) =>
      database
        .prepare('SELECT status FROM heartbeat WHERE monitor_id = ? ORDER BY id DESC LIMIT ?')
        .all(monitor, count)
        .map(({ status }) => status as Status)
        .reverse(),
    lastBeat(monitor) {
      const row = last.get(monitor) as { time: string; status: Status } | undefined;
      return row === undefined
        ? null
        : { at: Date.parse(`${row.time.replace(' ', 'T')}Z`), status: row.status };
    },
    beat(monitor, { status, message, ping }, at) {
      const before = last.get(monitor) as { status: Status; retries: number } | undefined;
      const important = isImportant(before?.status, status);
      const row = database.prepare('SELECT maxretries FROM monitor WHERE id = ?').get(monitor);
      const retries = retriesOf(before?.retries ?? 0, status, Number(row?.['maxretries'] ?? 0));
      database
        .prepare(
          `INSERT INTO heartbeat (important, monitor_id, status, msg, time, ping, retries, end_time)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          Number(important),
          ...[monitor, status, message, kumaTime(at), ping, retries],
          kumaTime(at + (ping ?? FAILED_MS)),
        );
      countMinute(monitor, status, at);
      return important;
    },
    importantBeats() {
      const seen = new Set<number>();
      return database
        .prepare('SELECT monitor_id AS monitor, status FROM heartbeat WHERE important = 1 ORDER BY id')
        .all()
        .map((row) => {
          const { monitor, status } = row as unknown as { monitor: number; status: Status };
          const isFirst = !seen.has(monitor);
          seen.add(monitor);
          return { monitor, status, isFirst };
        });
    },
    clearHistory: (monitor) => {
      database.prepare('DELETE FROM heartbeat WHERE monitor_id = ?').run(monitor);
    },
    clearEvents: (monitor) => {
      database.prepare("UPDATE heartbeat SET msg = '', important = 0 WHERE monitor_id = ?").run(monitor);
    },
    cleanUp(at) {
      const dayAgo = kumaTime(at - 24 * 3_600_000);
      const clean = database.prepare(CLEAN_UP);
      for (const { id } of database.prepare('SELECT id FROM monitor').all()) clean.run(Number(id), dayAgo);
    },
    close: () => database.close(),
  };
}
