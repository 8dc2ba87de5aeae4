/** Recipients of alerts in D1: who is told, since which event, and what they chose. */
import type { OffReason, RecipientKind, RecipientState } from '#domain/alerts/codes.ts';
import { endedReasons } from '#domain/alerts/may-be-on.ts';
import { type AlertMemory, emptyMemory } from '#domain/alerts/next-message.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import type { RecipientsMax } from '#domain/alerts/shares.ts';
import { all, among, first, firstChangesOne, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import { workStatement } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK } from './names.ts';
import { type Note, noteStatements } from './note-statements.ts';

export interface AlertRecipient {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RecipientKind;
  readonly address: string;
  readonly label: string | null;
  readonly isOwner: boolean;
  readonly state: RecipientState;
  readonly offReason: OffReason | null;
  readonly preferences: AlertPreferences;
  readonly readSeq: number;
  readonly memory: AlertMemory;
  readonly toldAt: number | null;
  /** When the others were told that messages to it do not arrive; `null` again once one was accepted. */
  readonly warnedAt: number | null;
}

type RecipientRow = Omit<AlertRecipient, 'isOwner' | 'preferences' | 'memory'> & {
  /** 1 for the account's own address. */
  readonly isOwner: number;
  /** JSON. */
  readonly preferences: string;
  /** JSON. */
  readonly memory: string;
};

/** What a recipient is called on pages and in mails. */
export const recipientName = ({ address, label }: Pick<AlertRecipient, 'address' | 'label'>): string =>
  label ?? address;

/** SQL: ends messages that are not sent any more, with when and why. */
export const callOff = (reason: OffReason, now: number): Sql =>
  sql`UPDATE alert_messages SET state = 'refused', settled_at = ${now}, detail = ${reason}`;

const COLUMNS = sql`id, order_id, kind, address, label, is_owner, state,
    off_reason, preferences, read_seq, memory, told_at,
    warned_at`;

const recipientOf = ({ isOwner, preferences, memory, ...row }: RecipientRow): AlertRecipient => ({
  ...row,
  isOwner: isOwner === 1,
  preferences: JSON.parse(preferences) as AlertPreferences,
  memory: JSON.parse(memory) as AlertMemory,
});

/** SQL: the newest event of an order; a recipient is told what comes after it. */
const newestOf = (order: Sql): Sql =>
  sql`(SELECT COALESCE(MAX(seq), 0) FROM alert_events WHERE order_id = ${order})`;

/** A word to the other recipients of an environment. */
type NoteToOthers = Note & { readonly orderId: string };

/** A new recipient. */
export interface NewRecipient {
  readonly id: string;
  readonly orderId: string;
  readonly address: string;
}

/** The owner's address as it is to be. */
export interface NewOwner extends NewRecipient, Pick<AlertRecipient, 'state' | 'offReason'> {
  /** JSON. */
  readonly preferences: string;
}

/** The rows as read before, and whether the address was refused. */
export interface OwnersBefore {
  /** The row of the address. */
  readonly own: AlertRecipient | null;
  /** The owner's row with another address. */
  readonly former: AlertRecipient | null;
  /** SQL condition: the address was refused for good. */
  readonly refusal: Sql;
}

const list = async (db: D1Database, condition: Sql): Promise<AlertRecipient[]> => {
  const rows = await all<RecipientRow>(db)`SELECT ${COLUMNS} FROM alert_recipients WHERE ${condition}
      ORDER BY is_owner DESC, created_at`;
  return rows.map(recipientOf);
};

/** False where the plan has no room, or `onConflict` changes nothing. */
const add = (
  db: D1Database,
  { id, orderId, address }: NewRecipient,
  { kind, state, label }: Pick<AlertRecipient, 'kind' | 'state' | 'label'>,
  onConflict: Sql,
  most: RecipientsMax,
  now: number,
  events: ChangeReport['events'] = [],
): Promise<boolean> =>
  changeAndReport(db, { events }, now)`
      INSERT INTO alert_recipients (id, order_id, kind, address, label, state, preferences,
        read_seq, memory, created_at)
        SELECT ${id}, ${orderId}, ${kind}, ${address}, ${label}, ${state},
          ${JSON.stringify(defaultPreferences)}, ${newestOf(sql`${orderId}`)}, ${JSON.stringify(emptyMemory)},
            ${now}
        WHERE (SELECT COUNT(*) FROM alert_recipients WHERE order_id = ${orderId}
          AND (kind, address) <> (${kind}, ${address})) < ${most.all}
          AND (SELECT COUNT(*) FROM alert_recipients WHERE order_id = ${orderId} AND kind = ${kind}
            AND address <> ${address}) < ${most[kind]}
        ON CONFLICT (order_id, kind, address) DO ${onConflict}`;

