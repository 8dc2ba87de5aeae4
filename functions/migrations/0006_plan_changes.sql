-- Plan changes: the requested plan and the progress. Times are milliseconds, UTC. The tenant's row keeps the contract
-- in force until the last step.
CREATE TABLE plan_changes (
  -- Also our reference at the processor for the purchase.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subdominio TEXT NOT NULL,
  plano TEXT NOT NULL CHECK (plano IN ('essential', 'pro', 'enterprise')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('monthly', 'yearly')),
  -- The offered price; later catalogues do not change it.
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  -- subscription: changes the price of the running subscription. purchase: buys a new one first.
  way TEXT NOT NULL CHECK (way IN ('subscription', 'purchase')),
  -- First charge of a purchase, YYYY-MM-DD in São Paulo; the end of a period that is already paid.
  first_due_on TEXT,
  -- Terms accepted with this change; NULL when none were sent.
  terms_version TEXT,
  terms_accepted_at INTEGER,
  terms_address TEXT,
  -- asked: nothing is done yet. unclear: a subscription may exist at the processor. waiting: a page or subscription
  -- waits there for its payment. applying: paid, and being put in force. applied, closed: ended with and without
  -- effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'unclear', 'waiting', 'applying', 'applied', 'closed')),
  unclear_until INTEGER NOT NULL DEFAULT 0,
  customer_id TEXT,
  -- The running subscription, or the purchased one.
  subscription_id TEXT,
  payment_id TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- An unpaid change is closed after this time.
  expires_at INTEGER NOT NULL,
  -- One worker at a time; the value is also the lease holder's token.
  lease_until INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  settled_at INTEGER
);
-- This index decides every race: one open change per tenant.
CREATE UNIQUE INDEX plan_changes_open ON plan_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX plan_changes_tenant ON plan_changes (order_id, settled_at);
CREATE INDEX plan_changes_subscription ON plan_changes (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX plan_changes_page ON plan_changes (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX plan_changes_due ON plan_changes (touched_at) WHERE settled_at IS NULL;
