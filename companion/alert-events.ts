/**
 * Reads what the instance recorded since a cursor: changes of state, and certificates and domains that are about to
 * expire (Uptime Kuma 2.5.3, server/model/monitor.js and domain_expiry.js).
 *
 * A row of the instance's own database is the event, not a message of its channel: the instance forgets a message whose
 * channel fails (uptime-kuma #6046). Only monitors with our channel make events.
 */
import { DatabaseSync } from 'node:sqlite';
import { MESSAGE_MAX, NAME_MAX, type ReportedEvent } from '#domain/api-schemas/alert-events.ts';
import { cutText } from '#domain/text/cut-text.ts';
import type { Cursor } from './alert-record.ts';
import { type Flag, type Reader, reading } from './database.ts';

const DOWN = 0;
const UP = 1;
const PENDING = 2;
const MAINTENANCE = 3;

const ADDRESS_MAX = 200;
/** Rows read at once; the rest follows in the next round. */
const ROWS_MAX = 200;
const REOPEN_MS = 60_000;

/** How old a monitor may be whose first check was a failed try; the instance keeps unimportant checks for a day. */
const YOUNG_MS = 12 * 60 * 60_000;

/** A monitor, as an event names it. */
interface MonitorColumns {
  readonly monitor: number;
  readonly name: string | null;
  readonly url: string | null;
  readonly hostname: string | null;
  readonly port: number | null;
}
interface BeatRow extends MonitorColumns {
  readonly id: number;
  readonly status: number;
  readonly msg: string | null;
  readonly time: string;
  readonly ping: number | null;
  readonly attached: Flag;
  readonly isFirst: Flag;
}
interface ExpiryRow extends MonitorColumns {
  readonly days: number;
}

const BEATS = `SELECT h.id, h.monitor_id AS monitor, h.status, h.msg, h.time, h.ping, m.name, m.url, m.hostname, m.port,
    EXISTS (SELECT 1 FROM monitor_notification n WHERE n.monitor_id = m.id AND n.notification_id = :channel) AS attached,
    NOT EXISTS (SELECT 1 FROM heartbeat e WHERE e.monitor_id = m.id AND e.status IN (${DOWN}, ${UP}) AND e.id < h.id)
      AS isFirst
  FROM heartbeat h JOIN monitor m ON m.id = h.monitor_id WHERE h.id > :cursor AND m.type <> 'group'`;
const CHANGES = `${BEATS} AND h.important = 1 ORDER BY h.id LIMIT ${ROWS_MAX}`;
// To the instance, "up" after a failed first try is no change, and so is not important.
const FIRST_RESULTS = `${BEATS} AND h.important = 0 AND h.status = ${UP}
  AND h.id IN (SELECT (SELECT f.id FROM heartbeat f WHERE f.monitor_id = p.monitor_id AND f.status IN (${DOWN}, ${UP})
      ORDER BY f.id LIMIT 1)
    FROM monitor o CROSS JOIN heartbeat p ON p.monitor_id = o.id AND p.important = 1 AND p.time > :since
    WHERE p.status = ${PENDING})`;
const EXPIRIES = `SELECT s.id, s.days, m.id AS monitor, m.name, m.url, m.hostname, m.port,
    EXISTS (SELECT 1 FROM monitor_notification n WHERE n.monitor_id = m.id AND n.notification_id = :channel) AS attached
  FROM notification_sent_history s JOIN monitor m ON m.id = s.monitor_id
  WHERE s.id > :cursor AND s.type = 'certificate' ORDER BY s.id LIMIT ${ROWS_MAX}`;

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

/** The instance's time format, `2026-11-22 03:12:07.481` in UTC, as milliseconds. */
export const momentOf = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);

/** One line without control characters. */
export const plain = (text: string | null, max: number): string =>
  cutText((text ?? '').replace(/\p{Cc}+/gu, ' ').trim(), max);

/** Host and path of what a monitor checks: no user, password or query, which may hold secrets. */
export function addressOf({
  url,
  hostname,
  port,
}: {
  readonly url?: string | null;
  readonly hostname?: string | null;
  readonly port?: number | null;
}): string | undefined {
  if (hostname) return cutText(`${hostname}${port ? `:${port}` : ''}`, ADDRESS_MAX);
  // The instance's form opens with a bare `https://`, which it keeps for types without an address.
  if (!url || !URL.canParse(url)) return undefined;
  const known = new URL(url);
  return cutText(`${known.host}${known.pathname === '/' ? '' : known.pathname}`, ADDRESS_MAX);
}

function monitorOf({ monitor: id, name, ...row }: MonitorColumns): NonNullable<ReportedEvent['monitor']> {
  const address = addressOf(row);
  return { id, name: plain(name, NAME_MAX), ...(address === undefined ? {} : { address }) };
}

/**
 * The newest rows that there ever were, from which a fresh record starts: what happened before is not told. A row that
 * is deleted, with its monitor or when its certificate is renewed, does not take its number back.
 */
export const newestRows = (path: string): Cursor =>
  reading(path, ({ get }) => {
    const newest = (table: string): number =>
      get<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', table)?.seq ?? 0;
    return { beat: newest('heartbeat'), expiry: newest('notification_sent_history') };
  });

/** Milliseconds as the API takes them: whole. */
const wholePing = (ping: number | null) => (ping === null ? {} : { ping: Math.max(0, Math.round(ping)) });

