/**
 * How the monitors stand, for pages: the levels that are reported, with each monitor's newest checks, its group and its
 * response time. Kept for `PICTURE_SECONDS` and given to every asker, because every open page asks.
 */
import { NAME_MAX } from '#domain/api-schemas/alert-report.ts';
import {
  PICTURE_BEATS,
  PICTURE_SECONDS,
  type PicturedMonitor,
  type StatusPicture,
} from '#domain/api-schemas/status-picture.ts';
import { momentOf, plain } from './alert-events.ts';
import { levelOf } from './alert-levels.ts';
import type { KnownMonitor } from './alert-record.ts';
import { reading } from './database.ts';

/**
 * One row a monitor, whatever its history: the instance's index by monitor and time gives the newest checks alone. Measured
 * over 500 monitors with a day of checks (720,000 rows): 10 ms.
 */
const NEWEST = `SELECT m.id, g.name AS grouped, n.time, n.ping,
    (SELECT GROUP_CONCAT(status, '' ORDER BY time) FROM (SELECT status, time FROM heartbeat
      WHERE monitor_id = m.id ORDER BY time DESC LIMIT ${PICTURE_BEATS})) AS statuses
  FROM monitor m LEFT JOIN monitor g ON g.id = m.parent
    LEFT JOIN heartbeat n ON n.id = (SELECT id FROM heartbeat WHERE monitor_id = m.id ORDER BY time DESC LIMIT 1)
  WHERE m.type <> 'group'`;
interface NewestRow {
  readonly id: number;
  readonly grouped: string | null;
  readonly time: string | null;
  readonly ping: number | null;
  readonly statuses: string | null;
}

/** By the instance's status: down, up, pending, maintenance. */
const LETTERS = 'dupm';

function picturedOf(known: KnownMonitor, row: NewestRow | undefined): PicturedMonitor {
  const { monitor, message, signAt, checkedAt, ...level } = levelOf(known);
  const newestAt = momentOf(row?.time ?? '');
  return {
    ...{ id: monitor.id, name: monitor.name, address: monitor.address ?? null, createdAt: level.createdAt },
    group: row === undefined || row.grouped === null ? null : plain(row.grouped, NAME_MAX),
    ...{ state: level.state, since: level.since, reason: level.reason, message, signAt },
    ...{ doubt: level.doubt, doubtSince: level.doubtSince, interval: level.interval },
    // What is outside is not followed, but perhaps checked.
    checkedAt: level.state === 'outside' ? (newestAt > 0 ? newestAt : null) : checkedAt,
    beats: (row?.statuses ?? '').replaceAll(/\d/g, (status) => LETTERS[Number(status)] ?? ''),
    ping: row === undefined || row.ping === null ? null : Math.max(0, Math.round(row.ping)),
  };
}

interface PictureOptions {
  readonly database: string;
  /** The monitors as they are known now; `null` while that is not known. */
  readonly levels: () => readonly KnownMonitor[] | null;
  readonly now: () => number;
}

/**
 * Makes a picture, or gives the one that is young enough; `null` while nothing is known.
 * @throws Error while the instance's database cannot be read.
 */
export function createStatusPicture({ database, levels, now }: PictureOptions): () => StatusPicture | null {
  let kept: StatusPicture | null = null;
  return () => {
    const at = now();
    if (kept !== null && at >= kept.at && at - kept.at < PICTURE_SECONDS * 1000) return kept;
    kept = null;
    const known = levels();
    if (known === null) return null;
    const rows = reading(database, ({ all }) => all<NewestRow>(NEWEST));
    const byId = new Map(rows.map((row) => [row.id, row]));
    const monitors = known
      .filter(({ reason }) => reason !== 'deleted')
      .map((each) => picturedOf(each, byId.get(each.id)));
    kept = { at, monitors };
    return kept;
  };
}
