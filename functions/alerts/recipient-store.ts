/** Recipients of alerts in D1: who is told, how far they were told, and what they chose. */
import type { OffReason, RecipientKind, RecipientState } from '#domain/alerts/codes.ts';
import { endedReasons } from '#domain/alerts/may-be-on.ts';
import { type AlertMemory, emptyMemory, type Mark } from '#domain/alerts/memory.ts';
import { type AlertPreferences, defaultPreferences } from '#domain/alerts/preferences.ts';
import type { RecipientsMax } from '#domain/alerts/shares.ts';
import { all, among, first, firstChangesOne, type Sql, sql, statement } from '#functions/platform/db.ts';
import { CHANGED, type ChangeReport, changeAndReport, reportStatements } from '#functions/platform/outbox.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { ALERT_WORK, workKindOf } from './names.ts';
import { type Note, noteStatements } from './note-statements.ts';

export interface AlertRecipient extends Mark {
  readonly id: string;
  readonly orderId: string;
  readonly kind: RecipientKind;
  readonly address: string;
  readonly label: string | null;
  readonly isOwner: boolean;
  /** The membership whose own it is; `null` for the environment's, which are the owner's to manage. */
  readonly memberId: string | null;
  /** Its member has no seat in the plan now: nothing is sent, and nothing is lost. */
  readonly isPaused: boolean;
  readonly state: RecipientState;
  readonly offReason: OffReason | null;
  readonly preferences: AlertPreferences;
  /** When the others were told that messages to it do not arrive; `null` again once one was accepted. */
  readonly warnedAt: number | null;
}

