/**
 * Reads the instance's monitors as the alerts see them: which have our channel, which no channel tells of, and the
 * checks of one.
 */
import { momentOf, NAME_MAX, plain, reading } from './alert-events.mjs';

const BEATS_MAX = 30;
const statusNames = ['down', 'up', 'pending', 'maintenance'];

/**
 * Monitors that have the channel and those that do not; `null` for a channel that is gone. A group is none: it checks
 * nothing, and each of its monitors is told by itself.
 */
export const readChannel = (path, channel) =>
  reading(path, (database) => {
    if (database.prepare('SELECT 1 FROM notification WHERE id = ?').get(channel) === undefined) return null;
    return database
      .prepare(
        `SELECT id, name, EXISTS (SELECT 1 FROM monitor_notification n
           WHERE n.monitor_id = monitor.id AND n.notification_id = ?) AS attached
         FROM monitor WHERE type <> 'group' ORDER BY id`,
      )
      .all(channel)
      .map(({ id, name, attached }) => ({ id, name: plain(name, NAME_MAX), isAttached: attached === 1 }));
  });

/** Groups that have the channel, on which it means nothing. */
export const groupsWith = (path, channel) =>
  reading(path, (database) =>
    database
      .prepare(
        `SELECT DISTINCT m.id FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
         WHERE n.notification_id = ? AND m.type = 'group' ORDER BY m.id`,
      )
      .all(channel)
      .map(({ id }) => id),
  );

/**
 * Running monitors whose fall no channel tells. A channel of the customer's own on a running group tells the falls in
 * it; ours on a group tells nothing.
 * @param {number | null} channel Id of ours.
 */
export const readUntold = (path, channel) =>
  reading(path, (database) =>
    database
      .prepare(
        `WITH RECURSIVE told (id) AS (
           SELECT m.id FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
             JOIN notification c ON c.id = n.notification_id
           WHERE m.type <> 'group' OR (m.active = 1 AND c.id IS NOT ?)
           UNION SELECT m.id FROM told JOIN monitor g ON g.id = told.id AND g.type = 'group'
             JOIN monitor m ON m.parent = g.id WHERE m.type <> 'group' OR m.active = 1)
         SELECT id, name FROM monitor
         WHERE active = 1 AND type <> 'group' AND id NOT IN (SELECT id FROM told) ORDER BY id`,
      )
      .all(channel)
      .map(({ id, name }) => ({ id, name: plain(name, NAME_MAX) })),
  );

/** The id of a channel of ours that a crash left without a record; `null` without one. */
export const findChannel = (path, name, url) =>
  reading(path, (database) => {
    const rows = database.prepare('SELECT id, config FROM notification WHERE name = ? ORDER BY id').all(name);
    return rows.find(({ config }) => String(config).includes(url))?.id ?? null;
  });

/** The newest monitor of an address; `null` without one. */
export const findMonitor = (path, url) =>
  reading(
    path,
    (database) =>
      database.prepare('SELECT id FROM monitor WHERE url = ? ORDER BY id DESC').get(url)?.id ?? null,
  );

export const hasMonitor = (path, id) =>
  reading(path, (database) => database.prepare('SELECT 1 FROM monitor WHERE id = ?').get(id) !== undefined);

/** The newest checks of a monitor, the oldest of them first. */
export const readBeats = (path, monitor) =>
  reading(path, (database) =>
    database
      .prepare(
        `SELECT time, status, ping FROM heartbeat WHERE monitor_id = ? ORDER BY time DESC LIMIT ${BEATS_MAX}`,
      )
      .all(monitor)
      .reverse()
      .map(({ time, status, ping }) => ({ at: momentOf(time), status: statusNames[status], ping })),
  );
