/** Support messages in D1; the two mails of a message are rows of the outbox, written with it or not at all. */
import { DAY_MS } from '#domain/billing/days.ts';
import type { SupportStore } from './message.ts';

/** Thanks that one address is sent in a day: whoever types another's address fills no mailbox in our name. */
export const THANKS_PER_DAY_MAX = 5;

export function createSupportStore(db: D1Database): SupportStore {
  const statement = (sql: string, ...values: unknown[]): D1PreparedStatement =>
    db.prepare(sql).bind(...values);
  const intoOutbox = 'INSERT INTO outbox (id, template, payload, due_at, created_at)';
  return {
    async keep(message, now) {
      const { id, nome, email, assunto, mensagem } = message;
      await db.batch([
        statement(
          `INSERT INTO support_messages (id, nome, email, assunto, mensagem, created_at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT DO NOTHING`,
          ...[id, nome, email, assunto, mensagem, now],
        ),
        statement(
          `${intoOutbox} VALUES (?1, 'support-message', ?2, ?3, ?3) ON CONFLICT DO NOTHING`,
          ...[`support-${id}`, JSON.stringify({ id, nome, email, assunto, mensagem }), now],
        ),
        statement(
          `${intoOutbox} SELECT ?1, 'support-received', ?2, ?3, ?3
           WHERE (SELECT COUNT(*) FROM support_messages WHERE email = ?4 AND created_at > ?3 - ?5) <= ?6
           ON CONFLICT DO NOTHING`,
          ...[`support-received-${id}`, JSON.stringify({ id, email }), now],
          ...[email, DAY_MS, THANKS_PER_DAY_MAX],
        ),
      ]);
    },
  };
}
