/** Posts to webhooks in D1. Each is a message as every other one, with what is posted beside it while it waits. */
import type { AlertMessage } from '#domain/alerts/lines.ts';
import type { Mark } from '#domain/alerts/memory.ts';
import type { WrittenAlert } from '#domain/alerts/words.ts';
import {
  all,
  among,
  firstChangesOne,
  firstValue,
  run,
  type Sql,
  sql,
  statement,
} from '#functions/platform/db.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { isAtMark } from './message-store.ts';
import { POST_WORK } from './names.ts';
import { type AlertRecipient, recipientName } from './recipient-store.ts';

/** A post that waits. */
export interface WaitingPost {
  /** Of its message, and of the event. */
  readonly id: string;
  readonly lane: string;
  readonly sequence: number;
  readonly body: string;
  readonly dueAt: number;
  readonly tries: number;
  readonly firstTriedAt: number | null;
}

/** A post that is written. */
export interface NewPost {
  readonly id: string;
  readonly lane: string;
  readonly sequence: number;
  readonly body: string;
  readonly facts: AlertMessage;
  readonly words: WrittenAlert;
}

/** What an environment's companion says of where it is. */
export const findLocation = (db: D1Database, orderId: string): Promise<string | null> =>
  firstValue<string>(db)`SELECT location AS value FROM alert_reporters WHERE order_id = ${orderId}`;

/** Number of the newest post of a webhook; `null` for one that is gone. */
export const findPosted = (db: D1Database, recipientId: string): Promise<number | null> =>
  firstValue<number>(db)`SELECT posted AS value FROM alert_webhooks WHERE recipient_id = ${recipientId}`;

/** Posts that wait, in their order. */
export const listPosts = (db: D1Database, recipientId: string): Promise<WaitingPost[]> =>
  all<WaitingPost>(
    db,
  )`SELECT p.message_id AS id, p.lane, p.sequence, p.body, p.due_at, p.tries, p.first_tried_at
    FROM alert_posts p JOIN alert_messages m ON m.id = p.message_id AND m.state = 'waiting'
    WHERE p.recipient_id = ${recipientId} ORDER BY p.sequence`;

/**
 * Writes posts with the mark after them, under the mark and the number that were read.
 * @param more Statements for the same transaction.
 * @returns False where another worker wrote meanwhile.
 */
export function writePosts(
  db: D1Database,
  recipient: AlertRecipient,
  next: Mark,
  { posts, posted }: { readonly posts: readonly NewPost[]; readonly posted: number },
  now: number,
  more: readonly D1PreparedStatement[] = [],
): Promise<boolean> {
  const rows = JSON.stringify(
    posts.map(({ id, lane, sequence, body, facts, words }) => ({
      ...{ id, lane, sequence, body, facts: JSON.stringify(facts) },
      ...{ subject: words.subject, lines: JSON.stringify(words.lines), tone: words.tone },
      shown: JSON.stringify(words.shown),
    })),
  );
  const isMine = sql`EXISTS (SELECT 1 FROM alert_webhooks WHERE recipient_id = ${recipient.id}
    AND posted = ${posted + posts.length})`;
  return firstChangesOne(db, [
    statement(db)`UPDATE alert_webhooks SET posted = posted + ${posts.length}
      WHERE recipient_id = ${recipient.id} AND posted = ${posted}
        AND EXISTS (SELECT 1 FROM alert_recipients WHERE ${isAtMark(recipient)})`,
    statement(
      db,
    )`INSERT INTO alert_messages (id, order_id, recipient_id, kind, recipient, facts, subject, lines, tone,
        shown, written_at, created_at, state)
      SELECT value ->> 'id', ${recipient.orderId}, ${recipient.id}, 'webhook', ${recipientName(recipient)},
        value ->> 'facts', value ->> 'subject', value ->> 'lines', value ->> 'tone', value ->> 'shown', ${now}, ${now},
        'waiting'
      FROM json_each(${rows}) WHERE ${isMine} AND EXISTS (SELECT 1 FROM alert_recipients WHERE ${isAtMark(recipient)})`,
    statement(db)`INSERT INTO alert_posts (message_id, recipient_id, lane, sequence, body, due_at)
      SELECT value ->> 'id', ${recipient.id}, value ->> 'lane', value ->> 'sequence', value ->> 'body',
        ${afterPause(recipient.id, now)}
      FROM json_each(${rows}) WHERE EXISTS (SELECT 1 FROM alert_messages WHERE id = value ->> 'id')`,
    statement(db)`UPDATE alert_recipients SET read_seq = ${next.readSeq}, read_fall = ${next.readFall},
        memory = ${JSON.stringify(next.memory)}, told_at = ${next.toldAt}
      WHERE ${isAtMark(recipient)} AND ${isMine}`,
    ...more,
  ]);
}

