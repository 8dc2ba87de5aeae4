/**
 * New messages in D1, of many recipients in one transaction: each is written with the mark after it, under the mark that was
 * read, whatever becomes of the others.
 */
import { isCounted } from '#domain/alerts/lines.ts';
import { businessDay } from '#domain/billing/days.ts';
import { rowsOf, sql, statement } from '#functions/platform/db.ts';
import { markOf, newMessage, type Told, type WaitingMessage, wordsFor } from './message-store.ts';
import { type AlertRecipient, recipientName } from './recipient-store.ts';

/** What a recipient is told next, if anything, and the mark after it. */
export interface NewMessage extends Told {
  readonly recipient: AlertRecipient;
  /** Of the message. */
  readonly id: string;
}

/** Bytes of one parameter, well below D1's two million. */
const BYTES_MAX = 500_000;

/**
 * Moves marks, with the messages that tell what lies before them.
 * @returns By recipient the message as it was written, or `null` when nothing was to be told; nothing for one whose mark
 *   another worker moved.
 */
export async function writeNewMessages(
  db: D1Database,
  messages: readonly NewMessage[],
  now: number,
): Promise<ReadonlyMap<string, WaitingMessage | null>> {
  const rows = messages.map((each) => {
    const written = writtenOf(each, now);
    return { each, written, json: JSON.stringify(rowOf(each, written)) };
  });
  const done = new Map<string, WaitingMessage | null>();
  for (const part of partsOf(rows)) {
    const moved = await write(db, `[${part.map(({ json }) => json).join()}]`, now);
    for (const { each, written } of part)
      if (moved.has(each.recipient.id)) done.set(each.recipient.id, written);
  }
  return done;
}

const writtenOf = ({ recipient, message, id }: NewMessage, now: number): WaitingMessage | null =>
  message === null
    ? null
    : newMessage(id, recipient.id, message, markOf(recipient), wordsFor(message, recipient, now), now);

const rowOf = ({ recipient, next }: NewMessage, written: WaitingMessage | null) => ({
  recipient: recipient.id,
  ...{ seq: recipient.readSeq, fall: recipient.readFall, memory: JSON.stringify(recipient.memory) },
  ...{ nextSeq: next.readSeq, nextFall: next.readFall, nextMemory: JSON.stringify(next.memory) },
  toldAt: next.toldAt,
  ...(written !== null && {
    id: written.id,
    name: recipientName(recipient),
    facts: JSON.stringify(written.facts),
    before: JSON.stringify(written.before),
    subject: written.subject,
    lines: JSON.stringify(written.lines),
    tone: written.tone,
    shown: JSON.stringify(written.shown),
    counted: written.facts !== null && isCounted(written.facts) ? 1 : 0,
  }),
});

function* partsOf<Row extends { readonly json: string }>(rows: readonly Row[]): Generator<readonly Row[]> {
  let part: Row[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (part.length > 0 && bytes + row.json.length > BYTES_MAX) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(row);
    bytes += row.json.length;
  }
  if (part.length > 0) yield part;
}

/** @returns Recipients whose marks moved. */
async function write(db: D1Database, rows: string, now: number): Promise<ReadonlySet<string>> {
  const each = sql`(SELECT value FROM json_each(${rows})) AS each`;
  const isAsRead = sql`r.id = value ->> 'recipient' AND r.read_seq = value ->> 'seq'
        AND r.read_fall = value ->> 'fall' AND r.memory = value ->> 'memory'`;
  const [, moved] = await db.batch([
    // A test that was asked for meanwhile goes first; the mark stays then.
    statement(
      db,
    )`INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, facts, before, subject,
          lines, tone, shown, written_at, created_at, state)
        SELECT value ->> 'id', r.order_id, r.id, r.kind, value ->> 'name', value ->> 'facts', value ->> 'before',
          value ->> 'subject', value ->> 'lines', value ->> 'tone', value ->> 'shown', ${now}, ${now}, 'waiting'
        FROM ${each} CROSS JOIN alert_recipients r ON ${isAsRead} WHERE value ->> 'id' IS NOT NULL
        ON CONFLICT DO NOTHING`,
    statement(
      db,
    )`UPDATE alert_recipients AS r SET read_seq = value ->> 'nextSeq', read_fall = value ->> 'nextFall',
          memory = value ->> 'nextMemory', told_at = value ->> 'toldAt'
        FROM ${each} WHERE ${isAsRead} AND (value ->> 'id' IS NULL
          OR EXISTS (SELECT 1 FROM alert_messages WHERE alert_messages.id = value ->> 'id'))
        RETURNING id`,
    statement(db)`INSERT INTO alert_days (order_id, day, messages)
        SELECT order_id, ${businessDay(now)}, COUNT(*) FROM ${each} CROSS JOIN alert_messages
          ON alert_messages.id = value ->> 'id' WHERE value ->> 'counted' = 1 GROUP BY order_id
        ON CONFLICT (order_id, day) DO UPDATE SET messages = messages + excluded.messages`,
  ]);
  return new Set(rowsOf<{ id: string }>(moved).map(({ id }) => id));
}
