/** Rows of levels and falls as the domain has them. */
import type { AlertMonitor } from '#domain/alerts/events.ts';
import type {
  Doubt,
  Fall,
  FallEnd,
  Gap,
  LevelState,
  MonitorLevel,
  OutsideReason,
} from '#domain/alerts/levels.ts';
import { sql } from '#functions/platform/db.ts';

/** Of `alert_levels`. */
export const LEVEL_COLUMNS = sql`monitor_id, created_at, name, address, type, url, state, since, reason, doubt, doubt_since,
  checked_at, interval, changed_at`;

export interface LevelRow {
  readonly monitorId: number;
  readonly createdAt: number;
  readonly name: string;
  readonly address: string | null;
  readonly type: string | null;
  readonly url: string | null;
  readonly state: LevelState;
  readonly since: number;
  readonly reason: OutsideReason | null;
  readonly doubt: Doubt | null;
  readonly doubtSince: number | null;
  readonly checkedAt: number | null;
  readonly interval: number;
  readonly changedAt: number;
}

const monitorOf = (
  id: number,
  { name, address, type, url }: Pick<LevelRow, 'name' | 'address' | 'type' | 'url'>,
): AlertMonitor => ({
  ...{ id, name },
  ...(address === null ? {} : { address }),
  ...(type === null ? {} : { type }),
  ...(url === null ? {} : { url }),
});

export const levelOf = ({ monitorId, name, address, type, url, ...row }: LevelRow): MonitorLevel => ({
  ...row,
  monitor: monitorOf(monitorId, { name, address, type, url }),
});

/** Of `alert_falls`. */
export const FALL_COLUMNS = sql`seq, monitor_id, created_at, name, address, type, url, took, uptime, since, down_at, until, ended_by, gap, message,
  is_first, sign_at, unseen_from, unseen_until, look, seen_at, seen_by, seen_who, is_folded, received_at, ended_received_at`;

export interface FallRow {
  readonly seq: number;
  readonly monitorId: number;
  readonly createdAt: number;
  readonly name: string;
  readonly address: string | null;
  readonly type: string | null;
  readonly url: string | null;
  readonly took: number | null;
  readonly uptime: number | null;
  readonly since: number;
  readonly downAt: number | null;
  readonly until: number | null;
  readonly endedBy: FallEnd | null;
  readonly gap: Gap | null;
  readonly message: string;
  readonly isFirst: number;
  readonly signAt: number | null;
  readonly unseenFrom: number | null;
  readonly unseenUntil: number | null;
  readonly look: string | null;
  readonly seenAt: number | null;
  readonly seenBy: string | null;
  readonly seenWho: string | null;
  readonly isFolded: number;
  readonly receivedAt: number;
  readonly endedReceivedAt: number | null;
}

export const fallOf = ({
  monitorId,
  name,
  address,
  type,
  url,
  took,
  uptime,
  isFirst,
  isFolded,
  unseenFrom,
  unseenUntil,
  seenAt,
  seenBy,
  seenWho,
  ...row
}: FallRow): Fall => ({
  ...row,
  monitor: monitorOf(monitorId, { name, address, type, url }),
  ...(took === null ? {} : { took }),
  ...(uptime === null ? {} : { uptime }),
  isFirst: isFirst === 1,
  isFolded: isFolded === 1,
  seen: seenAt === null ? null : { at: seenAt, by: seenBy ?? '', who: seenWho ?? '' },
  unseen: unseenFrom === null || unseenUntil === null ? null : { from: unseenFrom, until: unseenUntil },
});
