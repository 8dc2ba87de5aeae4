/**
 * Messages to the recipients of alerts in D1: what they tell, and the marks that move with them.
 *
 * A message and the mark of its recipient are written together, under the mark that was read: so nothing is told twice,
 * and nothing is lost between two messages. What became of a message at its provider: outcome-store.ts.
 */
import type { ShownAlert } from '#domain/alerts/blocks.ts';
import { type AlertMessage, isCounted } from '#domain/alerts/lines.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import { zoneOf } from '#domain/alerts/preferences.ts';
import { type WrittenAlert, writeAlert } from '#domain/alerts/words.ts';
import { businessDay } from '#domain/billing/days.ts';
import { all, among, firstChangesOne, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK, workKindOf } from './names.ts';
import { type AlertRecipient, recipientName } from './recipient-store.ts';

/** A message that was not accepted by its provider yet. */
export interface WaitingMessage extends WrittenAlert {
  readonly id: string;
  readonly recipientId: string;
  readonly createdAt: number;
  /** What it tells; `null` for a word about another recipient. */
  readonly facts: AlertMessage | null;
  /** The mark before it; `null` for a word about another recipient and for a test. */
  readonly before: Mark | null;
  /** When its words were written. */
  readonly writtenAt: number;
  /** True for a word about another recipient. */
  readonly isNote: boolean;
  /** Why it waits. */
  readonly detail: string | null;
  /** Raised for another reference at the provider; 0: its id. */
  readonly keyNumber: number;
  /** Since when nobody knows whether it was accepted. */
  readonly unclearSince: number | null;
  /** The request that it was last in, and how many messages that carried; `null`: it cannot be repeated. */
  readonly batch: string | null;
  readonly batchSize: number | null;
  readonly heldSince: number | null;
  readonly waits: number;
}

/** What is to be told next, and the mark after it. */
export interface Told {
  readonly message: AlertMessage | null;
  readonly next: Mark;
}

/** Between two tests of a recipient. */
const TEST_PAUSE_MS = 60_000;

/** How a message reads to its recipient now. */
export const wordsFor = (
  message: AlertMessage,
  { preferences }: Pick<AlertRecipient, 'preferences'>,
  now: number,
): WrittenAlert => writeAlert(message, zoneOf(preferences), now);

/** A recipient's mark by itself. */
export const markOf = ({ memory, readFall, readSeq, toldAt }: Mark): Mark => ({
  memory,
  readFall,
  readSeq,
  toldAt,
});

type MessageRow = Omit<WaitingMessage, 'facts' | 'before' | 'lines' | 'shown' | 'isNote'> &
  Record<'lines', string> &
  Record<'facts' | 'before' | 'shown', string | null> & { readonly isNote: number };

const read = <Value>(json: string | null): Value | null =>
  json === null ? null : (JSON.parse(json) as Value);

const messageOf = ({ facts, before, lines, shown, isNote, ...row }: MessageRow): WaitingMessage => ({
  ...row,
  lines: JSON.parse(lines) as string[],
  shown: read<ShownAlert>(shown),
  facts: read<AlertMessage>(facts),
  before: read<Mark>(before),
  isNote: isNote === 1,
});

const list = async (db: D1Database, condition: Sql): Promise<WaitingMessage[]> => {
  const rows = await all<MessageRow>(
    db,
  )`SELECT id, recipient_id, subject, lines, tone, shown, facts, before, written_at,
          created_at, is_note, detail, key_number, unclear_since, batch, batch_size, held_since, waits
        FROM alert_messages WHERE state = 'waiting' AND ${condition} ORDER BY is_note, created_at, id`;
  return rows.map(messageOf);
};

/** What waits for recipients, for each the oldest first; words about other recipients after alerts. */
export const listWaitingMessages = (
  db: D1Database,
  recipientIds: readonly string[],
): Promise<WaitingMessage[]> => list(db, sql`recipient_id IN ${among(recipientIds)}`);

/** What a request carried of which nobody knows whether it was accepted. */
export const listBatch = (db: D1Database, batch: string): Promise<WaitingMessage[]> =>
  list(db, sql`batch = ${batch} AND unclear_since IS NOT NULL`);

