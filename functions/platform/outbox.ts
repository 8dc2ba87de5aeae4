/** Outgoing mails in D1: written with the change they report, sent by platform/mail/send-mail.ts. */
import {
  first,
  firstChangesOne,
  firstValue,
  type Given,
  rowsOf,
  run,
  type Sql,
  sql,
  statement,
} from './db.ts';
import { eventStatement, type NewEvent } from './events.ts';
import { type NewWork, workStatement } from './work/work-store.ts';

/** A mail for the outbox; each id is sent once. */
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

/** A mail with `to: null` has no recipient; one without `to` goes to the address that its template knows. */
const hasNoRecipient = ({ payload }: OutgoingMail): boolean =>
  (JSON.parse(payload) as { to?: unknown }).to === null;

/** The kind of work that sends a mail; its key is the mail's id. */
export const MAIL_WORK = 'mail';

/** SQL condition: the statement before it in the batch changed a row. */
export const CHANGED = sql`changes() = 1`;

/**
 * Statements that queue a mail, for a batch with the change it reports; none for a mail without recipient.
 * @param condition SQL that must be true, such as `CHANGED`.
 */
export function mailStatements(
  db: D1Database,
  mail: OutgoingMail,
  now: number,
  condition: Sql = sql`TRUE`,
): D1PreparedStatement[] {
  if (hasNoRecipient(mail)) return [];
  const { id, template, payload } = mail;
  return [
    statement(db)`INSERT INTO outbox (id, template, payload, created_at)
      SELECT ${id}, ${template}, ${payload}, ${now} WHERE ${condition} ON CONFLICT (id) DO NOTHING`,
    workStatement(db, { kind: MAIL_WORK, key: id }, now, CHANGED),
  ];
}

/** What is written in the same transaction as a change. */
export interface ChangeReport {
  /** Rows beside it; each statement follows `CHANGED` and changes one row. */
  readonly statements?: readonly D1PreparedStatement[];
  readonly events?: readonly NewEvent[];
  /** Work that follows from the change. */
  readonly work?: readonly NewWork[];
  readonly mails?: readonly (OutgoingMail | null)[];
}

/**
 * Statements that write events, make work due and queue mails, for a batch with the change they report.
 * @param condition As for `mailStatements`. Each event and each piece of work changes a row, so `CHANGED` holds for
 *   what follows.
 */
export const reportStatements = (
  db: D1Database,
  { statements = [], events = [], work = [], mails = [] }: ChangeReport,
  now: number,
  condition?: Sql,
): D1PreparedStatement[] => [
  ...statements,
  ...events.map((event) => eventStatement(db, event, now, condition)),
  ...work.map((each) => workStatement(db, each, now, condition)),
  ...mails.flatMap((mail) => (mail === null ? [] : mailStatements(db, mail, now, condition))),
];

/** Makes a change with its events and mails in one transaction; false, with none of them, when it changed no row. */
export const changeAndReport =
  (db: D1Database, report: ChangeReport, now: number) =>
  (...change: Given): Promise<boolean> =>
    firstChangesOne(db, [statement(db)(...change), ...reportStatements(db, report, now, CHANGED)]);

/** As `changeAndReport`, for a change with RETURNING: its row, or `null` when it changed none. */
export const changeReportAndRead =
  <Row>(db: D1Database, report: ChangeReport, now: number) =>
  async (...change: Given): Promise<Row | null> => {
    const [changed] = await db.batch([
      statement(db)(...change),
      ...reportStatements(db, report, now, CHANGED),
    ]);
    return rowsOf<Row>(changed)[0] ?? null;
  };

/** A mail that was not sent yet. */
export const findUnsentMail = (db: D1Database, id: string) =>
  first<OutgoingMail>(db)`SELECT id, template, payload FROM outbox WHERE id = ${id} AND sent_at IS NULL`;

/** A token grants access; after sending, only its recipient keeps it. */
export const markMailSent = async (db: D1Database, id: string, now: number): Promise<void> => {
  await run(db)`UPDATE outbox SET sent_at = ${now}, payload = json_remove(payload, '$.token')
        WHERE id = ${id}`;
};

/** Settles a mail that its provider never accepts; an operator may ask for it again. */
export const markMailRefused = async (
  db: D1Database,
  id: string,
  why: string,
  now: number,
): Promise<void> => {
  await run(db)`UPDATE outbox SET sent_at = ${now}, refused = ${why},
          payload = json_remove(payload, '$.token') WHERE id = ${id}`;
};

/** Mails that were refused since then. */
export const countRefusedMails = async (db: D1Database, since: number): Promise<number> =>
  (await firstValue<number>(db)`SELECT COUNT(*) AS value FROM outbox
        WHERE refused IS NOT NULL AND created_at > ${since}`) ?? 0;

/**
 * Queues a mail again, or makes it due now if it or a copy of it still waits; `null` when there is no such mail.
 */
export async function requeueMail(
  db: D1Database,
  id: string,
  now: number,
): Promise<{ readonly id: string; readonly isNew: boolean } | null> {
  const again = `${id}~${now}`;
  const [known, copied] = await db.batch<{ id: string }>([
    statement(db)`SELECT id FROM outbox WHERE sent_at IS NULL
            AND (id = ${id} OR (id > ${id} || '~' AND id < ${id} || '~:'))`,
    // A provider sends each message id once, so a repeated mail needs a new id. At most one copy waits at a time.
    statement(db)`INSERT INTO outbox (id, template, payload, created_at)
          SELECT ${again}, template, payload, ${now} FROM outbox WHERE id = ${id} AND sent_at IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM outbox WHERE sent_at IS NULL AND id > ${id} || '~'
              AND id < ${id} || '~:')`,
    workStatement(db, { kind: MAIL_WORK, key: again }, now, CHANGED),
  ]);
  const [waits] = known?.results ?? [];
  if (waits !== undefined) {
    await workStatement(db, { kind: MAIL_WORK, key: waits.id }, now).run();
    return { id: waits.id, isNew: false };
  }
  return copied?.meta.changes === 1 ? { id: again, isNew: true } : null;
}
