-- The ledger: what was sold and charged, and which days of which plan each charge pays for. The standing of an
-- environment is derived from these rows (src/domain/contract/standing.ts); the tenant's own columns show what was
-- applied last.
CREATE TABLE contracts (
  -- Our reference at the processor: the id of the order or plan change that bought the contract.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  customer_id TEXT NOT NULL,
  subscription_id TEXT NOT NULL UNIQUE,
  -- Keyed hash of the CPF or CNPJ.
  payer TEXT,
  contracted_at INTEGER NOT NULL,
  -- YYYY-MM-DD in São Paulo, like all days here.
  first_due_on TEXT NOT NULL,
  -- When and why the renewal stopped.
  end_kind TEXT CHECK (end_kind IN ('cancellation', 'withdrawal', 'chargeback')),
  ended_at INTEGER,
  -- 1 while the processor still has to receive the price of the newest terms.
  price_due INTEGER NOT NULL DEFAULT 0 CHECK (price_due IN (0, 1)),
  -- When the contract was last compared with the processor; also decides its weekly check.
  compared_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX contracts_order ON contracts (order_id);
CREATE INDEX contracts_price_due ON contracts (id) WHERE price_due = 1;
CREATE INDEX contracts_compared ON contracts (compared_at) WHERE ended_at IS NULL;

-- Plan and price of a contract's charges from `at` on.
CREATE TABLE contract_terms (
  contract_id TEXT NOT NULL REFERENCES contracts (id),
  -- 0 is the sale.
  position INTEGER NOT NULL,
  at INTEGER NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('sale', 'trust', 'difference', 'cycle', 'reverted')),
  plano TEXT NOT NULL CHECK (plano IN ('essential', 'pro', 'enterprise')),
  ciclo TEXT NOT NULL CHECK (ciclo IN ('monthly', 'yearly')),
  amount_centavos INTEGER NOT NULL CHECK (amount_centavos > 0),
  PRIMARY KEY (contract_id, position)
) WITHOUT ROWID;

CREATE TABLE charges (
  -- The processor's id; for a waived difference, the id of its plan change.
  payment_id TEXT PRIMARY KEY,
  contract_id TEXT NOT NULL REFERENCES contracts (id),
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('period', 'difference')),
  plano TEXT NOT NULL,
  ciclo TEXT NOT NULL,
  amount_centavos INTEGER NOT NULL,
  full_centavos INTEGER NOT NULL,
  base_centavos INTEGER NOT NULL DEFAULT 0,
  due_on TEXT NOT NULL,
  covers_from TEXT NOT NULL,
  covers_through TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'confirmed', 'overdue', 'refused', 'refunded', 'disputed', 'deleted')),
  state_on TEXT NOT NULL,
  confirmed_at INTEGER,
  gave_up_on TEXT,
  -- Why we refund or forgive it; NULL when we keep it, and when it was taken from us.
  returned TEXT CHECK (returned IN ('withdrawal', 'undelivered', 'called-off', 'operator', 'forgiven')),
  -- When the refund is tried next.
  return_due_at INTEGER
);
CREATE INDEX charges_order ON charges (order_id);
CREATE INDEX charges_contract ON charges (contract_id);
CREATE INDEX charges_returning ON charges (return_due_at) WHERE return_due_at IS NOT NULL;

-- Raised with every change of the facts; a command writes only under the version it has read.
ALTER TABLE tenants ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
-- When the standing must be derived again; 0 is at once.
ALTER TABLE tenants ADD COLUMN standing_due_at INTEGER;
CREATE INDEX tenants_standing_due ON tenants (standing_due_at) WHERE standing_due_at IS NOT NULL;
-- NULL until the charges of an environment older than the ledger were read from the processor.
ALTER TABLE tenants ADD COLUMN ledger_at INTEGER;
CREATE INDEX tenants_without_ledger ON tenants (subdominio) WHERE ledger_at IS NULL;

-- Prices that a page showed.
CREATE TABLE quotes (
  order_id TEXT NOT NULL REFERENCES orders (id),
  plano TEXT NOT NULL,
  ciclo TEXT NOT NULL,
  kind TEXT NOT NULL,
  today_centavos INTEGER NOT NULL,
  amount_centavos INTEGER NOT NULL,
  version INTEGER NOT NULL,
  quoted_at INTEGER NOT NULL,
  PRIMARY KEY (order_id, plano, ciclo)
) WITHOUT ROWID;
CREATE INDEX quotes_age ON quotes (quoted_at);

