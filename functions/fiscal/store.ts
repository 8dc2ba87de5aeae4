/**
 * Notas fiscais and their recipients, in D1.
 *
 * Which charges need a nota, and which notas must be cancelled, is derived from the charges, so a lost event or a crash
 * leaves none out. `dueAt` is the lease too: a write names the value it was claimed with, and changes nothing when another
 * worker has claimed the row since.
 */
import type { FiscalContacts } from '#domain/api-schemas/fiscal.ts';
import { all, first, run, statement } from '#functions/platform/db.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import type { FiscalNote, NotedCharge } from './note.ts';

/** The row's columns under the field names of `FiscalNote`. */
const RECORD = `payment_id AS paymentId, order_id AS orderId, state, note_id AS noteId, number, pdf_url AS pdfUrl, problem,
  unclear_until AS unclearUntil, due_at AS dueAt, created_at AS createdAt`;

interface ContactsRow {
  readonly emails: string;
  readonly pedido: string;
}

const noContacts: FiscalContacts = { emails: [], pedido: '' };

/** Makes the store over a D1 database. */
export function createFiscalStore(db: D1Database) {
  return {
    /**
     * Creates a row for each paid charge without one.
     * @param since Only charges confirmed since then, milliseconds UTC.
     */
    async addWanted(since: number, now: number, limit: number): Promise<void> {
      const chosen = `fiscal = 0 AND state = 'confirmed' AND returned IS NULL AND confirmed_at >= ?1 AND amount_centavos > 0
        ORDER BY confirmed_at LIMIT ?2`;
      await db.batch([
        statement(
          db,
          `INSERT INTO fiscal_notes (payment_id, order_id, state, due_at, created_at)
           SELECT payment_id, order_id, 'wanted', ?3, ?3 FROM charges WHERE ${chosen} ON CONFLICT DO NOTHING`,
          since,
          limit,
          now,
        ),
        statement(
          db,
          `UPDATE charges SET fiscal = 1 WHERE payment_id IN (SELECT payment_id FROM charges WHERE ${chosen})`,
          since,
          limit,
        ),
      ]);
    },
    /** Makes the rows of refunded charges due at once. */
    async markUnwanted(now: number, limit: number): Promise<void> {
      const chosen = `SELECT payment_id FROM charges WHERE fiscal = 1 AND (returned IS NOT NULL OR state = 'refunded') LIMIT ?1`;
      await db.batch([
        statement(db, `UPDATE fiscal_notes SET due_at = ?2 WHERE payment_id IN (${chosen})`, limit, now),
        statement(db, `UPDATE charges SET fiscal = 2 WHERE payment_id IN (${chosen})`, limit),
      ]);
    },
    /** Claims due notas until `leaseUntil`, the longest due first. */
    claimDue: (now: number, leaseUntil: number, limit: number) =>
      all<FiscalNote>(
        db,
        `UPDATE fiscal_notes SET due_at = ?1 WHERE payment_id IN (
           SELECT payment_id FROM fiscal_notes WHERE due_at <= ?2 ORDER BY due_at LIMIT ?3) RETURNING ${RECORD}`,
        leaseUntil,
        now,
        limit,
      ),
    readCharge: (paymentId: string) =>
      first<NotedCharge>(
        db,
        `SELECT amount_centavos AS amountCentavos, plano AS plan, due_on AS dueOn,
           state <> 'refunded' AND returned IS NULL AS isWanted FROM charges WHERE payment_id = ?`,
        paymentId,
      ),
    /** Records that a nota may exist until `unclearUntil`; `null` when another worker holds the row. */
    markUnclear: ({ paymentId, dueAt }: FiscalNote, unclearUntil: number): Promise<FiscalNote | null> =>
      first(
        db,
        `UPDATE fiscal_notes SET unclear_until = ? WHERE payment_id = ? AND due_at = ? RETURNING ${RECORD}`,
        unclearUntil,
        paymentId,
        dueAt,
      ),
    /** Writes the known state with its mails and event; false, with neither, when another worker holds the row. */
    keep(
      row: FiscalNote,
      known: Pick<FiscalNote, 'state' | 'noteId' | 'number' | 'pdfUrl' | 'problem' | 'dueAt'>,
      report: ChangeReport,
      now: number,
    ): Promise<boolean> {
      const { state, noteId, number, pdfUrl, problem, dueAt } = known;
      const keeping = statement(
        db,
        `UPDATE fiscal_notes SET state = ?, note_id = ?, number = ?, pdf_url = ?, problem = ?, due_at = ?
         WHERE payment_id = ? AND due_at = ?`,
        state,
        noteId,
        number,
        pdfUrl,
        problem,
        dueAt,
        row.paymentId,
        row.dueAt,
      );
      return changeAndReport(db, keeping, report, now);
    },
    /**
     * Makes a nota due at once, after an event or an operator's request.
     * @returns How many rows matched.
     */
    lookAgain: (noteId: string, paymentId: string | null, now: number) =>
      run(
        db,
        `UPDATE fiscal_notes SET due_at = ?1 WHERE payment_id IN (
           SELECT payment_id FROM fiscal_notes WHERE note_id = ?2
           UNION SELECT payment_id FROM fiscal_notes WHERE payment_id = ?3)`,
        now,
        noteId,
        paymentId,
      ),
    findByCharge: (paymentId: string) =>
      first<FiscalNote>(db, `SELECT ${RECORD} FROM fiscal_notes WHERE payment_id = ?`, paymentId),
    listOf: (orderId: string) =>
      all<FiscalNote>(db, `SELECT ${RECORD} FROM fiscal_notes WHERE order_id = ?`, orderId),
    /** Notas with a problem for the operators, the oldest first. */
    listProblems: (limit: number) =>
      all<FiscalNote>(
        db,
        `SELECT ${RECORD} FROM fiscal_notes WHERE problem IS NOT NULL AND created_at > 0 ORDER BY created_at LIMIT ?`,
        limit,
      ),
    async readContacts(orderId: string): Promise<FiscalContacts> {
      const row = await first<ContactsRow>(
        db,
        'SELECT emails, purchase_order AS pedido FROM fiscal_contacts WHERE order_id = ?',
        orderId,
      );
      return row === null ? noContacts : { emails: JSON.parse(row.emails) as string[], pedido: row.pedido };
    },
    keepContacts: (orderId: string, { emails, pedido }: FiscalContacts, now: number) =>
      run(
        db,
        `INSERT INTO fiscal_contacts (order_id, emails, purchase_order, updated_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (order_id) DO UPDATE SET emails = excluded.emails, purchase_order = excluded.purchase_order,
           updated_at = excluded.updated_at`,
        orderId,
        JSON.stringify(emails),
        pedido,
        now,
      ),
  };
}
