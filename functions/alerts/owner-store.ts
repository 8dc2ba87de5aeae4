/** An account's own address among the recipients of alerts, the owner's or a member's, in D1. */
import { emptyMemory } from '#domain/alerts/memory.ts';
import { first, firstValue, type Sql, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { CHANGED, reportStatements } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';
import { type AlertRecipient, type NewRecipient, newestEvent, newestFall } from './recipient-store.ts';

/** An account's address as it is to be; `memberId` is `null` for the owner's. */
export interface OwnRecipient extends NewRecipient, Pick<AlertRecipient, 'state' | 'offReason' | 'memberId'> {
  /** JSON. */
  readonly preferences: string;
}

/** The rows as read before, and whether the address was refused. */
export interface OwnBefore {
  /** The row of the address. */
  readonly own: AlertRecipient | null;
  /** The account's row with another address. */
  readonly former: AlertRecipient | null;
  /** SQL condition: the address was refused for good. */
  readonly refusal: Sql;
}

/** The account's own address; `null` for an erased account. */
export async function findOwnerRecipient(
  db: D1Database,
  orderId: string,
): Promise<{ address: string; isProven: boolean } | null> {
  const row = await first<{ email: string; emailProven: number }>(
    db,
  )`SELECT email, email_proven FROM addresses WHERE order_id = ${orderId}`;
  return row === null ? null : { address: row.email, isProven: row.emailProven === 1 };
}

/** A member's own address; `null` for one who is gone. An invitation proved it, or a sign-in afterwards. */
export const findMemberAddress = (db: D1Database, memberId: string): Promise<string | null> =>
  firstValue<string>(db)`SELECT email AS value FROM members WHERE id = ${memberId} AND ended_at IS NULL`;

/**
 * Makes an address an account's own: a new row, or the one that it has already. The former row goes, with its links and
 * codes; a row that begins to be told takes over its mark and what waits for it.
 * @param from What was read before; where it changed meanwhile, nothing is done.
 */
export async function putOwnRecipient(
  db: D1Database,
  { id, orderId, memberId, address, state, offReason, preferences }: OwnRecipient,
  from: OwnBefore,
  now: number,
): Promise<void> {
  const isOwner = Number(memberId === null);
  const account =
    memberId === null
      ? sql`addresses WHERE order_id = ${orderId} AND email = ${address}`
      : sql`members WHERE id = ${memberId} AND order_id = ${orderId} AND email = ${address} AND ended_at IS NULL`;
  const formerId = from.former?.id ?? '';
  const target = from.own?.id ?? id;
  const begins = state === 'on' && from.own?.state !== 'on';
  // One that was not told knows nothing that is worth taking over.
  const knowing = from.former?.state === 'on' ? formerId : '';
  const isPut = sql`EXISTS (SELECT 1 FROM alert_recipients WHERE id = ${target} AND is_owner = ${isOwner}
        AND member_id IS ${memberId} AND state = ${state})`;
  const takesOver = sql`${isPut} AND ${Number(begins)} = 1`;
  const report = { events: [{ kind: 'alert-recipient-off', orderId, detail: 'email account' }] };
  await db.batch([
    statement(
      db,
    )`INSERT INTO alert_recipients (id, order_id, kind, address, label, is_owner, member_id, state,
          off_reason, preferences, read_seq, read_fall, memory, created_at)
          SELECT ${id}, order_id, 'email', email, ${from.former?.label ?? null}, ${isOwner}, ${memberId}, ${state},
            ${offReason}, ${preferences},
            COALESCE((SELECT read_seq FROM alert_recipients WHERE id = ${knowing}), ${newestEvent(sql`${orderId}`)}),
            COALESCE((SELECT read_fall FROM alert_recipients WHERE id = ${knowing}), ${newestFall(sql`${orderId}`)}),
            COALESCE((SELECT memory FROM alert_recipients WHERE id = ${knowing}),
              ${JSON.stringify(emptyMemory)}), ${now}
          FROM ${account}
            AND (${state} <> 'on' OR NOT ${from.refusal})
          ON CONFLICT (order_id, kind, address) DO UPDATE SET is_owner = excluded.is_owner, member_id = excluded.member_id,
            label = COALESCE(label, excluded.label), state = excluded.state,
            off_reason = excluded.off_reason, preferences = excluded.preferences,
            ended_at = IIF(excluded.state = 'on', NULL, ended_at), warned_at = NULL,
            read_seq = IIF(${Number(begins)} = 1, excluded.read_seq, read_seq),
            read_fall = IIF(${Number(begins)} = 1, excluded.read_fall, read_fall),
            memory = IIF(${Number(begins)} = 1, excluded.memory, memory)
          WHERE (is_owner = 0 OR ${isOwner} = 1) AND state = ${from.own?.state ?? null} AND off_reason IS ${from.own?.offReason ?? null}`,
    // Under another key: what was perhaps accepted for the old address is another mail.
    statement(db)`UPDATE alert_messages SET recipient_id = ${target}, recipient = ${address},
            key_number = key_number + 1, unclear_since = NULL, batch = NULL
          WHERE recipient_id = ${formerId} AND state = 'waiting' AND ${takesOver}`,
    workStatement(db, { kind: ALERT_WORK, key: target, orderId }, now, takesOver),
    // The owner's follows from the account; a member asked for it.
    ...(memberId === null
      ? []
      : [
          eventStatement(
            db,
            { kind: 'alert-recipient-on', orderId, detail: `email ${target}`, actor: memberId },
            now,
            takesOver,
          ),
        ]),
    statement(db)`DELETE FROM alert_messages WHERE recipient_id = ${formerId} AND state = 'waiting'
          AND ${isPut}`,
    statement(db)`DELETE FROM alert_recipients WHERE id = ${formerId} AND ${isPut}`,
    ...reportStatements(db, report, now, CHANGED),
  ]);
}
