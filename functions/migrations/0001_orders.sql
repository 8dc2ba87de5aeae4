-- Sign-up orders. Rows store facts; steps and sentences are derived from them. Times are milliseconds, UTC. Card data,
-- card tokens, CPF and CNPJ are never stored here, only at the payment processor.
CREATE TABLE orders (
  id TEXT PRIMARY KEY,
  subject TEXT NOT NULL,
  email TEXT,
  name TEXT,
  subdominio TEXT NOT NULL,
  plano TEXT NOT NULL CHECK (plano IN ('free', 'essential', 'pro', 'enterprise')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('monthly', 'yearly')),
  -- The price at the time of the sale; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos >= 0),
  terms_version TEXT NOT NULL,
  terms_accepted_at INTEGER NOT NULL,
  terms_address TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('AGUARDANDO', 'EM_ANDAMENTO', 'CONCLUIDO', 'ERRO')),
  -- free: nothing to pay; none: nothing exists at the processor; unclear: a subscription may exist;
  -- pending: it exists and is not paid; confirmed: paid.
  payment TEXT NOT NULL CHECK (payment IN ('free', 'none', 'unclear', 'pending', 'confirmed')),
  unclear_until INTEGER NOT NULL DEFAULT 0,
  customer_id TEXT,
  subscription_id TEXT,
  payment_id TEXT,
  pay_url TEXT,
  paid_at INTEGER,
  -- The workflow run that controls the order; every restart raises it.
  attempt INTEGER NOT NULL DEFAULT 0,
  group_id TEXT,
  applied_at INTEGER,
  synced INTEGER NOT NULL DEFAULT 0,
  healthy INTEGER NOT NULL DEFAULT 0,
  ping_ok INTEGER NOT NULL DEFAULT 0,
  member_at INTEGER,
  failure_code TEXT,
  -- Set while a step fails temporarily and is retried.
  retrying_since INTEGER,
  -- One request at a time works on an order.
  lease_until INTEGER NOT NULL DEFAULT 0,
  -- End of an unpaid reservation of the name.
  reserved_until INTEGER NOT NULL,
  -- Last activity on the order; the sweep handles orders that stay silent.
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  released_at INTEGER
);
-- These two indexes decide every race: one live order per name, one per account.
CREATE UNIQUE INDEX orders_live_subdomain ON orders (subdominio) WHERE released_at IS NULL;
CREATE UNIQUE INDEX orders_live_subject ON orders (subject) WHERE released_at IS NULL;
CREATE INDEX orders_subscription ON orders (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX orders_unsettled ON orders (status, touched_at) WHERE released_at IS NULL AND status <> 'CONCLUIDO';

CREATE TABLE tenants (
  subdominio TEXT PRIMARY KEY,
  order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
  subject TEXT NOT NULL UNIQUE,
  plano TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

CREATE TABLE idempotency (
  route TEXT NOT NULL,
  subject TEXT NOT NULL,
  key TEXT NOT NULL,
  -- SHA-256 of the canonical body without card data.
  fingerprint TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  status INTEGER,
  body TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (route, subject, key)
);

CREATE TABLE webhook_events (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  payment_id TEXT,
  received_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  processed_at INTEGER
);
CREATE INDEX webhook_events_due ON webhook_events (due_at) WHERE processed_at IS NULL;

-- Mails to send, each once; the scheduled job sends them.
CREATE TABLE outbox (
  id TEXT PRIMARY KEY,
  template TEXT NOT NULL,
  payload TEXT NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_error TEXT,
  created_at INTEGER NOT NULL,
  sent_at INTEGER
);
CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL;

-- Event log for operators: append only, no personal data.
CREATE TABLE events (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL,
  order_id TEXT,
  request_id TEXT,
  detail TEXT
);
CREATE INDEX events_order ON events (order_id, at);
