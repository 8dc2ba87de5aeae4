/** Support messages in D1, each written with its two mails in one transaction. */
import { DAY_MS } from '#domain/billing/days.ts';
import { sql, statement } from '#functions/platform/db.ts';
import { mailOf, mailStatements } from '#functions/platform/outbox.ts';

/** Confirmations per address and day, so that the form cannot be used to flood another person's mailbox. */
export const THANKS_PER_DAY_MAX = 5;

/** A message from the support form. */
export interface SupportMessage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Stores a message and queues its mails, in one transaction; an existing message is unchanged. Limits the
 * confirmations per address and day.
 */
export async function keepSupportMessage(
  db: D1Database,
  { id, name, email, subject, text }: SupportMessage,
  now: number,
): Promise<void> {
  const content = { id, nome: name, email, assunto: subject, mensagem: text };
  const message = mailOf(`support-${id}`, 'support-message', content);
  await db.batch([
    statement(db)`INSERT INTO support_messages (id, nome, email, assunto, mensagem, created_at)
          VALUES (${id}, ${name}, ${email}, ${subject}, ${text}, ${now})
          ON CONFLICT DO NOTHING`,
    ...mailStatements(db, message, now),
    ...mailStatements(
      db,
      mailOf(`support-received-${id}`, 'support-received', { id, email }),
      now,
      sql`(SELECT COUNT(*) FROM support_messages WHERE email = ${email} AND created_at > ${now - DAY_MS})
              <= ${THANKS_PER_DAY_MAX}`,
    ),
  ]);
}
