/**
 * Reads the instance's monitors as the alerts see them: which have our channel, which no channel tells of, and the
 * checks of one.
 */
import { NAME_MAX } from '#domain/api-schemas/alert-report.ts';
import { momentOf, plain } from './alert-events.ts';
import { keyOf } from './alert-levels.ts';
import { createdAtOf } from './alert-reading.ts';
import type { FirstBeat } from './contract.ts';
import { type Flag, reading } from './database.ts';

const BEATS_MAX = 30;
const statusNames = ['down', 'up', 'pending', 'maintenance'] as const;

/** A monitor by its name. */
export interface Named {
  readonly id: number;
  readonly name: string;
}
const named = ({ id, name }: { id: number; name: string | null }): Named => ({
  id,
  name: plain(name, NAME_MAX),
});

/**
 * Monitors that have the channel and those that do not; `null` for a channel that is gone. A group is none: it checks
 * nothing, and each of its monitors is told by itself.
 */
export const readChannel = (path: string, channel: number) =>
  reading(path, ({ all, get }) => {
    if (get('SELECT 1 FROM notification WHERE id = ?', channel) === undefined) return null;
    return all<{ id: number; name: string; created: string; attached: Flag }>(
      `SELECT id, name, created_date AS created, EXISTS (SELECT 1 FROM monitor_notification n
         WHERE n.monitor_id = monitor.id AND n.notification_id = ?) AS attached
       FROM monitor WHERE type <> 'group' ORDER BY id`,
      channel,
    ).map((row) => ({
      ...named(row),
      key: keyOf({ id: row.id, createdAt: createdAtOf(row.created) }),
      isAttached: row.attached === 1,
    }));
  });

/** Groups that have the channel, on which it means nothing. */
export const groupsWith = (path: string, channel: number | null): number[] =>
  reading(path, ({ all }) =>
    all<{ id: number }>(
      `SELECT DISTINCT m.id FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
       WHERE n.notification_id = ? AND m.type = 'group' ORDER BY m.id`,
      channel,
    ).map(({ id }) => id),
  );

/**
 * Running monitors whose fall no channel tells. A channel of the customer's own on a running group tells the falls in
 * it; ours on a group tells nothing.
 * @param channel Id of ours.
 */
export const readUntold = (path: string, channel: number | null): Named[] =>
  reading(path, ({ all }) =>
    all<Named>(
      `WITH RECURSIVE told (id) AS (
           SELECT m.id FROM monitor m JOIN monitor_notification n ON n.monitor_id = m.id
             JOIN notification c ON c.id = n.notification_id
           WHERE m.type <> 'group' OR (m.active = 1 AND c.id IS NOT ?)
           UNION SELECT m.id FROM told JOIN monitor g ON g.id = told.id AND g.type = 'group'
             JOIN monitor m ON m.parent = g.id WHERE m.type <> 'group' OR m.active = 1)
         SELECT id, name FROM monitor
         WHERE active = 1 AND type <> 'group' AND id NOT IN (SELECT id FROM told) ORDER BY id`,
      channel,
    ).map(named),
  );

/** The id of a channel of ours that a crash left without a record; `null` without one. */
export const findChannel = (path: string, name: string, url: string): number | null =>
  reading(path, ({ all }) => {
    const rows = all<{ id: number; config: string | null }>(
      'SELECT id, config FROM notification WHERE name = ? ORDER BY id',
      name,
    );
    return rows.find(({ config }) => String(config).includes(url))?.id ?? null;
  });

/** The newest monitor of an address; `null` without one. */
export const findMonitor = (path: string, url: string): number | null =>
  reading(
    path,
    ({ get }) =>
      get<{ id: number }>('SELECT id FROM monitor WHERE url = ? ORDER BY id DESC', url)?.id ?? null,
  );

export const hasMonitor = (path: string, id: number): boolean =>
  reading(path, ({ get }) => get('SELECT 1 FROM monitor WHERE id = ?', id) !== undefined);

/** The newest checks of a monitor, the oldest of them first. */
export const readBeats = (path: string, monitor: number): FirstBeat[] =>
  reading(path, ({ all }) =>
    all<{ time: string; status: 0 | 1 | 2 | 3; ping: number | null }>(
      `SELECT time, status, ping FROM heartbeat WHERE monitor_id = ? ORDER BY time DESC LIMIT ${BEATS_MAX}`,
      monitor,
    )
      .reverse()
      .map(({ time, status, ping }) => ({ at: momentOf(time), status: statusNames[status], ping })),
  );
