/**
 * Notas fiscais and their recipients, in D1.
 *
 * A write names the `unclear_until` that was read: it changes nothing when another worker has written since.
 */
import type { FiscalContacts } from '#domain/api-schemas/fiscal.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { NOTE_WORK } from '#functions/orders/note-work.ts';
import { all, first, rowsOf, sql, statement } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import type { FiscalNote, NotedCharge } from './note.ts';

/** The row's columns under the field names of `FiscalNote`. */
const RECORD = sql`payment_id, order_id, state, note_id, number,
    pdf_url, problem, unclear_until, created_at`;

interface ContactsRow {
  readonly emails: string;
  readonly purchaseOrder: string;
}

const noContacts: FiscalContacts = { emails: [], purchaseOrder: '' };

/** What a nota becomes. */
export type KnownNote = Pick<FiscalNote, 'state' | 'noteId' | 'number' | 'pdfUrl' | 'problem'>;

/** Makes the notas due that paid charges lack, such as those from before notas were set up. */
export const addMissingNotes = (db: D1Database, since: number, now: number) =>
  workOfEach(
    db,
    NOTE_WORK,
    now,
    sql`SELECT payment_id AS key, order_id FROM recorded_charges c
          WHERE confirmed_at >= ${since} AND amount_centavos > 0 AND state = 'confirmed' AND returned IS NULL
            AND NOT EXISTS (SELECT 1 FROM fiscal_notes WHERE fiscal_notes.payment_id = c.payment_id)`,
  ).run();

/** The nota of a charge, its row made on the first call. */
export async function openNote(
  db: D1Database,
  paymentId: string,
  orderId: string,
  now: number,
): Promise<FiscalNote | null> {
  const [, read] = await db.batch([
    statement(db)`INSERT INTO fiscal_notes (payment_id, order_id, state, created_at)
          VALUES (${paymentId}, ${orderId}, 'wanted', ${now})
          ON CONFLICT DO NOTHING`,
    statement(db)`SELECT ${RECORD} FROM fiscal_notes WHERE payment_id = ${paymentId}`,
  ]);
  return rowsOf<FiscalNote>(read)[0] ?? null;
}

/** A charge of the ledger with the time of its payment. */
export async function readNotedCharge(
  db: D1Database,
  paymentId: string,
): Promise<(NotedCharge & { readonly confirmedAt: number }) | null> {
  const row = await first<{
    amountCentavos: number;
    plan: PlanId;
    dueOn: string;
    confirmedAt: number;
    isWanted: number;
  }>(db)`
        SELECT amount_centavos, plan, due_on, confirmed_at,
          state <> 'refunded' AND returned IS NULL AS is_wanted
        FROM recorded_charges WHERE payment_id = ${paymentId} AND confirmed_at IS NOT NULL`;
  return row === null ? null : { ...row, isWanted: row.isWanted === 1 };
}

/** Records that a nota may exist until `unclearUntil`; `null` when another worker has written since. */
export const markNoteUnclear = (
  db: D1Database,
  row: FiscalNote,
  unclearUntil: number,
): Promise<FiscalNote | null> =>
  first<FiscalNote>(db)`UPDATE fiscal_notes SET unclear_until = ${unclearUntil}
        WHERE payment_id = ${row.paymentId} AND unclear_until = ${row.unclearUntil} RETURNING ${RECORD}`;

/** Writes the known state with its mails and event; false, with neither, when another worker has written since. */
export function keepNote(
  db: D1Database,
  row: FiscalNote,
  known: KnownNote,
  report: ChangeReport,
  now: number,
): Promise<boolean> {
  const { state, noteId, number, pdfUrl, problem } = known;
  return changeAndReport(db, report, now)`
        UPDATE fiscal_notes SET state = ${state}, note_id = ${noteId},
          number = ${number}, pdf_url = ${pdfUrl}, problem = ${problem}
        WHERE payment_id = ${row.paymentId} AND unclear_until = ${row.unclearUntil}`;
}

/** Makes a nota due at once, after an event or an operator's request. */
export const lookAtNoteAgain = (db: D1Database, noteId: string, paymentId: string | null, now: number) =>
  workOfEach(
    db,
    NOTE_WORK,
    now,
    sql`SELECT payment_id AS key, order_id FROM fiscal_notes WHERE note_id = ${noteId}
          UNION SELECT payment_id, order_id FROM fiscal_notes WHERE payment_id = ${paymentId}`,
  ).run();

export const findNoteByCharge = (db: D1Database, paymentId: string) =>
  first<FiscalNote>(db)`SELECT ${RECORD} FROM fiscal_notes WHERE payment_id = ${paymentId}`;

export const listNotes = (db: D1Database, orderId: string) =>
  all<FiscalNote>(db)`SELECT ${RECORD} FROM fiscal_notes WHERE order_id = ${orderId}`;

/** Notas with a problem for the operators, the oldest first. */
export const listNoteProblems = (db: D1Database, limit: number) =>
  all<FiscalNote>(db)`SELECT ${RECORD} FROM fiscal_notes WHERE problem IS NOT NULL AND created_at > 0
        ORDER BY created_at LIMIT ${limit}`;

export async function readFiscalContacts(db: D1Database, orderId: string): Promise<FiscalContacts> {
  const row = await first<ContactsRow>(db)`SELECT emails, purchase_order FROM fiscal_contacts
        WHERE order_id = ${orderId}`;
  return row === null
    ? noContacts
    : { emails: JSON.parse(row.emails) as string[], purchaseOrder: row.purchaseOrder };
}

export const keepFiscalContacts = (
  db: D1Database,
  orderId: string,
  { emails, purchaseOrder }: FiscalContacts,
  now: number,
) =>
  changeAndReport(db, { events: [{ kind: 'fiscal-contacts', orderId }] }, now)`
        INSERT INTO fiscal_contacts (order_id, emails, purchase_order, updated_at)
          VALUES (${orderId}, ${JSON.stringify(emails)}, ${purchaseOrder}, ${now})
          ON CONFLICT (order_id) DO UPDATE SET emails = excluded.emails,
            purchase_order = excluded.purchase_order, updated_at = excluded.updated_at`;
