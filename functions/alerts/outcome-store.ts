/** What became of messages in D1: what their provider answered, and what it told of them later. */
import type { RecipientKind } from '#domain/alerts/codes.ts';
import { all, changesOne, exists, first, firstValue, raw, run, statement } from '#functions/platform/db.ts';
import { CHANGED } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { noTries, type WaitingMessage } from './message-store.ts';
import { ALERT_WORK } from './names.ts';
import type { AlertRecipient } from './recipient-store.ts';

/**
 * The key of a message at the provider, which also comes back in its notices.
 * @param isLate A text that says so is another one, and a key has one text.
 */
export const keyOf = (
  { id, tries = noTries }: Pick<WaitingMessage, 'id' | 'tries'>,
  isLate = false,
): string => `${id}${tries.keyNumber === 0 ? '' : `_${tries.keyNumber}`}${isLate ? '-late' : ''}`;

/** The message that a key belongs to. */
export function messageOfKey(key: string): { readonly id: string; readonly keyNumber: number } {
  const [, id = key, number = '0'] = /^(.+?)(?:_(\d+))?(?:-late)?$/.exec(key) ?? [];
  return { id, keyNumber: Number(number) };
}

/**
 * Whom a message is for; `null` for an unknown one, and for an earlier key of it: what is told of that is about a try
 * that counts no more, perhaps to another address.
 */
export const findMessageRecipient = (
  db: D1Database,
  { id, keyNumber }: ReturnType<typeof messageOfKey>,
): Promise<string | null> =>
  firstValue<string>(db)`SELECT recipient_id AS value FROM alert_messages
        WHERE id = ${id} AND key_number = ${keyNumber}`;

/** Records that a message was accepted by its provider. */
export const markMessageSent = (db: D1Database, messageId: string, now: number) =>
  run(db)`UPDATE alert_messages SET state = 'sent', settled_at = ${now}, detail = NULL
        WHERE id = ${messageId} AND state = 'waiting'`;

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

/** Records why a message waits. */
export const noteDelay = (db: D1Database, messageId: string, detail: string) =>
  run(db)`UPDATE alert_messages SET detail = ${detail} WHERE id = ${messageId} AND state = 'waiting'`;

/** Records a try without a known outcome. */
export const noteUnclearTry = (db: D1Database, messageId: string, detail: string, now: number) =>
  run(db)`UPDATE alert_messages SET detail = ${detail}, unclear_since = COALESCE(unclear_since, ${now})
        WHERE id = ${messageId} AND state = 'waiting'`;

/** Records that its recipient lets a message wait. @param waits 1 when it counts. */
export const noteHeld = (db: D1Database, messageId: string, detail: string, waits: 0 | 1, now: number) =>
  run(db)`UPDATE alert_messages SET detail = ${detail}, held_since = COALESCE(held_since, ${now}),
          waits = waits + ${waits}
        WHERE id = ${messageId} AND state = 'waiting'`;

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

/** True when the provider accepted another message that was written after this moment. */
export const isOtherSentSince = (db: D1Database, kind: RecipientKind, since: number): Promise<boolean> =>
  exists(db)`SELECT 1 FROM alert_messages WHERE state = 'sent' AND created_at > ${since} AND kind = ${kind}`;

/** Records that an accepted mail was delivered, or is late. */
export const noteDelivered = (db: D1Database, messageId: string, now: number) =>
  run(db)`UPDATE alert_messages SET delivered_at = ${now}, detail = NULL
        WHERE id = ${messageId} AND state = 'sent'`;

export const noteUndelivered = (db: D1Database, messageId: string, detail: string) =>
  run(db)`UPDATE alert_messages SET detail = ${detail}
        WHERE id = ${messageId} AND state = 'sent' AND delivered_at IS NULL`;

/**
 * An accepted message that failed at the provider afterwards waits again, under a new key. A repeated notice is about
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
            key_number = key_number + 1, unclear_since = NULL
          WHERE id = ${id} AND key_number = ${keyNumber} AND state = 'sent' AND delivered_at IS NULL`,
    workStatement(db, { kind: ALERT_WORK, key: recipientId, orderId }, now, CHANGED),
  ]);
  return again?.meta.changes === 1;
}

/** Kinds of providers for which messages wait. */
export const listWaitingKinds = async (db: D1Database): Promise<readonly string[]> =>
  (await all<{ kind: string }>(db)`SELECT DISTINCT kind FROM alert_messages WHERE state = 'waiting'`).map(
    ({ kind }) => kind,
  );
