/** Support messages in D1, each written with its two mails in one transaction. */
import { DAY_MS } from '#domain/billing/days.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { messageNumber } from '#domain/support/words.ts';
import { all, first, firstValue, type Sql, sql, statement } from '#functions/platform/db.ts';
import { eventStatement } from '#functions/platform/events.ts';
import { CHANGED, changeAndReport, mailOf, mailStatements } from '#functions/platform/outbox.ts';

/** Confirmations per address and day, so that the form cannot be used to flood another person's mailbox. */
export const THANKS_PER_DAY_MAX = 5;

/** A message from the support form. */
export interface NewSupportMessage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
  /** Of the link with which the team says that it was answered. */
  readonly token?: string;
  /** `null` without a session. */
  readonly sender?: SupportSender | null;
}

/** A sender who is signed in. */
export interface SupportSender {
  readonly account: string;
  /** The environment that the account works in; `null` without one. */
  readonly environment: {
    readonly orderId: string;
    readonly subdomain: string;
    /** `owner`, or a membership. */
    readonly actor: string;
  } | null;
  /** `null` without an environment that runs. */
  readonly plan: PlanId | null;
  /** Milliseconds, UTC. */
  readonly dueAt: number;
}

/** A message as lists show it; moments are milliseconds, UTC. */
export interface SupportMessage {
  readonly id: string;
  readonly assunto: string;
  readonly orderId: string | null;
  readonly plan: PlanId | null;
  readonly createdAt: number;
  /** `null` without a session. */
  readonly dueAt: number | null;
  readonly answeredAt: number | null;
}

/** A message of somebody who was signed in. */
export type DueMessage = SupportMessage & { readonly dueAt: number };

const SHOWN = sql`id, assunto, order_id, plan, created_at, due_at, answered_at`;

/**
 * Stores a message and queues its mails, in one transaction; an existing message is unchanged. Limits the
 * confirmations per address and day.
 * @returns The deadline as it was stored first.
 */
export async function keepSupportMessage(
  db: D1Database,
  { id, name, email, subject, text, token, sender = null }: NewSupportMessage,
  now: number,
): Promise<number | null> {
  const { account = null, environment = null, plan = null, dueAt = null } = sender ?? {};
  const orderId = environment?.orderId ?? null;
  const about = { id, email, dueAt };
  // Not `subdominio`: the owner's copy of mails must not contain what a member wrote.
  const content = {
    ...{ nome: name, assunto: subject, mensagem: text, recebidaEm: now, token },
    ...{ temConta: sender !== null, plano: plan, painel: environment?.subdomain ?? null },
    ...about,
  };
  await db.batch([
    statement(db)`INSERT INTO support_messages
            (id, nome, email, assunto, mensagem, created_at, subject, order_id, plan, due_at)
          VALUES (${id}, ${name}, ${email}, ${subject}, ${text}, ${now}, ${account}, ${orderId}, ${plan}, ${dueAt})
          ON CONFLICT DO NOTHING`,
    ...(environment === null
      ? []
      : [
          eventStatement(
            db,
            { kind: 'support-asked', orderId, detail: messageNumber(id), actor: environment.actor },
            now,
            CHANGED,
          ),
        ]),
    ...mailStatements(db, mailOf(`support-${id}`, 'support-message', content), now),
    ...mailStatements(
      db,
      mailOf(`support-received-${id}`, 'support-received', about),
      now,
      sql`(SELECT COUNT(*) FROM support_messages WHERE email = ${email} AND created_at > ${now - DAY_MS})
              <= ${THANKS_PER_DAY_MAX}`,
    ),
  ]);
  return firstValue<number>(db)`SELECT due_at AS value FROM support_messages WHERE id = ${id}`;
}

export const findSupportMessage = (db: D1Database, id: string) =>
  first<SupportMessage>(db)`SELECT ${SHOWN} FROM support_messages WHERE id = ${id}`;

/** The messages that people call by this number: one, but for a chance in billions. */
export const listNumbered = (db: D1Database, number: string) =>
  all<SupportMessage>(db)`SELECT ${SHOWN} FROM support_messages
    WHERE id >= ${number.toLowerCase()} AND id < ${`${number.toLowerCase()}~`}`;

/** Says that a message was answered; the first moment counts. @returns False when it was before. */
export const markAnswered = (
  db: D1Database,
  { id, orderId }: Pick<SupportMessage, 'id' | 'orderId'>,
  now: number,
): Promise<boolean> =>
  changeAndReport(
    db,
    { events: [{ kind: 'support-answered', orderId, detail: messageNumber(id) }] },
    now,
  )`UPDATE support_messages SET answered_at = ${now} WHERE id = ${id} AND answered_at IS NULL`;

/** What an account wrote while it was signed in, the newest first. */
export const listOwnMessages = (db: D1Database, account: string, limit: number) =>
  all<DueMessage>(db)`SELECT ${SHOWN} FROM support_messages WHERE subject = ${account}
    AND due_at IS NOT NULL ORDER BY created_at DESC, id LIMIT ${limit}`;

type OpenMessage = DueMessage & { readonly subdomain: string | null };

const listOpen = (db: D1Database, condition: Sql) =>
  all<OpenMessage>(
    db,
  )`SELECT m.id, m.assunto, m.order_id, m.plan, m.created_at, m.due_at, m.answered_at, s.subdomain
    FROM support_messages m LEFT JOIN sales s ON s.order_id = m.order_id
    WHERE m.due_at IS NOT NULL AND m.answered_at IS NULL AND ${condition} ORDER BY m.due_at, m.id`;

/** Messages with a deadline and no answer, the most urgent first. */
export const listUnanswered = (db: D1Database) => listOpen(db, sql`TRUE`);
/** Those whose deadline is near, or over. */
export const listAlmostLate = (db: D1Database, dueBefore: number) =>
  listOpen(db, sql`m.due_at <= ${dueBefore}`);

/** Messages with a deadline that came within a time. */
export const listDueWithin = (db: D1Database, from: number, to: number) =>
  all<DueMessage>(db)`SELECT ${SHOWN} FROM support_messages
    WHERE created_at >= ${from} AND created_at < ${to} AND due_at IS NOT NULL`;
