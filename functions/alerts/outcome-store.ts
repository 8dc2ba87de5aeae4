/** What became of messages in D1: their tries, what their provider answered, and what it told of them later. */
import type { RecipientKind } from '#domain/alerts/codes.ts';
import {
  all,
  among,
  changesOne,
  first,
  firstValue,
  raw,
  run,
  sql,
  statement,
} from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import type { WaitingMessage } from './message-store.ts';
import { ALERT_WORK } from './names.ts';
import type { AlertRecipient } from './recipient-store.ts';

/** What comes back with the provider's notices about a message. */
export const referenceOf = ({ id, keyNumber }: Pick<WaitingMessage, 'id' | 'keyNumber'>): string =>
  `${id}${keyNumber === 0 ? '' : `_${keyNumber}`}`;

/** The message that a reference belongs to. */
export function messageOfReference(reference: string): { readonly id: string; readonly keyNumber: number } {
  const [, id = reference, number = '0'] = /^(.+?)(?:_(\d+))?$/.exec(reference) ?? [];
  return { id, keyNumber: Number(number) };
}

/**
 * Whom a message is for; `null` for an unknown one, and for an earlier reference of it: what is told of that is about a try
 * that counts no more, perhaps to another address.
 */
export const findMessageRecipient = (
  db: D1Database,
  { id, keyNumber }: ReturnType<typeof messageOfReference>,
): Promise<string | null> =>
  firstValue<string>(db)`SELECT recipient_id AS value FROM alert_messages
        WHERE id = ${id} AND key_number = ${keyNumber}`;

const waitingOf = (ids: readonly string[]) => sql`id IN ${among(ids)} AND state = 'waiting'`;

/**
 * Records before a request what it carries, so that a worker that dies in it leaves an unknown outcome and not a second
 * message.
 * @param batch Of the request; `null`: each message is a request of its own, of its id.
 * @returns Ids of those that still wait and that nobody else tries; only they may be in it.
 */
export const beginTry = async (
  db: D1Database,
  ids: readonly string[],
  batch: string | null,
  now: number,
): Promise<ReadonlySet<string>> => {
  const rows = await all<{ id: string }>(db)`UPDATE alert_messages SET unclear_since = ${now},
          batch = COALESCE(${batch}, id), batch_size = ${batch === null ? 1 : ids.length}
        WHERE ${waitingOf(ids)} AND unclear_since IS NULL RETURNING id`;
  return new Set(rows.map(({ id }) => id));
};

/** Records how many messages a request carries, where fewer than were meant to. */
export const resizeBatch = (db: D1Database, batch: string, size: number) =>
  run(db)`UPDATE alert_messages SET batch_size = ${size} WHERE batch = ${batch} AND state = 'waiting'`;

/** Records that a request cannot be repeated: what it carried is decided anew, each by itself. */
export const breakBatch = (db: D1Database, batch: string, detail: string | null = null) =>
  run(db)`UPDATE alert_messages SET batch = NULL, detail = COALESCE(${detail}, detail)
        WHERE batch = ${batch} AND state = 'waiting'`;

/** Records that messages were accepted by their provider. */
export const markMessagesSent = (db: D1Database, ids: readonly string[], now: number) =>
  run(
    db,
  )`UPDATE alert_messages SET state = 'sent', settled_at = ${now}, detail = NULL WHERE ${waitingOf(ids)}`;

/** Settles a message that its provider never accepts; of one it accepted, that it came back. */
export const refuseMessage = (
  db: D1Database,
  messageId: string,
  detail: string,
  now: number,
): Promise<boolean> =>
  changesOne(db)`UPDATE alert_messages SET state = 'refused', settled_at = ${now}, detail = ${detail}
        WHERE id = ${messageId} AND state <> 'refused'`;

/** Settles a message that perhaps arrived. */
export const markMessageUnclear = (db: D1Database, messageId: string, detail: string, now: number) =>
  run(db)`UPDATE alert_messages SET state = 'unclear', settled_at = ${now}, detail = ${detail}
        WHERE id = ${messageId} AND state = 'waiting'`;