/** Moves a mark, if it is still the one that was read and `condition` holds. */
const moveMark = (
  db: D1Database,
  recipient: Pick<AlertRecipient, 'id' | keyof Mark>,
  next: Mark,
  condition: Sql,
): D1PreparedStatement =>
  statement(db)`UPDATE alert_recipients SET read_seq = ${next.readSeq}, read_fall = ${next.readFall},
          memory = ${JSON.stringify(next.memory)}, told_at = ${next.toldAt}
        WHERE ${isAtMark(recipient)} AND ${condition}`;

/** SQL condition: a recipient's mark is still the one that was read. */
export const isAtMark = ({ id, ...from }: Pick<AlertRecipient, 'id' | keyof Mark>): Sql =>
  sql`id = ${id} AND read_seq = ${from.readSeq} AND read_fall = ${from.readFall}
    AND memory = ${JSON.stringify(from.memory)}`;

/** Adds to the messages of a day, or takes from them, when the statement before changed a row. */
const count = (db: D1Database, orderId: string, by: 1 | -1, at: number): D1PreparedStatement =>
  statement(db)`INSERT INTO alert_days (order_id, day, messages)
        SELECT ${orderId}, ${businessDay(at)}, ${Math.max(by, 0)} WHERE changes() = 1
        ON CONFLICT (order_id, day) DO UPDATE SET messages = MAX(0, messages + ${by})`;

/** Writes a message when `condition` holds. */
const insert = (
  db: D1Database,
  { id: recipientId, orderId, kind, ...recipient }: AlertRecipient,
  message: Pick<WaitingMessage, 'id' | 'facts' | 'before' | keyof WrittenAlert>,
  condition: Sql,
  now: number,
): D1PreparedStatement =>
  statement(
    db,
  )`INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, facts, before, subject,
        lines, tone, shown, written_at, created_at, state)
      SELECT ${message.id}, ${orderId}, ${recipientId}, ${kind}, ${recipientName(recipient)},
        ${message.facts === null ? null : JSON.stringify(message.facts)},
        ${message.before === null ? null : JSON.stringify(message.before)}, ${message.subject},
        ${JSON.stringify(message.lines)}, ${message.tone}, ${JSON.stringify(message.shown)}, ${now}, ${now}, 'waiting'
      WHERE ${condition}`;

/** SQL assignments: a message's words, written anew. */
const wordsSet = ({ subject, lines, tone, shown }: WrittenAlert, now: number): Sql =>
  sql`subject = ${subject}, lines = ${JSON.stringify(lines)}, tone = ${tone}, shown = ${JSON.stringify(shown)},
        written_at = ${now}`;

/** A message that was not tried yet. */
export const newMessage = (
  id: string,
  recipientId: string,
  facts: AlertMessage,
  before: Mark | null,
  words: WrittenAlert,
  now: number,
): WaitingMessage => ({
  ...{ id, recipientId, facts, before, ...words, writtenAt: now, createdAt: now },
  ...{ isNote: false, detail: null },
  ...{ keyNumber: 0, unclearSince: null, batch: null, batchSize: null, heldSince: null, waits: 0 },
});

/** A message as it was written, or `null` when nothing was to be told; `false`: another worker moved the mark. */
export type Written = WaitingMessage | null | false;

/**
 * Writes a message anew that surely was not accepted, with the mark after what it tells now: it takes in what followed,
 * and goes where nothing is left to tell.
 * @param merged Later ones that were not tried either; they go.
 */
