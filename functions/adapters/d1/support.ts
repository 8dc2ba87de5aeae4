/** Support messages in D1; the two mails of a message are rows of the outbox, written with it or not at all. */
import type { SupportStore } from '#functions/ports/support-store.ts';

export function createSupportStore(db: D1Database): SupportStore {
  const mail = (id: string, template: string, payload: object, now: number): D1PreparedStatement =>
    db
      .prepare(
        'INSERT INTO outbox (id, template, payload, due_at, created_at) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
      )
      .bind(id, template, JSON.stringify(payload), now, now);
  return {
    async keep(message, now) {
      const { id, nome, email, assunto, mensagem } = message;
      await db.batch([
        db
          .prepare(
            `INSERT INTO support_messages (id, nome, email, assunto, mensagem, created_at) VALUES (?, ?, ?, ?, ?, ?)
             ON CONFLICT DO NOTHING`,
          )
          .bind(id, nome, email, assunto, mensagem, now),
        mail(`support-${id}`, 'support-message', { id, nome, email, assunto, mensagem }, now),
        mail(`support-received-${id}`, 'support-received', { id, email }, now),
      ]);
    },
  };
}