type RecipientRow = Omit<AlertRecipient, 'isOwner' | 'isPaused' | 'preferences' | 'memory'> & {
  /** 1 for the account's own address. */
  readonly isOwner: number;
  readonly isPaused: number;
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

const COLUMNS = sql`id, order_id, kind, address, label, is_owner, member_id,
    COALESCE((SELECT paused_at IS NOT NULL FROM members WHERE members.id = member_id), 0) AS is_paused, state, off_reason, preferences, read_seq, read_fall, memory, told_at,
    warned_at`;

const recipientOf = ({ isOwner, isPaused, preferences, memory, ...row }: RecipientRow): AlertRecipient => ({
  ...row,
  isOwner: isOwner === 1,
  isPaused: isPaused === 1,
  preferences: { ...defaultPreferences, ...(JSON.parse(preferences) as AlertPreferences) },
  memory: JSON.parse(memory) as AlertMemory,
});

/** SQL: the newest event, and the newest fall, of an order. What is down before is told by comparison with the levels. */
export const newestEvent = (order: Sql): Sql =>
  sql`(SELECT COALESCE(MAX(seq), 0) FROM alert_events WHERE order_id = ${order})`;
export const newestFall = (order: Sql): Sql =>
  sql`(SELECT COALESCE(MAX(seq), 0) FROM alert_falls WHERE order_id = ${order})`;

/** SQL assignments: whoever is switched on knows nothing, is told what is down, and then what happens. */
export const asNewcomer = (): Sql => sql`memory = ${JSON.stringify(emptyMemory)},
  read_seq = ${newestEvent(sql`alert_recipients.order_id`)}, read_fall = ${newestFall(sql`alert_recipients.order_id`)}`;

/** A word to the other recipients of an environment. */
type NoteToOthers = Note & { readonly orderId: string };

/** A new recipient. */
export interface NewRecipient {
  readonly id: string;
  readonly orderId: string;
  readonly address: string;
}

/** SQL condition: of a member there is no chat but this, and the member may enter. */
const isMembersOnly = (memberId: string, address: string): Sql =>
  sql`EXISTS (SELECT 1 FROM members WHERE id = ${memberId} AND ended_at IS NULL AND paused_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM alert_recipients WHERE member_id = ${memberId} AND kind = 'telegram'
      AND address <> ${address})`;

/** SQL condition: the plan has room for one more of the environment's; members' own are beside them. */
const hasRoom = (orderId: string, kind: RecipientKind, address: string, most: RecipientsMax): Sql => {
  const others = sql`SELECT COUNT(*) FROM alert_recipients WHERE order_id = ${orderId} AND member_id IS NULL
      AND (kind, address) <> (${kind}, ${address})`;
  return sql`(${others}) < ${most.all} AND (${others} AND kind = ${kind}) < ${most[kind]}`;
};

const list = async (db: D1Database, condition: Sql): Promise<AlertRecipient[]> => {
  const rows = await all<RecipientRow>(db)`SELECT ${COLUMNS} FROM alert_recipients WHERE ${condition}
      ORDER BY is_owner DESC, created_at`;
  return rows.map(recipientOf);
};

/** False where the plan has no room, or `onConflict` changes nothing. */
export const addRow = (
  db: D1Database,
  { id, orderId, address }: NewRecipient,
  { kind, state, label, memberId }: Pick<AlertRecipient, 'kind' | 'state' | 'label' | 'memberId'>,
  onConflict: Sql,
  most: RecipientsMax,
  now: number,
  report: ChangeReport = {},
): Promise<boolean> =>
  changeAndReport(db, report, now)`
      INSERT INTO alert_recipients (id, order_id, kind, address, label, member_id, state, preferences,
        read_seq, read_fall, memory, created_at)
        SELECT ${id}, ${orderId}, ${kind}, ${address}, ${label}, ${memberId}, ${state}, ${JSON.stringify(defaultPreferences)},
          ${newestEvent(sql`${orderId}`)}, ${newestFall(sql`${orderId}`)}, ${JSON.stringify(emptyMemory)}, ${now}
        WHERE ${memberId === null ? hasRoom(orderId, kind, address, most) : isMembersOnly(memberId, address)}
        ON CONFLICT (order_id, kind, address) DO ${onConflict}`;

export async function findRecipient(db: D1Database, id: string): Promise<AlertRecipient | null> {
  const row = await first<RecipientRow>(db)`SELECT ${COLUMNS} FROM alert_recipients WHERE id = ${id}`;
  return row === null ? null : recipientOf(row);
}

export const listRecipientsById = (db: D1Database, ids: readonly string[]): Promise<AlertRecipient[]> =>
  list(db, sql`id IN ${among(ids)}`);

export const listRecipients = (db: D1Database, orderId: string): Promise<AlertRecipient[]> =>
  list(db, sql`order_id = ${orderId}`);

/** The recipients of all environments with an address. */
export const listRecipientsByAddress = (
  db: D1Database,
  kind: RecipientKind,
  address: string,
): Promise<AlertRecipient[]> => list(db, sql`address = ${address} AND kind = ${kind}`);

/** Adds an e-mail address that is not proven. False when the order has it already, or its plan has no room. */
export const addEmailRecipient = (
  db: D1Database,
  recipient: NewRecipient & { readonly label?: string | null },
  most: RecipientsMax,
  now: number,
): Promise<boolean> => {
  const about = { kind: 'email', state: 'unproven', label: recipient.label ?? null, memberId: null } as const;
  return addRow(db, recipient, about, sql`NOTHING`, most, now);
};

/**
 * Connects a chat, also one that was off.
 * @param memberId The member whose own it is; a chat that was a member's stays so. `null`: the environment's.
 * @returns False where the plan has no room, or the member has another chat.
 */
export const connectChat = (
  db: D1Database,
  recipient: NewRecipient,
  name: string,
  most: RecipientsMax,
  now: number,
  memberId: string | null = null,
): Promise<boolean> =>
  addRow(
    db,
    recipient,
    { kind: 'telegram', state: 'on', label: name, memberId },
    sql`UPDATE SET state = 'on', off_reason = NULL, ended_at = NULL, warned_at = NULL,
            label = excluded.label, member_id = COALESCE(excluded.member_id, member_id), read_seq = excluded.read_seq, read_fall = excluded.read_fall, memory = excluded.memory`,
    most,
    now,
    {
      // Also for the row that was there before.
      statements: [
        workOfEach(
          db,
          ALERT_WORK,
          now,
          sql`SELECT id AS key, order_id FROM alert_recipients WHERE order_id = ${recipient.orderId}
            AND kind = 'telegram' AND address = ${recipient.address} AND ${CHANGED}`,
        ),
      ],
      events: [
        { kind: 'alert-recipient-on', orderId: recipient.orderId, detail: `telegram ${recipient.id}` },
      ],
    },
  );

/**
 * Switches a recipient on; it is told what is down, and what happens from now on.
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
          ${asNewcomer()}
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

/** Saves what a recipient chose, as JSON. One that begins to hear of falls is told what is down, as a newcomer is. */
export function savePreferences(
  db: D1Database,
  { id, orderId, kind }: Pick<AlertRecipient, 'id' | 'orderId' | 'kind'>,
  preferences: string,
  now: number,
): Promise<boolean> {
  const report = {
    events: [{ kind: 'alert-preferences', orderId, detail: `${kind} ${id}` }],
    work: [{ kind: workKindOf(kind), key: id, orderId }],
  };
  const hasFalls = (kept: Sql) =>
    sql`EXISTS (SELECT 1 FROM json_each(${kept}, '$.kinds') WHERE value = 'fall')`;
  const begins = sql`${hasFalls(sql`${preferences}`)} AND NOT ${hasFalls(sql`preferences`)}`;
  return changeAndReport(db, report, now)`
        UPDATE alert_recipients SET preferences = ${preferences},
          memory = IIF(${begins}, json_set(memory, '$.monitors', json('{}')), memory),
          read_fall = IIF(${begins}, ${newestFall(sql`alert_recipients.order_id`)}, read_fall)
          WHERE id = ${id} AND preferences <> ${preferences}`;
}

/** Gives a recipient a friendly name; empty takes an address's away. */
export const renameRecipient = (
  db: D1Database,
  { id, orderId, kind }: Pick<AlertRecipient, 'id' | 'orderId' | 'kind'>,
  name: string,
  now: number,
): Promise<boolean> =>
  changeAndReport(db, { events: [{ kind: 'alert-renamed', orderId, detail: `${kind} ${id}` }] }, now)`
        UPDATE alert_recipients SET label = COALESCE(NULLIF(${name}, ''), IIF(kind = 'email', NULL, label))
          WHERE id = ${id} AND label IS NOT COALESCE(NULLIF(${name}, ''), IIF(kind = 'email', NULL, label))`;

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
