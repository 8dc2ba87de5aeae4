/** Reads what the next message of a recipient depends on. */
import type { AlertEvent, AlertEventKind } from '#domain/alerts/events.ts';
import { type Fall, type MonitorLevel, monitorKey } from '#domain/alerts/levels.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import { HOUR_MS } from '#domain/alerts/next-message.ts';
import type { NetworkTrouble } from '#domain/alerts/our-network.ts';
import { CHANGES_MAX, type Changes } from '#domain/alerts/story.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { TenantState } from '#domain/tenants/states.ts';
import { rowsOf, statement } from '#functions/platform/db.ts';
import { FALL_COLUMNS, type FallRow, fallOf, LEVEL_COLUMNS, type LevelRow, levelOf } from './level-rows.ts';
import { ourNetworkIn, ourNetworkStatement } from './our-network-store.ts';

/** What is decided about. */
export interface ToTell {
  readonly levels: readonly MonitorLevel[];
  readonly falls: readonly Fall[];
  readonly events: readonly AlertEvent[];
  /** True when more happened than is read at once. */
  readonly isCut: boolean;
  /** By `monitorKey`. */
  readonly changes: ReadonlyMap<string, Changes>;
  readonly sentToday: number;
  readonly firstMonitor: number | null;
  readonly ourNetwork: NetworkTrouble | null;
  /** `null` once the environment is gone. */
  readonly tenant: { readonly plan: PlanId; readonly state: TenantState } | null;
}

/** Falls, and events, read at once; what is left is told in the next message. */
const READ_MAX = 500;

interface EventRow {
  seq: number;
  kind: AlertEventKind;
  at: number;
  receivedAt: number;
  facts: string;
}

const eventOf = ({ facts, ...row }: EventRow): AlertEvent => ({
  ...row,
  ...(JSON.parse(facts) as Omit<AlertEvent, keyof EventRow>),
});

interface ChangeRow {
  monitorId: number;
  createdAt: number;
  /** JSON. */
  times: string;
  isFolded: number;
}

function changesIn({ times, isFolded }: ChangeRow): Changes {
  const sorted = (JSON.parse(times) as number[]).toSorted((one, other) => other - one);
  const oldestTooMany = sorted[CHANGES_MAX];
  return {
    count: sorted.length,
    isAtLeast: isFolded === 1,
    calmAt: oldestTooMany === undefined ? null : oldestTooMany + HOUR_MS,
  };
}

/** Everything that the next message of a recipient depends on, in one round trip. */
export async function readSituation(
  db: D1Database,
  orderId: string,
  { memory, readFall, readSeq }: Mark,
  now: number,
): Promise<ToTell> {
  const remembered = JSON.stringify(
    Object.entries(memory.monitors).map(([key, { since }]) => [...key.split(':').map(Number), since]),
  );
  const hourAgo = now - HOUR_MS;
  const [fresh, others, levels, events, changes, today, environment, network] = await db.batch([
    statement(db)`SELECT ${FALL_COLUMNS} FROM alert_falls WHERE order_id = ${orderId} AND seq > ${readFall}
      ORDER BY seq LIMIT ${READ_MAX}`,
    statement(db)`SELECT ${FALL_COLUMNS} FROM alert_falls WHERE order_id = ${orderId} AND seq <= ${readFall}
        AND until IS NULL
      UNION SELECT ${FALL_COLUMNS} FROM alert_falls WHERE order_id = ${orderId}
        AND (monitor_id, created_at, since) IN
          (SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${remembered}))`,
    statement(db)`SELECT ${LEVEL_COLUMNS} FROM alert_levels WHERE order_id = ${orderId} AND state = 'down'
      UNION SELECT ${LEVEL_COLUMNS} FROM alert_levels WHERE order_id = ${orderId}
        AND (monitor_id, created_at) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${remembered}))`,
    statement(db)`SELECT seq, kind, at, received_at, facts FROM (
        SELECT * FROM alert_events WHERE order_id = ${orderId} AND seq > ${readSeq} ORDER BY seq
        LIMIT ${READ_MAX})
      UNION ALL SELECT seq, kind, at, received_at, facts FROM alert_events
      WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(memory.held)}))
        AND order_id = ${orderId} AND seq <= ${readSeq}
      ORDER BY seq`,
    statement(
      db,
    )`SELECT monitor_id, created_at, json_group_array(at) AS times, MAX(is_folded) AS is_folded FROM (
        SELECT monitor_id, created_at, since AS at, is_folded FROM alert_falls
        WHERE order_id = ${orderId} AND since > ${hourAgo}
        UNION ALL SELECT monitor_id, created_at, until, is_folded FROM alert_falls
        WHERE order_id = ${orderId} AND until > ${hourAgo} AND ended_by = 'up')
      GROUP BY monitor_id, created_at`,
    statement(db)`SELECT messages FROM alert_days WHERE order_id = ${orderId} AND day = ${businessDay(now)}`,
    statement(db)`SELECT plan, state,
        (SELECT monitor_id FROM first_monitors WHERE order_id = t.order_id) AS first_monitor
      FROM environments t WHERE order_id = ${orderId}`,
    ourNetworkStatement(db, orderId, now),
  ]);
  const read = rowsOf<FallRow>(fresh).map(fallOf);
  const isCut = read.length >= READ_MAX;
  const [tenant = null] = rowsOf<NonNullable<ToTell['tenant']> & { firstMonitor: number | null }>(
    environment,
  );
  const [day] = rowsOf<{ messages: number }>(today);
  return {
    levels: rowsOf<LevelRow>(levels).map(levelOf),
    falls: [
      ...new Map([...rowsOf<FallRow>(others).map(fallOf), ...read].map((fall) => [fall.seq, fall])).values(),
    ]
      // A fall before which others are not read yet would be told before them.
      .filter(({ seq }) => !isCut || seq <= (read.at(-1)?.seq ?? 0))
      .toSorted((one, other) => one.seq - other.seq),
    events: rowsOf<EventRow>(events).map(eventOf),
    isCut: isCut || rowsOf(events).length >= READ_MAX,
    changes: new Map(
      rowsOf<ChangeRow>(changes).map((row) => [monitorKey(row.monitorId, row.createdAt), changesIn(row)]),
    ),
    sentToday: day?.messages ?? 0,
    firstMonitor: tenant?.firstMonitor ?? null,
    ourNetwork: ourNetworkIn(network),
    tenant,
  };
}
