/**
 * Messages to the recipients of alerts in D1.
 *
 * A message and the mark of its recipient are written together, under the mark that was read: so no event is told twice,
 * and none is lost between two messages. A recipient has one waiting message at most, so messages keep their order.
 */
import type { MessageState, RecipientKind } from '#domain/alerts/codes.ts';
import type { AlertEvent, AlertEventKind, ChangeKind } from '#domain/alerts/events.ts';
import { type AlertMemory, type Changes, HOUR_MS } from '#domain/alerts/next-message.ts';
import { zoneOf } from '#domain/alerts/preferences.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { TenantState } from '#domain/tenants/states.ts';
import { all, first, firstValue, rowsOf, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';
import { type AlertRecipient, recipientName } from './recipient-store.ts';

/** A message that was not accepted by its provider yet. */
export interface WaitingMessage {
  readonly id: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly createdAt: number;
  /** True for a word about another recipient. */
  readonly isNote?: boolean;
  /** What earlier tries left; nothing for a message that was just written. */
  readonly tries?: Tries;
}

export interface Tries {
  readonly detail: string | null;
  /** Which key it has at the provider; 0: its id. */
  readonly keyNumber: number;
  readonly unclearSince: number | null;
  readonly heldSince: number | null;
  readonly waits: number;
}

export const noTries: Tries = { detail: null, keyNumber: 0, unclearSince: null, heldSince: null, waits: 0 };

/** What is decided about: the environment, and what happened since the recipient's mark. */
export interface ToTell {
  readonly events: readonly AlertEvent[];
  /** True when there are more events than are read at once. */
  readonly isCut: boolean;
  /** Falls and returns within the last hour, by monitor. */
  readonly changes: ReadonlyMap<number, Changes>;
  /** The newest change of monitors that are remembered or changed. */
  readonly newest: ReadonlyMap<number, ChangeKind>;
  readonly sentToday: number;
  readonly firstMonitor: number | null;
  /** `null` once the environment is gone. */
  readonly tenant: { readonly plan: PlanId; readonly state: TenantState; readonly subdomain: string } | null;
}

interface MessageRow {
  id: string;
  kind: RecipientKind;
  recipient: string;
  subject: string;
  /** JSON. */
  lines: string;
  createdAt: number;
  state: MessageState;
  settledAt: number | null;
  detail: string | null;
}

/** Messages on the page. */
const SHOWN_MAX = 50;
/** Between two tests of a recipient. */
const TEST_PAUSE_MS = 60_000;
/** Events read at once; what is left is told in the next message. */
const EVENTS_MAX = 500;

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

/** Writes a message and counts it for its day, when `condition` holds. */
const writeMessage = (
  db: D1Database,
  { id: recipientId, orderId, kind, ...recipient }: AlertRecipient,
  { id, subject, lines }: Pick<WaitingMessage, 'id' | 'subject' | 'lines'>,
  condition: Sql,
  now: number,
): D1PreparedStatement[] => [
  statement(db)`INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, subject, lines,
        created_at, state)
      SELECT ${id}, ${orderId}, ${recipientId}, ${kind}, ${recipientName(recipient)}, ${subject},
        ${JSON.stringify(lines)}, ${now}, 'waiting' WHERE ${condition}`,
  statement(db)`INSERT INTO alert_days (order_id, day, messages) SELECT ${orderId}, ${businessDay(now)}, 1
      WHERE changes() = 1
      ON CONFLICT (order_id, day) DO UPDATE SET messages = messages + 1`,
];

/** The message that waits for a recipient's provider, the oldest first; a word about another recipient after alerts. */
export async function findWaitingMessage(
  db: D1Database,
  recipientId: string,
): Promise<WaitingMessage | null> {
  type Row = Omit<WaitingMessage, 'lines' | 'tries' | 'isNote'> & Tries & { lines: string; isNote: number };
  const row = await first<Row>(db)`SELECT id, subject, lines, created_at, detail,
          key_number, unclear_since, held_since, waits,
          is_note
        FROM alert_messages WHERE recipient_id = ${recipientId} AND state = 'waiting'
        ORDER BY is_note, created_at LIMIT 1`;
  if (row === null) return null;
  const { id, subject, lines, createdAt, isNote, ...tries } = row;
  return { id, subject, lines: JSON.parse(lines) as string[], createdAt, isNote: isNote === 1, tries };
}

/** Everything that the next message of a recipient depends on, in one round trip. */
export async function readSituation(
  db: D1Database,
  { orderId, readSeq, memory }: AlertRecipient,
  now: number,
): Promise<ToTell> {
  const remembered = JSON.stringify(Object.keys({ ...memory.down, ...memory.unstable }).map(Number));
  const [events, changes, newest, today, environment] = await db.batch([
    statement(db)`SELECT seq, kind, at, received_at, facts FROM (
            SELECT * FROM alert_events WHERE order_id = ${orderId} AND seq > ${readSeq} ORDER BY seq
            LIMIT ${EVENTS_MAX})
          UNION ALL SELECT seq, kind, at, received_at, facts FROM alert_events
          WHERE seq IN (SELECT value FROM json_each(${JSON.stringify(memory.held)}))
            AND order_id = ${orderId}
          ORDER BY seq`,
    statement(db)`SELECT monitor_id AS monitor, COUNT(*) AS count, MAX(is_folded) AS is_at_least
          FROM alert_events
          WHERE order_id = ${orderId} AND kind IN ('down', 'up') AND received_at > ${now - HOUR_MS}
          GROUP BY monitor_id`,
    statement(db)`SELECT monitor, (SELECT kind FROM alert_events
              WHERE order_id = ${orderId} AND monitor_id = monitor AND kind IN ('down', 'up', 'stopped')
              ORDER BY seq DESC LIMIT 1) AS kind
          FROM (SELECT value AS monitor FROM json_each(${remembered})
            UNION SELECT monitor_id FROM alert_events WHERE order_id = ${orderId} AND seq > ${readSeq})`,
    statement(db)`SELECT messages FROM alert_days WHERE order_id = ${orderId}
            AND day = ${businessDay(now)}`,
    statement(db)`SELECT plan, state, subdomain,
            (SELECT monitor_id FROM first_monitors WHERE order_id = t.order_id) AS first_monitor
          FROM environments t WHERE order_id = ${orderId}`,
  ]);
  const [tenant = null] = rowsOf<NonNullable<ToTell['tenant']> & { firstMonitor: number | null }>(
    environment,
  );
  const counted = rowsOf<{ monitor: number; count: number; isAtLeast: number }>(changes);
  const states = rowsOf<{ monitor: number; kind: ChangeKind | null }>(newest);
  const [day] = rowsOf<{ messages: number }>(today);
  return {
    events: rowsOf<EventRow>(events).map(eventOf),
    changes: new Map(
      counted.map(({ monitor, count, isAtLeast }) => [monitor, { count, isAtLeast: isAtLeast === 1 }]),
    ),
    newest: new Map(states.flatMap(({ monitor, kind }) => (kind === null ? [] : [[monitor, kind]]))),
    isCut: (events?.results.length ?? 0) >= EVENTS_MAX,
    sentToday: day?.messages ?? 0,
    firstMonitor: tenant?.firstMonitor ?? null,
    tenant,
  };
}

/**
 * Moves a recipient's mark, with the message that tells what lies before it. False, with nothing written, when
 * another worker moved it.
 */
export async function advanceRecipient(
  db: D1Database,
  recipient: AlertRecipient,
  next: { readonly readSeq: number; readonly memory: AlertMemory },
  told: WaitingMessage | null,
  now: number,
): Promise<boolean> {
  const [moved] = await db.batch([
    statement(db)`UPDATE alert_recipients SET read_seq = ${next.readSeq},
            memory = ${JSON.stringify(next.memory)}, told_at = COALESCE(${told === null ? null : now}, told_at)
          WHERE id = ${recipient.id} AND read_seq = ${recipient.readSeq}
            AND memory = ${JSON.stringify(recipient.memory)}`,
    ...(told === null ? [] : writeMessage(db, recipient, told, CHANGED, now)),
  ]);
  return moved?.meta.changes === 1;
}

/** Asks for a recipient's next message. */
export const wakeRecipient = (db: D1Database, recipientId: string, orderId: string, now: number) =>
  workStatement(db, { kind: ALERT_WORK, key: recipientId, orderId }, now).run();

/** The newest messages of an environment. */
export const listMessages = (db: D1Database, orderId: string) =>
  all<MessageRow>(db)`SELECT id, kind, recipient, subject, lines, created_at, state,
          settled_at, detail
        FROM alert_messages WHERE order_id = ${orderId} ORDER BY created_at DESC LIMIT ${SHOWN_MAX}`;

/** Messages of an environment on a day. */
export const countMessagesToday = async (db: D1Database, orderId: string, now: number): Promise<number> =>
  (await firstValue<number>(db)`SELECT messages AS value FROM alert_days
        WHERE order_id = ${orderId} AND day = ${businessDay(now)}`) ?? 0;

/** Writes a test message; false within a minute of the last one, or while one waits. */
export async function addTestMessage(
  db: D1Database,
  recipient: AlertRecipient,
  id: string,
  now: number,
): Promise<boolean> {
  const { id: recipientId, orderId, preferences } = recipient;
  const test = { lines: [{ what: 'test', at: now }], share: null } as const;
  const written = writeAlert(test, zoneOf(preferences), now);
  const [added] = await db.batch([
    ...writeMessage(
      db,
      recipient,
      { id, ...written },
      sql`NOT EXISTS (SELECT 1 FROM alert_messages WHERE order_id = ${orderId}
            AND recipient_id = ${recipientId} AND ((state = 'waiting' AND is_note = 0) OR (subject = ${written.subject}
              AND created_at > ${now - TEST_PAUSE_MS})))`,
      now,
    ),
    workStatement(db, { kind: ALERT_WORK, key: recipientId, orderId }, now, CHANGED),
  ]);
  return added?.meta.changes === 1;
}

/** For operators: messages that wait, since when, and what was refused lately. */
export const countOpenMessages = (db: D1Database, since: number) =>
  first<{ waiting: number; oldestAt: number | null; refused: number }>(db)`SELECT (SELECT COUNT(*)
        FROM alert_messages WHERE state = 'waiting') AS waiting,
          (SELECT MIN(created_at) FROM alert_messages WHERE state = 'waiting') AS oldest_at,
          (SELECT COUNT(*) FROM alert_messages WHERE created_at > ${since} AND state = 'refused') AS refused`;

/** Since when the last alert of an environment waits for its provider; `null` when none waits. */
export const findWaitingAlert = (db: D1Database, subdomain: string): Promise<number | null> =>
  firstValue<number>(db)`SELECT MIN(m.created_at) AS value FROM environments t
        JOIN alert_messages m ON m.order_id = t.order_id
        WHERE t.subdomain = ${subdomain} AND m.state = 'waiting'`;
