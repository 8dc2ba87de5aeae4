/** The tables of an instance's database (Uptime Kuma 2.5.3) that companion and tests read, before its set-up. */
import { OWNED_TABLES } from './kuma-schema.ts';

const statTable = (name: string): string =>
  `CREATE TABLE ${name} (id INTEGER PRIMARY KEY AUTOINCREMENT,
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE ON UPDATE CASCADE,
    timestamp INTEGER NOT NULL, ping FLOAT DEFAULT 0, up SMALLINT NOT NULL, down SMALLINT NOT NULL,
    ping_min FLOAT NOT NULL DEFAULT 0, ping_max FLOAT NOT NULL DEFAULT 0, extras TEXT DEFAULT NULL,
    UNIQUE (monitor_id, timestamp));`;

const linkTable = (name: string, one: string, other: string): string =>
  `CREATE TABLE ${name} (id INTEGER PRIMARY KEY AUTOINCREMENT,
    ${one}_id INTEGER NOT NULL REFERENCES ${one} (id) ON DELETE CASCADE ON UPDATE CASCADE,
    ${other}_id INTEGER NOT NULL REFERENCES ${other} (id) ON DELETE CASCADE ON UPDATE CASCADE);`;

/** `synchronous`, which only the connection that makes the tables has: what a local instance wrote needs no disk to outlive it. */
export const KUMA_SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = OFF;
  CREATE TABLE user (id INTEGER PRIMARY KEY, username VARCHAR(255), password VARCHAR(255),
    active BOOLEAN NOT NULL DEFAULT 1, timezone VARCHAR(150), twofa_secret VARCHAR(64),
    twofa_status BOOLEAN DEFAULT 0 NOT NULL, twofa_last_token VARCHAR(6));
  CREATE TABLE setting (id INTEGER PRIMARY KEY, key VARCHAR(200), value TEXT, type VARCHAR(20));
  ${OWNED_TABLES}
  CREATE TABLE heartbeat (id INTEGER PRIMARY KEY AUTOINCREMENT, important BOOLEAN NOT NULL DEFAULT 0,
    monitor_id INTEGER NOT NULL REFERENCES monitor (id) ON DELETE CASCADE ON UPDATE CASCADE,
    status SMALLINT NOT NULL, msg TEXT, time DATETIME NOT NULL, ping INTEGER, duration INTEGER NOT NULL DEFAULT 0,
    down_count INTEGER NOT NULL DEFAULT 0, end_time DATETIME, retries INTEGER NOT NULL DEFAULT 0, response TEXT);
  CREATE INDEX monitor_time_index ON heartbeat (monitor_id, time);
  CREATE INDEX monitor_important_time_index ON heartbeat (monitor_id, time) WHERE important = 1;
  CREATE TABLE notification (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(255), config TEXT,
    active BOOLEAN NOT NULL DEFAULT 1, user_id INTEGER NOT NULL DEFAULT 1, is_default BOOLEAN NOT NULL DEFAULT 0);
  CREATE TABLE notification_sent_history (id INTEGER PRIMARY KEY AUTOINCREMENT, type VARCHAR(50) NOT NULL,
    monitor_id INTEGER NOT NULL, days INTEGER NOT NULL, UNIQUE (type, monitor_id, days));
  CREATE TABLE domain_expiry (id INTEGER PRIMARY KEY AUTOINCREMENT, last_check DATETIME, domain VARCHAR(255) NOT NULL,
    expiry DATETIME, last_expiry_notification_sent INTEGER);
  ${linkTable('monitor_notification', 'monitor', 'notification')}
  ${linkTable('monitor_maintenance', 'monitor', 'maintenance')}
  ${['stat_minutely', 'stat_hourly', 'stat_daily'].map(statTable).join('\n')}`;

export const DOWN = 0;
export const UP = 1;
export const PENDING = 2;
export const MAINTENANCE = 3;
export type Status = typeof DOWN | typeof UP | typeof PENDING | typeof MAINTENANCE;

/** `? → any` on the first heartbeat; then the transitions of the vendor's table (`isImportantBeat`). */
export function isImportant(before: Status | undefined, status: Status): boolean {
  if (before === undefined) return true;
  return [
    [DOWN, MAINTENANCE],
    [UP, MAINTENANCE],
    [MAINTENANCE, DOWN],
    [MAINTENANCE, UP],
    [UP, DOWN],
    [DOWN, UP],
    [PENDING, DOWN],
  ].some(([from, to]) => from === before && to === status);
}

/** Failed tries in a row with this check: 0 for one that is up, in maintenance, or pending for another reason. */
export function retriesOf(before: number, status: Status, maxretries: number): number {
  const isFailed = status === DOWN || (status === PENDING && maxretries > 0);
  return isFailed ? before + 1 : 0;
}

/** The instance's time format: `2026-11-22 03:12:07.481`, UTC. */
export const kumaTime = (at: number): string => new Date(at).toISOString().replace('T', ' ').replace('Z', '');