-- Kind of plan change; see src/domain/contract/offers.ts.
ALTER TABLE plan_changes ADD COLUMN kind TEXT CHECK (kind IN ('purchase', 'resume', 'trust', 'difference', 'cycle'));
-- Amount charged now.
ALTER TABLE plan_changes ADD COLUMN today_centavos INTEGER NOT NULL DEFAULT 0;
-- When its payment was first seen.
ALTER TABLE plan_changes ADD COLUMN paid_at INTEGER;
UPDATE plan_changes SET kind = CASE
    WHEN way = 'subscription' THEN 'trust' WHEN first_due_on > date(created_at / 1000 - 10800, 'unixepoch') THEN 'resume' ELSE 'purchase' END,
  today_centavos = CASE WHEN way = 'purchase' THEN amount_centavos ELSE 0 END;
-- Due day of an order's first charge.
ALTER TABLE orders ADD COLUMN first_due_on TEXT;
-- Keyed hash of the payer.
ALTER TABLE orders ADD COLUMN payer TEXT;
ALTER TABLE plan_changes ADD COLUMN payer TEXT;
-- For a difference: the last day it covers.
ALTER TABLE plan_changes ADD COLUMN covers_through TEXT;

-- A free customer's cycle is monthly until they buy another.
UPDATE tenants SET ciclo = 'monthly' WHERE plano = 'free';
-- Free environments have no charges to read.
UPDATE tenants SET ledger_at = 0 WHERE contracted_at IS NULL;

-- Contracts from the existing rows; their charges are read from the processor (functions/contract/open-ledger.ts).
INSERT INTO contracts (id, order_id, customer_id, subscription_id, contracted_at, first_due_on)
SELECT o.id, o.id, COALESCE(o.customer_id, ''), o.subscription_id, COALESCE(o.paid_at, o.created_at),
  date(o.created_at / 1000 - 10800, 'unixepoch')
FROM orders o WHERE o.payment = 'confirmed' AND o.subscription_id IS NOT NULL AND o.status = 'CONCLUIDO';
INSERT INTO contracts (id, order_id, customer_id, subscription_id, contracted_at, first_due_on)
SELECT c.id, c.order_id, COALESCE(c.customer_id, ''), c.subscription_id, c.settled_at, COALESCE(c.first_due_on, date(c.created_at / 1000 - 10800, 'unixepoch'))
FROM plan_changes c WHERE c.way = 'purchase' AND c.state = 'applied' AND c.subscription_id IS NOT NULL
ON CONFLICT DO NOTHING;
UPDATE contracts SET
  end_kind = (SELECT kind FROM contract_ends e WHERE e.subscription_id = contracts.subscription_id),
  ended_at = (SELECT requested_at FROM contract_ends e WHERE e.subscription_id = contracts.subscription_id);
-- A contract that another one replaced, without an end of its own.
UPDATE contracts SET end_kind = 'cancellation', ended_at = contracted_at
WHERE ended_at IS NULL AND NOT EXISTS (
  SELECT 1 FROM tenants t WHERE t.order_id = contracts.order_id AND t.subscription_id = contracts.subscription_id);

INSERT INTO contract_terms (contract_id, position, at, reason, plano, ciclo, amount_centavos)
SELECT k.id, 0, k.contracted_at, 'sale', COALESCE(c.plano, o.plano), COALESCE(c.ciclo, o.ciclo),
  COALESCE(c.amount_centavos, o.amount_centavos)
FROM contracts k JOIN orders o ON o.id = k.order_id LEFT JOIN plan_changes c ON c.id = k.id
WHERE COALESCE(c.plano, o.plano) <> 'free' AND COALESCE(c.amount_centavos, o.amount_centavos) > 0;
-- Upgrades of a running subscription, each with its price.
INSERT INTO contract_terms (contract_id, position, at, reason, plano, ciclo, amount_centavos)
SELECT k.id, ROW_NUMBER() OVER (PARTITION BY k.id ORDER BY c.settled_at), c.settled_at, 'trust', c.plano, c.ciclo, c.amount_centavos
FROM contracts k JOIN plan_changes c ON c.order_id = k.order_id AND c.subscription_id = k.subscription_id
WHERE c.way = 'subscription' AND c.state = 'applied';