function changeOf(row: BeatRow): ReportedEvent | null {
  const { id, status, msg, time, ping } = row;
  const isFirst = row.isFirst === 1;
  const base = {
    key: `b${id}`,
    at: momentOf(time),
    monitor: monitorOf(row),
    message: plain(msg, MESSAGE_MAX),
  };
  if (status === DOWN) return { ...base, kind: 'down', ...(isFirst ? { isFirst } : {}) };
  if (status === UP)
    return isFirst ? { ...base, kind: 'first', ...wholePing(ping) } : { ...base, kind: 'up' };
  // What is in maintenance is not down any more, and its return is not worth a word.
  return status === MAINTENANCE ? { ...base, kind: 'stopped' } : null;
}

/** The instance's format of a moment. */
const kumaTime = (moment: number): string => new Date(moment).toISOString().replace('T', ' ').slice(0, -1);

/** Changes of state and first results, in order. */
function readStates({ all }: Reader, cursor: number, channel: number | null, now: number): BeatRow[] {
  const changes = all<BeatRow>(CHANGES, { cursor, channel });
  const since = kumaTime(now - YOUNG_MS);
  const results = all<BeatRow>(FIRST_RESULTS, { cursor, channel, since });
  const last = changes[ROWS_MAX - 1]?.id ?? Number.POSITIVE_INFINITY;
  return [...changes, ...results.filter(({ id }) => id < last)].toSorted((a, b) => a.id - b.id);
}

const expiryOf = (
  kind: 'certificate' | 'domain',
  key: string,
  row: ExpiryRow,
  at: number,
): ReportedEvent => ({
  key,
  at,
  kind,
  monitor: monitorOf(row),
  message: `Aviso dos ${row.days} dias.`,
  days: row.days,
});

/**
 * What was recorded after the cursors.
 * @param path The instance's `kuma.db`.
 * @param cursor Where the last reading ended.
 * @param channel Id of our channel.
 * @param now For rows that have no time of their own.
 * @returns In order; `cursor` is where to continue once the event is accepted, `null` stands for a row that is not told.
 * @throws Error while the instance has not made its database.
 */
export function readChanges(
  path: string,
  cursor: Cursor,
  channel: number | null,
  now: number,
): { event: ReportedEvent | null; cursor: Partial<Cursor> }[] {
  return reading(path, (reader) => {
    const states = readStates(reader, cursor.beat, channel, now);
    const expiries = reader.all<ExpiryRow & { id: number; attached: Flag }>(EXPIRIES, {
      cursor: cursor.expiry,
      channel,
    });
    return [
      ...states.map((row) => ({
        event: row.attached === 1 ? changeOf(row) : null,
        cursor: { beat: row.id },
      })),
      ...expiries.map((row) => ({
        event: row.attached === 1 ? expiryOf('certificate', `x${row.id}`, row, now) : null,
        cursor: { expiry: row.id },
      })),
    ];
  });
}

/** Of which domains the instance has said that they expire, with the days. */
const readDomains = ({ all }: Reader) =>
  all<{ id: number; domain: string; expiry: string | null; days: number }>(
    `SELECT id, domain, expiry, last_expiry_notification_sent AS days FROM domain_expiry
     WHERE last_expiry_notification_sent IS NOT NULL ORDER BY id`,
  );

const isOfDomain = ({ hostname, url }: MonitorColumns, domain: string): boolean => {
  const host = hostname || (url && URL.canParse(url) ? new URL(url).hostname : '');
  return host === domain || host.endsWith(`.${domain}`);
};

/**
 * Domains that are about to expire: the instance has one row for a domain, and not a history.
 * @param known What was told, by row; `null` tells nothing.
 */
export const readDomainChanges = (
  path: string,
  known: Readonly<Record<string, string>> | null,
  channel: number | null,
  now: number,
) =>
  reading(path, (reader) => {
    const domains = readDomains(reader).map((row) => ({
      ...row,
      key: `d${row.id}:${row.days}:${String(row.expiry).slice(0, 10)}`,
    }));
    const fresh = known === null ? [] : domains.filter(({ id, key }) => known[id] !== key);
    const monitors =
      fresh.length === 0
        ? []
        : reader.all<MonitorColumns>(
            `SELECT m.id AS monitor, m.name, m.url, m.hostname, m.port FROM monitor m
             JOIN monitor_notification n ON n.monitor_id = m.id AND n.notification_id = ?
             WHERE m.domain_expiry_notification = 1 ORDER BY m.id`,
            channel,
          );
    return {
      known: Object.fromEntries(domains.map(({ id, key }) => [String(id), key])),
      events: fresh.flatMap(({ domain, days, key }) => {
        const monitor = monitors.find((row) => isOfDomain(row, domain));
        return monitor === undefined ? [] : [expiryOf('domain', key, { ...monitor, days }, now)];
      }),
    };
  });

/** Monitors that are gone, switched off, or without the channel, among these ids: of those no return is told. */
export const stoppedAmong = (path: string, ids: readonly number[], channel: number | null): number[] =>
  ids.length === 0
    ? []
    : reading(path, ({ get }) => {
        const told = `SELECT 1 FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
           AND n.notification_id = ? WHERE m.id = ? AND m.active = 1`;
        return ids.filter((id) => get(told, channel, id) === undefined);
      });
