/** Support messages in D1, each written with its two mails in one transaction. */
import { DAY_MS } from '#domain/billing/days.ts';
import { statement } from '#functions/platform/db.ts';
import { mailOf, mailStatement } from '#functions/platform/outbox.ts';

/** Thanks sent to one address in a day: typing another person's address fills no mailbox in our name. */
export const THANKS_PER_DAY_MAX = 5;

/** A message from the support form. */
export interface SupportMessage {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly subject: string;
  readonly text: string;
}

/** Makes the store over a D1 database. */
export function createSupportStore(db: D1Database) {
  return {
    /**
     * Keeps a message together with the mails it causes, in one transaction; one that is there already changes nothing.
     * An address is thanked a few times a day at most.
     */
    async keep({ id, name, email, subject, text }: SupportMessage, now: number): Promise<void> {
      const content = { id, nome: name, email, assunto: subject, mensagem: text };
      const message = mailOf(`support-${id}`, 'support-message', content);
      await db.batch([
        statement(
          db,
          `INSERT INTO support_messages (id, nome, email, assunto, mensagem, created_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          id,
          name,
          email,
          subject,
          text,
          now,
        ),
        mailStatement(db, message, now),
        mailStatement(
          db,
          mailOf(`support-received-${id}`, 'support-received', { id, email }),
          now,
          '(SELECT COUNT(*) FROM support_messages WHERE email = ? AND created_at > ?) <= ?',
          email,
          now - DAY_MS,
          THANKS_PER_DAY_MAX,
        ),
      ]);
    },
  };
}
export type SupportStore = ReturnType<typeof createSupportStore>;