export async function findRecipient(db: D1Database, id: string): Promise<AlertRecipient | null> {
  const row = await first<RecipientRow>(db)`SELECT ${COLUMNS} FROM alert_recipients WHERE id = ${id}`;
  return row === null ? null : recipientOf(row);
}

export const listRecipients = (db: D1Database, orderId: string): Promise<AlertRecipient[]> =>
  list(db, sql`order_id = ${orderId}`);

/** The recipients of all environments with an address. */
export const listRecipientsByAddress = (
  db: D1Database,
  kind: RecipientKind,
  address: string,
): Promise<AlertRecipient[]> => list(db, sql`address = ${address} AND kind = ${kind}`);

/**
 * The account's own address; `null` for an erased account.
 * @param isTrusted True where no address has to be proven (`EMAIL_PROOF`).
 */
export async function findOwnerRecipient(
  db: D1Database,
  orderId: string,
  isTrusted: boolean,
): Promise<{ address: string; isProven: boolean } | null> {
  const row = await first<{ email: string; emailProven: number }>(
    db,
  )`SELECT email, email_proven FROM addresses WHERE order_id = ${orderId}`;
  return row === null ? null : { address: row.email, isProven: isTrusted || row.emailProven === 1 };
}

/**
 * Makes an address the owner's: a new row, or the one that it has already. The former row goes, with its links and
 * codes; a row that begins to be told takes over its mark and what waits for it.
 * @param from What was read before; where it changed meanwhile, nothing is done.
 */
export async function putOwnerRecipient(
  db: D1Database,
  { id, orderId, address, state, offReason, preferences }: NewOwner,
  from: OwnersBefore,
  now: number,
): Promise<void> {
  const formerId = from.former?.id ?? '';
  const target = from.own?.id ?? id;
  const begins = from.former !== null && state === 'on' && from.own?.state !== 'on';
  const isPut = sql`EXISTS (SELECT 1 FROM alert_recipients WHERE id = ${target} AND is_owner = 1
        AND state = ${state})`;
  const takesOver = sql`${isPut} AND ${Number(begins)} = 1`;
  const report = { events: [{ kind: 'alert-recipient-off', orderId, detail: 'email account' }] };
  await db.batch([
    statement(db)`INSERT INTO alert_recipients (id, order_id, kind, address, is_owner, state, off_reason,
          preferences, read_seq, memory, created_at)
          SELECT ${id}, order_id, 'email', email, 1, ${state}, ${offReason}, ${preferences},
            COALESCE((SELECT read_seq FROM alert_recipients WHERE id = ${formerId}), ${newestOf(sql`${orderId}`)}),
            COALESCE((SELECT memory FROM alert_recipients WHERE id = ${formerId}),
              ${JSON.stringify(emptyMemory)}), ${now}
          FROM addresses WHERE order_id = ${orderId} AND email = ${address}
            AND (${state} <> 'on' OR NOT ${from.refusal})
          ON CONFLICT (order_id, kind, address) DO UPDATE SET is_owner = 1, state = excluded.state,
            off_reason = excluded.off_reason, preferences = excluded.preferences,
            ended_at = IIF(excluded.state = 'on', NULL, ended_at), warned_at = NULL,
            read_seq = IIF(${Number(begins)} = 1, excluded.read_seq, read_seq),
            memory = IIF(${Number(begins)} = 1, excluded.memory, memory)
          WHERE state = ${from.own?.state ?? null} AND off_reason IS ${from.own?.offReason ?? null}`,
    // Under another key: what was perhaps accepted for the old address is another mail.
    statement(db)`UPDATE alert_messages SET recipient_id = ${target}, recipient = ${address},
            key_number = key_number + 1, unclear_since = NULL
          WHERE recipient_id = ${formerId} AND state = 'waiting' AND ${takesOver}`,
    workStatement(db, { kind: ALERT_WORK, key: target, orderId }, now, takesOver),
    statement(db)`DELETE FROM alert_messages WHERE recipient_id = ${formerId} AND state = 'waiting'
          AND ${isPut}`,
    statement(db)`DELETE FROM alert_recipients WHERE id = ${formerId} AND ${isPut}`,
    ...reportStatements(db, report, now, CHANGED),
  ]);
}

/** Adds an e-mail address that is not proven. False when the order has it already, or its plan has no room. */
export const addEmailRecipient = (
  db: D1Database,
  recipient: NewRecipient,
  most: RecipientsMax,
  now: number,
): Promise<boolean> =>
  add(db, recipient, { kind: 'email', state: 'unproven', label: null }, sql`NOTHING`, most, now);