export async function rewriteMessage(
  db: D1Database,
  recipient: AlertRecipient,
  waiting: WaitingMessage,
  merged: readonly WaitingMessage[],
  { message, next }: Told,
  now: number,
): Promise<Written> {
  const { id, createdAt } = waiting;
  const isAsRead = sql`id = ${id} AND state = 'waiting' AND unclear_since IS NULL AND written_at = ${waiting.writtenAt}`;
  const moved = moveMark(db, recipient, next, sql`EXISTS (SELECT 1 FROM alert_messages WHERE ${isAsRead})`);
  const gone = merged.map(({ id: other, facts, createdAt: at }) => [
    statement(
      db,
    )`DELETE FROM alert_messages WHERE id = ${other} AND state = 'waiting' AND unclear_since IS NULL
          AND ${CHANGED}`,
    ...(facts !== null && isCounted(facts) ? [count(db, recipient.orderId, -1, at)] : []),
  ]);
  const wasCounted = waiting.facts !== null && isCounted(waiting.facts);
  if (message === null) {
    const isGone = await firstChangesOne(db, [
      moved,
      statement(db)`DELETE FROM alert_messages WHERE ${isAsRead} AND ${CHANGED}`,
      ...(wasCounted ? [count(db, recipient.orderId, -1, createdAt)] : []),
      ...gone.flat(),
    ]);
    return isGone ? null : false;
  }
  const words = wordsFor(message, recipient, now);
  const isWritten = await firstChangesOne(db, [
    moved,
    statement(db)`UPDATE alert_messages SET facts = ${JSON.stringify(message)}, ${wordsSet(words, now)}
          WHERE ${isAsRead} AND ${CHANGED}`,
    ...(!wasCounted && isCounted(message) ? [count(db, recipient.orderId, 1, createdAt)] : []),
    ...gone.flat(),
  ]);
  return isWritten && { ...waiting, ...words, facts: message, writtenAt: now };
}

/** Writes the words of a test anew. */
export async function rewordMessage(
  db: D1Database,
  recipient: AlertRecipient,
  waiting: WaitingMessage,
  facts: AlertMessage,
  now: number,
): Promise<WaitingMessage> {
  const words = wordsFor(facts, recipient, now);
  await statement(db)`UPDATE alert_messages SET ${wordsSet(words, now)}
        WHERE id = ${waiting.id} AND state = 'waiting' AND unclear_since IS NULL`.run();
  return { ...waiting, ...words, writtenAt: now };
}

/**
 * Settles a message that perhaps arrived and is not true any more; another one, from the same mark, says what is true now.
 * It counts once for the day.
 * @param id Of the other message. @param detail Why it cannot go again.
 */
export async function replaceMessage(
  db: D1Database,
  recipient: AlertRecipient,
  waiting: WaitingMessage & { readonly before: Mark },
  { message, next }: Told,
  id: string,
  detail: string,
  now: number,
): Promise<Written> {
  const isAsRead = sql`id = ${waiting.id} AND state = 'waiting' AND unclear_since = ${waiting.unclearSince}`;
  const settled = [
    moveMark(db, recipient, next, sql`EXISTS (SELECT 1 FROM alert_messages WHERE ${isAsRead})`),
    statement(db)`UPDATE alert_messages SET state = 'unclear', settled_at = ${now}, detail = ${detail}
          WHERE ${isAsRead} AND ${CHANGED}`,
  ];
  if (message === null) return (await firstChangesOne(db, settled)) ? null : false;
  const words = wordsFor(message, recipient, now);
  const written = newMessage(id, recipient.id, message, waiting.before, words, now);
  return (await firstChangesOne(db, [...settled, insert(db, recipient, written, CHANGED, now)])) && written;
}

/** Writes a test message; false within a minute of the last one, or while something waits. */
export async function addTestMessage(
  db: D1Database,
  recipient: AlertRecipient,
  id: string,
  now: number,
): Promise<boolean> {
  const { id: recipientId, orderId } = recipient;
  const facts: AlertMessage = { lines: [{ what: 'test', at: now }], share: null, mayBeOurs: false };
  const words = wordsFor(facts, recipient, now);
  return firstChangesOne(db, [
    insert(
      db,
      recipient,
      { id, facts, before: null, ...words },
      sql`NOT EXISTS (SELECT 1 FROM alert_messages WHERE order_id = ${orderId}
            AND recipient_id = ${recipientId} AND ((state = 'waiting' AND is_note = 0) OR (subject = ${words.subject}
              AND created_at > ${now - TEST_PAUSE_MS})))`,
      now,
    ),
    workStatement(db, { kind: ALERT_WORK, key: recipientId, orderId }, now, CHANGED),
  ]);
}

/** Asks for a recipient's next message. */
export const wakeRecipient = (
  db: D1Database,
  { id: key, orderId, kind }: Pick<AlertRecipient, 'id' | 'orderId' | 'kind'>,
  now: number,
) => workStatement(db, { kind: workKindOf(kind), key, orderId }, now).run();