/** Now, or when the pause is over that the webhook asked for. */
const afterPause = (recipientId: string, now: number): Sql =>
  sql`MAX(${now}, (SELECT resume_at FROM alert_webhooks WHERE recipient_id = ${recipientId}))`;

/** Records a try before it is made, so that a worker that dies in it does not ask again at once. */
export const beginPost = async (
  db: D1Database,
  { id, tries }: Pick<WaitingPost, 'id' | 'tries'>,
  dueAt: number,
  now: number,
): Promise<boolean> =>
  (await run(db)`UPDATE alert_posts SET tries = tries + 1, first_tried_at = COALESCE(first_tried_at, ${now}),
        due_at = ${dueAt}
      WHERE message_id = ${id} AND tries = ${tries}
        AND EXISTS (SELECT 1 FROM alert_messages WHERE id = ${id} AND state = 'waiting')`) === 1;

/** Statement that makes the work of a webhook due; for a batch that wrote posts outside of that work. */
export const askForPosts = (
  db: D1Database,
  { id, orderId }: Pick<AlertRecipient, 'id' | 'orderId'>,
  now: number,
): D1PreparedStatement => workStatement(db, { kind: POST_WORK, key: id, orderId }, now);

/** Settles posts, which are kept as messages. */
export async function settlePosts(
  db: D1Database,
  ids: readonly string[],
  { state, detail }: { readonly state: 'sent' | 'refused'; readonly detail: string | null },
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await db.batch([
    statement(db)`UPDATE alert_messages SET state = ${state}, settled_at = ${now}, detail = ${detail}
      WHERE id IN ${among(ids)} AND state = 'waiting'`,
    statement(db)`DELETE FROM alert_posts WHERE message_id IN ${among(ids)}`,
  ]);
}

/** What became of a try that was not accepted. */
interface Delay {
  readonly dueAt: number;
  readonly detail: string;
  /** Everything that is due waits as long. */
  readonly isOfAll: boolean;
  /** End of the pause that the answer asked for; `null` for none. */
  readonly pausedUntil: number | null;
}

/** Says why a post waits, and how long, and what else waits with it. */
export async function delayPosts(
  db: D1Database,
  recipientId: string,
  id: string,
  { dueAt, detail, isOfAll, pausedUntil }: Delay,
): Promise<void> {
  await db.batch([
    statement(db)`UPDATE alert_messages SET detail = ${detail} WHERE id = ${id} AND state = 'waiting'`,
    statement(db)`UPDATE alert_posts SET due_at = ${dueAt} WHERE message_id = ${id}
      OR (${Number(isOfAll)} = 1 AND recipient_id = ${recipientId} AND due_at < ${dueAt})`,
    ...(pausedUntil === null
      ? []
      : [
          statement(
            db,
          )`UPDATE alert_webhooks SET resume_at = ${pausedUntil} WHERE recipient_id = ${recipientId}`,
        ]),
  ]);
}

/** After one was accepted: everything is due but what was refused by an answer about itself. */
export const wakePosts = (db: D1Database, recipientId: string, now: number) =>
  run(db)`UPDATE alert_posts SET due_at = ${afterPause(recipientId, now)}
    WHERE recipient_id = ${recipientId} AND due_at > ${now}
      AND message_id IN (SELECT id FROM alert_messages WHERE recipient_id = ${recipientId} AND state = 'waiting'
        AND (detail IS NULL OR detail = 'status-429' OR detail NOT GLOB 'status-4*'))`;

/** Whether a webhook accepted anything after a moment. */
export const hasAcceptedSince = async (
  db: D1Database,
  recipientId: string,
  moment: number,
): Promise<boolean> =>
  (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM alert_messages
    WHERE recipient_id = ${recipientId} AND state = 'sent' AND settled_at > ${moment}`) !== 0;

/** Whether a test was asked for after a moment. */
export const hasTestedSince = async (db: D1Database, recipientId: string, moment: number): Promise<boolean> =>
  (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM alert_messages
    WHERE recipient_id = ${recipientId} AND created_at > ${moment} AND facts ->> '$.lines[0].what' = 'test'`) !==
  0;
