/** Outgoing mails in D1: written with the change they report, sent by platform/mail/send-outbox.ts. */
import { all, firstChangesOne, run, statement } from './db.ts';
import { eventStatement, type NewEvent } from './events.ts';

/** A mail for the outbox; each id is sent once. */
export interface OutgoingMail {
  readonly id: string;
  readonly template: string;
  /** JSON, read by the template. */
  readonly payload: string;
}

export interface OutboxMessage extends OutgoingMail {
  /** Number of tries, this one included. */
  readonly attempts: number;
}

export const mailOf = (id: string, template: string, payload: object): OutgoingMail => ({
  id,
  template,
  payload: JSON.stringify(payload),
});

/** A mail with `to: null` has no recipient; one without `to` goes to the address that its template knows. */
const hasNoRecipient = ({ payload }: OutgoingMail): boolean =>
  (JSON.parse(payload) as { to?: unknown }).to === null;

/**
 * Statement that queues a mail, for a batch with the change it reports; a mail without recipient is not kept.
 * @param condition SQL that must be true; `changes() = 1` asks whether the statement before it in the batch changed a
 *   row.
 * @param values Bound to the parameters of `condition`.
 */
export function mailStatement(
  db: D1Database,
  mail: OutgoingMail,
  now: number,
  condition = 'TRUE',
  ...values: unknown[]
): D1PreparedStatement {
  // Unlike an INSERT without rows, it leaves `changes()` as it is for the statements after it.
  if (hasNoRecipient(mail)) return db.prepare('SELECT 1 WHERE FALSE');
  const { id, template, payload } = mail;
  return statement(
    db,
    `INSERT INTO outbox (id, template, payload, due_at, created_at) SELECT ?, ?, ?, ?, ?
     WHERE ${condition} ON CONFLICT (id) DO NOTHING`,
    id,
    template,
    payload,
    now,
    now,
    ...values,
  );
}

/** What is written in the same transaction as a change. */
export interface ChangeReport {
  readonly events?: readonly NewEvent[];
  readonly mails?: readonly (OutgoingMail | null)[];
}

/**
 * Statements that write events and queue mails, for a batch with the change they report.
 * @param condition As for `mailStatement`. Events come first: each adds a row, so `changes() = 1` holds for what follows.
 * @param values Bound to the parameters of `condition`.
 */
export const reportStatements = (
  db: D1Database,
  { events = [], mails = [] }: ChangeReport,
  now: number,
  condition?: string,
  ...values: unknown[]
): D1PreparedStatement[] => [
  ...events.map((event) => eventStatement(db, event, now, condition, ...values)),
  ...mails.flatMap((mail) => (mail === null ? [] : mailStatement(db, mail, now, condition, ...values))),
];

/** Makes a change with its events and mails in one transaction; false, with none of them, when it changed no row. */
export const changeAndReport = (
  db: D1Database,
  change: D1PreparedStatement,
  report: ChangeReport,
  now: number,
): Promise<boolean> => firstChangesOne(db, [change, ...reportStatements(db, report, now, 'changes() = 1')]);

/** As `changeAndReport`, for a change with RETURNING: its row, or `null` when it changed none. */
export async function changeReportAndRead<Row>(
  db: D1Database,
  change: D1PreparedStatement,
  report: ChangeReport,
  now: number,
): Promise<Row | null> {
  const [changed] = await db.batch<Row>([change, ...reportStatements(db, report, now, 'changes() = 1')]);
  return changed?.results[0] ?? null;
}

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(db: D1Database) {
  return {
    /** Claims due mails in one statement, each until `leaseUntil`. */
    claimDue: (now: number, leaseUntil: number, limit: number) =>
      all<OutboxMessage>(
        db,
        `UPDATE outbox SET due_at = ?, attempts = attempts + 1
         WHERE id IN (SELECT id FROM outbox WHERE sent_at IS NULL AND due_at <= ? ORDER BY due_at LIMIT ?)
         RETURNING id, template, payload, attempts`,
        leaseUntil,
        now,
        limit,
      ),
    markSent: (id: string, now: number) =>
      run(
        db,
        // A token grants access; after sending, only its recipient keeps it.
        `UPDATE outbox SET sent_at = ?, last_error = NULL, payload = json_remove(payload, '$.token') WHERE id = ?`,
        now,
        id,
      ),
    postpone: (id: string, dueAt: number, reason: string) =>
      run(db, 'UPDATE outbox SET due_at = ?, last_error = ? WHERE id = ?', dueAt, reason, id),
  };
}
