/** Reads what the next messages of recipients depend on. */
import type { Peer } from '#domain/alerts/around.ts';
import type { AlertEvent, AlertEventKind } from '#domain/alerts/events.ts';
import { type Fall, type FallEnd, type MonitorLevel, monitorKey } from '#domain/alerts/levels.ts';
import type { PastFall } from '#domain/alerts/lines.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import { HOUR_MS } from '#domain/alerts/next-message.ts';
import type { NetworkTrouble } from '#domain/alerts/our-network.ts';
import { withTagged } from '#domain/alerts/preferences.ts';
import { CHANGES_MAX, type Changes } from '#domain/alerts/story.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { TenantState } from '#domain/tenants/states.ts';
import { among, rowsOf, sql, statement } from '#functions/platform/db.ts';
import { groupedBy } from '#functions/platform/grouped-by.ts';
import { FALL_COLUMNS, type FallRow, fallOf, LEVEL_COLUMNS, type LevelRow, levelOf } from './level-rows.ts';
import { ourNetworksIn, ourNetworksStatement } from './our-network-store.ts';
import { peersIn, peersStatement } from './peer-rows.ts';
import { taggedIn, taggedStatement } from './tag-store.ts';

/** What is decided about. */
export interface ToTell {
  readonly levels: readonly MonitorLevel[];
  readonly falls: readonly Fall[];
  readonly events: readonly AlertEvent[];
  /** True when more happened than is read at once. */
  readonly isCut: boolean;
  /** By `monitorKey`. */
  readonly changes: ReadonlyMap<string, Changes>;
  /** Falls of the last hour, and those that last; by `monitorKey`. */
  readonly hour: ReadonlyMap<string, readonly PastFall[]>;
  /** Recipients of the environment that are on, the asking one among them. */
  readonly peers: readonly Peer[];
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

const eventOf = ({ seq, kind, at, receivedAt, facts }: EventRow): AlertEvent => ({
  ...{ seq, kind, at, receivedAt },
  ...(JSON.parse(facts) as Omit<AlertEvent, keyof EventRow>),
});

type EnvironmentRow = NonNullable<ToTell['tenant']> & {
  readonly orderId: string;
  readonly firstMonitor: number | null;
};

interface HourRow {
  monitorId: number;
  createdAt: number;
  /** JSON: since, until, how it ended, and whether it is folded, of each fall within the hour, the oldest first. */
  falls: string;
}
type HourFall = readonly [since: number, until: number | null, endedBy: FallEnd | null, isFolded: number];

const hourIn = ({ falls }: HourRow): PastFall[] =>
  (JSON.parse(falls) as HourFall[]).map(([since, until, endedBy]) => ({
    ...{ since, until, isLeft: endedBy !== null && endedBy !== 'up' && endedBy !== 'unseen' },
  }));

function changesIn({ falls }: HourRow, hourAgo: number): Changes {
  const changed = (JSON.parse(falls) as HourFall[]).map(([since, until, endedBy, isFolded]) => ({
    isFolded: isFolded === 1,
    times: [since, ...(endedBy === 'up' && until !== null ? [until] : [])].filter((time) => time > hourAgo),
  }));
  const sorted = changed.flatMap(({ times }) => times).toSorted((one, other) => other - one);
  const oldestTooMany = sorted[CHANGES_MAX];
  return {
    count: sorted.length,
    isAtLeast: changed.some(({ isFolded, times }) => isFolded && times.length > 0),
    calmAt: oldestTooMany === undefined ? null : oldestTooMany + HOUR_MS,
  };
}

/** Whom something is decided for. */
export interface Asked {
  /** Of the recipient. */
  readonly id: string;
  readonly orderId: string;
  /** Where to begin. */
  readonly from: Mark;
  /** Keys of the monitors that it chose. */
  readonly chosen: readonly string[];
}

interface Of {
  /** Of the recipient. */
  readonly asker: string;
}

/** Everything that the next messages of recipients depend on, in one round trip, whose size does not depend on how many. */
export async function readSituations(
  db: D1Database,
  asked: readonly Asked[],
  now: number,
): Promise<ReadonlyMap<string, ToTell>> {
  const orders = [...new Set(asked.map(({ orderId }) => orderId))];
  const askers = sql`(SELECT value ->> 'id' AS asker, value ->> 'order' AS asked_order, value ->> 'fall' AS read_fall,
      value ->> 'seq' AS read_seq FROM json_each(${JSON.stringify(asked.map(askerOf))})) AS askers`;
  const remembered = sql`(SELECT value ->> 0 AS asker, value ->> 1 AS asked_order, value ->> 2 AS known_id,
      value ->> 3 AS known_created, value ->> 4 AS known_since
      FROM json_each(${JSON.stringify(asked.flatMap(rememberedOf))})) AS remembered`;
  const held = JSON.stringify(asked.flatMap(({ id, from }) => from.memory.held.map((seq) => [id, seq])));
  const hourAgo = now - HOUR_MS;
  const [fresh, others, levels, events, hours, today, environments, networks, peers, tags] = await db.batch([
    statement(db)`SELECT * FROM (
        SELECT asker, ${FALL_COLUMNS}, ROW_NUMBER() OVER (PARTITION BY asker ORDER BY seq) AS turn
        FROM ${askers} CROSS JOIN alert_falls ON order_id = asked_order AND seq > read_fall) AS subquery
      WHERE turn <= ${READ_MAX}`,
    statement(db)`SELECT asker, ${FALL_COLUMNS} FROM ${askers} CROSS JOIN alert_falls
        ON order_id = asked_order AND seq <= read_fall AND until IS NULL
      UNION SELECT asker, ${FALL_COLUMNS} FROM ${remembered} CROSS JOIN alert_falls
        ON order_id = asked_order AND monitor_id = known_id AND created_at = known_created AND since = known_since`,
    statement(db)`SELECT asker, ${LEVEL_COLUMNS} FROM ${askers} CROSS JOIN alert_levels
        ON order_id = asked_order AND state = 'down'
      UNION SELECT asker, ${LEVEL_COLUMNS} FROM ${remembered} CROSS JOIN alert_levels
        ON order_id = asked_order AND monitor_id = known_id AND created_at = known_created`,
    statement(db)`SELECT * FROM (
        SELECT asker, seq, kind, at, received_at, facts, ROW_NUMBER() OVER (PARTITION BY asker ORDER BY seq) AS turn
        FROM ${askers} CROSS JOIN alert_events ON order_id = asked_order AND seq > read_seq) AS subquery
      WHERE turn <= ${READ_MAX}
      UNION ALL SELECT asker, seq, kind, at, received_at, facts, 0 FROM ${askers}
        CROSS JOIN (SELECT value ->> 0 AS holder, value ->> 1 AS held_seq FROM json_each(${held})) AS held
          ON holder = asker
        CROSS JOIN alert_events ON seq = held_seq AND order_id = asked_order AND seq <= read_seq
      ORDER BY seq`,
    statement(db)`SELECT order_id, monitor_id, created_at,
        json_group_array(json_array(since, until, ended_by, is_folded)) AS falls FROM (
          SELECT * FROM alert_falls WHERE order_id IN ${among(orders)}
            AND (since > ${hourAgo} OR until > ${hourAgo} OR until IS NULL) ORDER BY order_id, seq) AS subquery
      GROUP BY order_id, monitor_id, created_at`,
    statement(db)`SELECT order_id, messages FROM alert_days
      WHERE order_id IN ${among(orders)} AND day = ${businessDay(now)}`,
    statement(db)`SELECT order_id, plan, state,
        (SELECT monitor_id FROM first_monitors WHERE order_id = t.order_id) AS first_monitor
      FROM environments t WHERE order_id IN ${among(orders)}`,
    ourNetworksStatement(db, orders, now),
    peersStatement(db, orders),
    taggedStatement(db, orders),
  ]);
  const of = {
    fresh: groupedBy(rowsOf<FallRow & Of>(fresh), askerIn),
    others: groupedBy(rowsOf<FallRow & Of>(others), askerIn),
    levels: groupedBy(rowsOf<LevelRow & Of>(levels), askerIn),
    events: groupedBy(rowsOf<EventRow & Of & { turn: number }>(events), askerIn),
    hours: groupedBy(rowsOf<HourRow & { orderId: string }>(hours), ({ orderId }) => orderId),
    today: new Map(
      rowsOf<{ orderId: string; messages: number }>(today).map((day) => [day.orderId, day.messages]),
    ),
    environments: new Map(
      rowsOf<EnvironmentRow>(environments).map(({ orderId, ...environment }) => [orderId, environment]),
    ),
    networks: ourNetworksIn(networks),
    peers: peersIn(peers),
    tagged: taggedIn(tags),
  };
  return new Map(
    asked.map(({ id, orderId }): [string, ToTell] => {
      const read = (of.fresh.get(id) ?? []).map(fallOf);
      const isCut = read.length >= READ_MAX;
      const falls = [...(of.others.get(id) ?? []).map(fallOf), ...read];
      const heard = of.events.get(id) ?? [];
      const environment = of.environments.get(orderId) ?? null;
      const ofHour = <Value>(read: (row: HourRow) => Value): ReadonlyMap<string, Value> =>
        new Map(
          (of.hours.get(orderId) ?? []).map((row) => [monitorKey(row.monitorId, row.createdAt), read(row)]),
        );
      const situation: ToTell = {
        levels: (of.levels.get(id) ?? []).map(levelOf),
        falls: [...new Map(falls.map((fall) => [fall.seq, fall])).values()]
          // A fall before which others are not read yet would be told before them.
          .filter(({ seq }) => !isCut || seq <= (read.at(-1)?.seq ?? 0))
          .toSorted((one, other) => one.seq - other.seq),
        events: heard.map(eventOf),
        isCut: isCut || heard.some(({ turn }) => turn >= READ_MAX),
        changes: ofHour((row) => changesIn(row, hourAgo)),
        hour: ofHour(hourIn),
        peers: (of.peers.get(orderId) ?? []).map((peer) => ({
          ...peer,
          preferences: withTagged(peer.preferences, of.tagged.get(orderId) ?? new Map()),
        })),
        sentToday: of.today.get(orderId) ?? 0,
        firstMonitor: environment?.firstMonitor ?? null,
        ourNetwork: of.networks.get(orderId) ?? null,
        tenant: environment,
      };
      return [id, situation];
    }),
  );
}

const askerIn = ({ asker }: Of): string => asker;

const askerOf = ({ id, orderId, from }: Asked) => ({
  id,
  order: orderId,
  fall: from.readFall,
  seq: from.readSeq,
});

const rememberedOf = ({ id, orderId, from, chosen }: Asked) =>
  [
    ...Object.entries(from.memory.monitors).map(([key, { since }]) => [key, since] as const),
    ...chosen.map((key) => [key, null] as const),
  ].map(([key, since]) => [...[id, orderId], ...key.split(':').map(Number), since]);