/** Connects a chat, also one that was off. False where the plan has no room. */
export const connectChat = (
  db: D1Database,
  recipient: NewRecipient,
  name: string,
  most: RecipientsMax,
  now: number,
): Promise<boolean> =>
  add(
    db,
    recipient,
    { kind: 'telegram', state: 'on', label: name },
    sql`UPDATE SET state = 'on', off_reason = NULL, ended_at = NULL, warned_at = NULL,
            label = excluded.label, read_seq = excluded.read_seq, memory = excluded.memory`,
    most,
    now,
    [{ kind: 'alert-recipient-on', orderId: recipient.orderId, detail: 'telegram' }],
  );

/**
 * Switches a recipient on; it is told what happens from now on.
 * @param refusal SQL condition: the address was refused for good.
 * @returns False where that holds, or its state changed since it was read.
 */
export const proveRecipient = (
  db: D1Database,
  { id, state, offReason }: Pick<AlertRecipient, 'id' | 'state' | 'offReason'>,
  refusal: Sql,
  report: ChangeReport,
  now: number,
): Promise<boolean> =>
  firstChangesOne(db, [
    statement(
      db,
    )`UPDATE alert_recipients SET state = 'on', off_reason = NULL, ended_at = NULL, warned_at = NULL,
          memory = ${JSON.stringify(emptyMemory)},
          read_seq = ${newestOf(sql`alert_recipients.order_id`)}
          WHERE id = ${id} AND state = ${state} AND off_reason IS ${offReason} AND NOT ${refusal}`,
    ...reportStatements(db, report, now, CHANGED),
    statement(db)`DELETE FROM alert_codes WHERE recipient_id = ${id}`,
  ]);

/**
 * Switches a recipient off; what waits for it is not sent any more. What its reader says also stands over what a
 * provider ended before, so that nothing but the reader brings it back.
 * @param returned The message that came back; a second notice about it changes nothing.
 * @param note What the other recipients are told.
 */
export async function switchRecipientOff(
  db: D1Database,
  recipientId: string,
  reason: OffReason,
  report: ChangeReport,
  now: number,
  {
    returned = null,
    endedAt = now,
    note = null,
  }: { returned?: string | null; endedAt?: number | undefined; note?: NoteToOthers | null } = {},
): Promise<void> {
  const isReaders = reason === 'left' || reason === 'refused' || reason === 'spam';
  await db.batch([
    ...(returned === null
      ? []
      : [statement(db)`${callOff(reason, now)} WHERE id = ${returned} AND state <> 'refused'`]),
    statement(db)`UPDATE alert_recipients SET state = 'off', off_reason = ${reason},
          ended_at = ${reason === 'kicked' || endedReasons.includes(reason) ? endedAt : null}
          WHERE id = ${recipientId} AND (state <> 'off'
            OR (${Number(isReaders)} = 1 AND off_reason IN ${among([...endedReasons, 'kicked'])}))
          AND ${returned === null ? sql`TRUE` : CHANGED}`,
    ...reportStatements(db, report, now, CHANGED),
    ...(note === null ? [] : noteStatements(db, { id: recipientId, orderId: note.orderId }, note, now)),
    statement(db)`${callOff(reason, now)} WHERE recipient_id = ${recipientId} AND state = 'waiting'`,
    // What its reader says ends the codes that were read out before.
    ...(isReaders ? [statement(db)`DELETE FROM alert_codes WHERE recipient_id = ${recipientId}`] : []),
  ]);
}

/** A chat that got another number: its messages go there, unless that one is a recipient already. */
export async function moveRecipient(db: D1Database, id: string, address: string): Promise<void> {
  const isLeft = sql`SELECT id FROM alert_recipients WHERE id = ${id} AND address <> ${address}`;
  await db.batch([
    statement(db)`UPDATE OR IGNORE alert_recipients SET address = ${address} WHERE id = ${id}`,
    statement(db)`DELETE FROM alert_messages WHERE state = 'waiting' AND recipient_id IN (${isLeft})`,
    statement(db)`DELETE FROM alert_recipients WHERE id IN (${isLeft})`,
  ]);
}

export const savePreferences = (
  db: D1Database,
  { id, orderId, kind }: Pick<AlertRecipient, 'id' | 'orderId' | 'kind'>,
  preferences: string,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { events: [{ kind: 'alert-preferences', orderId, detail: kind }] }, now)`
        UPDATE alert_recipients SET preferences = ${preferences}
          WHERE id = ${id} AND preferences <> ${preferences}`;

/** Removes a recipient with what waits for it. */
export async function deleteRecipient(
  db: D1Database,
  recipientId: string,
  report: ChangeReport,
  now: number,
): Promise<void> {
  await db.batch([
    statement(db)`DELETE FROM alert_codes WHERE recipient_id = ${recipientId}`,
    statement(db)`DELETE FROM alert_messages WHERE recipient_id = ${recipientId} AND state = 'waiting'`,
    statement(db)`DELETE FROM alert_recipients WHERE id = ${recipientId}`,
    ...reportStatements(db, report, now, CHANGED),
  ]);
}
