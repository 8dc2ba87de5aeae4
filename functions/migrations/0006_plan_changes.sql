-- Changes of plan: what was asked for and how far it has come. Times are milliseconds, UTC.
-- The contract in force stands in the tenant's row and changes with the last step alone.
CREATE TABLE plan_changes (
  -- Also our reference at the processor for what is bought for it.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subdominio TEXT NOT NULL,
  plano TEXT NOT NULL CHECK (plano IN ('essential', 'pro', 'enterprise')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('monthly', 'yearly')),
  -- The price it was offered at; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  -- subscription: a running subscription takes the new price. purchase: a new one is bought first.
  way TEXT NOT NULL CHECK (way IN ('subscription', 'purchase')),
  -- First charge of a purchase, YYYY-MM-DD in São Paulo: after a period that is paid already, its end.
  first_due_on TEXT,
  -- Accepted with this change; NULL when it was asked for without.
  terms_version TEXT,
  terms_accepted_at INTEGER,
  terms_address TEXT,
  -- asked: nothing is done yet. unclear: a subscription may exist at the processor. waiting: a page or subscription
  -- waits there for its payment. applying: it must end in force. applied, closed: over, with and without effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'unclear', 'waiting', 'applying', 'applied', 'closed')),
  unclear_until INTEGER NOT NULL DEFAULT 0,
  customer_id TEXT,
  -- The running subscription, or the one that was bought.
  subscription_id TEXT,
  payment_id TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- What is not paid by then is closed.
  expires_at INTEGER NOT NULL,
  -- One worker at a time; as a value also the token of whoever holds it.
  lease_until INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settled_at INTEGER
);
-- Decides every race: one open change per tenant.
CREATE UNIQUE INDEX plan_changes_open ON plan_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX plan_changes_tenant ON plan_changes (order_id, settled_at);
CREATE INDEX plan_changes_subscription ON plan_changes (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX plan_changes_page ON plan_changes (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX plan_changes_due ON plan_changes (touched_at) WHERE settled_at IS NULL;
