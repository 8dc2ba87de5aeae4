/** Outgoing mails in D1: written with the change they tell of, sent by platform/mail/send-outbox.ts. */
import { statement } from './db.ts';

/** A mail for the outbox; the same id leaves once. */
export interface OutgoingMail {
  readonly id: string;
  readonly template: string;
  /** JSON, read by the template. */
  readonly payload: string;
}

export const mailOf = (id: string, template: string, payload: object): OutgoingMail => ({
  id,
  template,
  payload: JSON.stringify(payload),
});

/**
 * The statement that puts a mail into the outbox, for a batch with the change it tells of.
 * @param condition SQL that must be true; `changes() = 1` asks whether the statement before it in the batch changed a row.
 * @param values Bound to the parameters of `condition`.
 */
export const mailStatement = (
  db: D1Database,
  { id, template, payload }: OutgoingMail,
  now: number,
  condition = 'TRUE',
  ...values: unknown[]
): D1PreparedStatement =>
  statement(
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
