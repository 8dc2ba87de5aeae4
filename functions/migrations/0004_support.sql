-- Messages from the support form. Stored first and mailed by the outbox, so that none is lost while mail is down.
CREATE TABLE support_messages (
  id TEXT PRIMARY KEY,
  nome TEXT NOT NULL,
  email TEXT NOT NULL,
  assunto TEXT NOT NULL,
  mensagem TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX support_messages_age ON support_messages (created_at);