/** SQL: takes a try back that surely was not accepted; one whose outcome was unknown before stays unknown. */
const takeBack = (begunAt: number | null) =>
  begunAt === null
    ? sql``
    : sql`, unclear_since = IIF(unclear_since = ${begunAt}, NULL, unclear_since),
      batch = IIF(unclear_since = ${begunAt}, NULL, batch)`;

/**
 * Records why messages wait.
 * @param begunAt Of a try that surely was not accepted, and before which there was none of unknown outcome.
 */
export const noteDelay = (
  db: D1Database,
  ids: readonly string[],
  detail: string | null,
  begunAt: number | null = null,
) => run(db)`UPDATE alert_messages SET detail = ${detail}${takeBack(begunAt)} WHERE ${waitingOf(ids)}`;

/** Records that its recipient lets a message wait. @param waits 1 when it counts. */
export const noteHeld = (
  db: D1Database,
  messageId: string,
  detail: string,
  { waits, begunAt }: { readonly waits: 0 | 1; readonly begunAt: number | null },
  now: number,
) =>
  run(db)`UPDATE alert_messages SET detail = ${detail}, held_since = COALESCE(held_since, ${now}),
          waits = waits + ${waits}${takeBack(begunAt)}
        WHERE ${waitingOf([messageId])}`;

/**
 * Messages to a recipient that were refused with this since the last one that it got: how many, and since when.
 * @param got What counts as having got one: accepted, or said to be delivered.
 */
export const countRefusedMessages = async (
  db: D1Database,
  recipientId: string,
  detail: string,
  since: number,
  got: 'sent' | 'delivered',
) =>
  (await first<{ count: number; firstAt: number | null }>(db)`SELECT COUNT(*) AS count,
          MIN(settled_at) AS first_at FROM alert_messages
        WHERE recipient_id = ${recipientId} AND state = 'refused' AND detail = ${detail}
          AND settled_at > MAX(${since}, COALESCE((SELECT
            MAX(${raw(got === 'sent' ? "IIF(state = 'sent', settled_at, 0)" : 'delivered_at')})
            FROM alert_messages WHERE recipient_id = ${recipientId}), 0))`) ?? { count: 0, firstAt: null };

/** Other recipients with the same refusal since then, and their environments. */
export const listRefusedAlike = (
  db: D1Database,
  kind: RecipientKind,
  detail: string,
  recipientId: string,
  since: number,
) =>
  all<{ recipientId: string; orderId: string }>(db)`SELECT DISTINCT recipient_id,
          order_id FROM alert_messages INDEXED BY alert_messages_refused
        WHERE state = 'refused' AND settled_at > ${since} AND kind = ${kind} AND detail = ${detail}
          AND recipient_id <> ${recipientId}`;

/** Records that an accepted mail was delivered, or is late. */
export const noteDelivered = (db: D1Database, messageId: string, now: number) =>
  run(db)`UPDATE alert_messages SET delivered_at = ${now}, detail = NULL
        WHERE id = ${messageId} AND state = 'sent'`;

export const noteUndelivered = (db: D1Database, messageId: string, detail: string) =>
  run(db)`UPDATE alert_messages SET detail = ${detail}
        WHERE id = ${messageId} AND state = 'sent' AND delivered_at IS NULL`;

/**
 * An accepted message that failed at the provider afterwards waits again, under a new reference. A repeated notice is about
 * the old one, and changes nothing.
 */
export async function sendMessageAgain(
  db: D1Database,
  { id, keyNumber }: { readonly id: string; readonly keyNumber: number },
  { id: recipientId, orderId }: Pick<AlertRecipient, 'id' | 'orderId'>,
  detail: string,
  now: number,
): Promise<boolean> {
  const [again] = await db.batch([
    statement(db)`UPDATE alert_messages SET state = 'waiting', settled_at = NULL, detail = ${detail},
            key_number = key_number + 1, unclear_since = NULL, batch = NULL
          WHERE id = ${id} AND key_number = ${keyNumber} AND state = 'sent' AND delivered_at IS NULL`,
    workStatement(db, { kind: ALERT_WORK, key: recipientId, orderId }, now, CHANGED),
  ]);
  return again?.meta.changes === 1;
}
