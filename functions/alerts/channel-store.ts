/** What a companion last said about the channel, what the customer wishes of it, and what is watched first, in D1. */
import type { FirstMonitorState } from '#domain/alerts/codes.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { first, run, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import type { AlertsReport } from '#functions/vendors/instances.ts';

export interface AlertChannel {
  readonly channel: AlertsReport['channel'];
  readonly detached: AlertsReport['detached'];
  readonly untold: AlertsReport['untold'];
  readonly unchecked: AlertsReport['unchecked'];
  /** When the companion said so. */
  readonly readAt: number;
  readonly restore: boolean;
  /** Ids of monitors that get the channel again. */
  readonly attach: readonly number[];
}

export interface FirstMonitorRow {
  readonly address: string;
  readonly state: FirstMonitorState;
  readonly monitorId: number | null;
  readonly detail: string | null;
}

export async function findChannel(db: D1Database, orderId: string): Promise<AlertChannel | null> {
  const row = await first<{
    channel: AlertChannel['channel'];
    detached: string;
    untold: string;
    unchecked: string;
    readAt: number;
    restore: number;
    attach: string;
  }>(db)`
        SELECT channel, detached, untold, unchecked, read_at, restore, attach FROM alert_channels
        WHERE order_id = ${orderId}`;
  if (row === null) return null;
  const { detached, untold, unchecked, restore, attach, ...known } = row;
  return {
    ...known,
    detached: JSON.parse(detached),
    untold: JSON.parse(untold),
    unchecked: JSON.parse(unchecked),
    restore: restore === 1,
    attach: JSON.parse(attach),
  };
}

/** One that stood still for so long is awaited anew, as at its first set-up; tell-silence.ts looks back no further. */
const FORGOTTEN_MS = 29 * DAY_MS;

/** Keeps what a set-up was answered; wishes that it answers are done. From now on the environment is to be heard. */
export async function keepChannel(
  db: D1Database,
  orderId: string,
  { channel, detached, untold, unchecked, first: made }: AlertsReport,
  done: Pick<AlertChannel, 'restore' | 'attach'>,
  now: number,
): Promise<void> {
  await db.batch([
    statement(db)`INSERT INTO alert_channels (order_id, channel, detached, untold, unchecked, read_at)
          VALUES (${orderId}, ${channel}, ${JSON.stringify(detached)}, ${JSON.stringify(untold)},
            ${JSON.stringify(unchecked)}, ${now})
          ON CONFLICT (order_id) DO UPDATE SET channel = excluded.channel, detached = excluded.detached,
            untold = excluded.untold, unchecked = excluded.unchecked, read_at = excluded.read_at,
            restore = IIF(${done.restore ? 1 : 0} = 1, 0, restore),
            attach = IIF(attach = ${JSON.stringify(done.attach)}, '[]', attach)`,
    statement(db)`INSERT INTO alert_reporters (order_id, news_at) VALUES (${orderId}, ${now})
          ON CONFLICT (order_id) DO UPDATE SET news_at = excluded.news_at
          WHERE news_at < ${now - FORGOTTEN_MS}`,
    statement(db)`UPDATE first_monitors SET state = ${made?.state ?? 'waiting'},
            monitor_id = ${made?.monitor ?? null}, detail = ${made?.reason ?? null}
          WHERE order_id = ${orderId}`,
  ]);
}

/** Keeps a report that answers no wishes. What is watched first is left: a newer wish may be on its way. */
export const keepChannelReport = (
  db: D1Database,
  orderId: string,
  { channel, detached, untold, unchecked }: AlertsReport,
  now: number,
): Promise<number> =>
  run(db)`UPDATE alert_channels SET channel = ${channel}, detached = ${JSON.stringify(detached)},
          untold = ${JSON.stringify(untold)}, unchecked = ${JSON.stringify(unchecked)},
          read_at = ${now}
        WHERE order_id = ${orderId}`;

/** Writes what the customer wishes of the channel, and makes its delivery due. */
export async function wishChannel(
  db: D1Database,
  orderId: string,
  attach: readonly number[] | 'all',
  now: number,
): Promise<void> {
  const change =
    attach === 'all'
      ? statement(db)`UPDATE alert_channels SET restore = 1 WHERE order_id = ${orderId}`
      : statement(db)`UPDATE alert_channels SET attach = ${JSON.stringify(attach)}
            WHERE order_id = ${orderId}`;
  await db.batch([
    change,
    workStatement(db, { kind: ENVIRONMENT_WORK.setUpAlerts, key: orderId, orderId }, now, CHANGED),
  ]);
}

export const findFirstMonitor = (db: D1Database, orderId: string) =>
  first<FirstMonitorRow>(db)`SELECT address, state, monitor_id, detail FROM first_monitors
        WHERE order_id = ${orderId}`;

/** Keeps what is watched first; until the monitor is made, the newest wish counts. */
export const writeFirstMonitor = async (
  db: D1Database,
  orderId: string,
  address: string,
  now: number,
): Promise<boolean> => {
  const [kept] = await db.batch([
    statement(db)`INSERT INTO first_monitors (order_id, address, state, asked_at)
          VALUES (${orderId}, ${address}, 'waiting', ${now})
          ON CONFLICT (order_id) DO UPDATE SET address = excluded.address, state = 'waiting', detail = NULL,
            asked_at = excluded.asked_at WHERE state IN ('waiting', 'refused')`,
    // The address is read from its row: an event has no personal data.
    eventStatement(db, { kind: 'first-monitor', orderId }, now, CHANGED),
    workStatement(
      db,
      { kind: ENVIRONMENT_WORK.setUpAlerts, key: orderId, orderId },
      now,
      sql`EXISTS (SELECT 1 FROM environments WHERE order_id = ${orderId})`,
    ),
  ]);
  return kept?.meta.changes === 1;
};
