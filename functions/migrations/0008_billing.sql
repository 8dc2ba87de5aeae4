-- Money after the sale: failed renewals, ending contracts, notices to operators, the daily comparison. Each row has a
-- due time, so that work continues after a crash at any point. Times are milliseconds, UTC.

-- An unpaid renewal, retried until it is paid or its contract ends.
CREATE TABLE dunning (
  payment_id TEXT PRIMARY KEY,
  subscription_id TEXT NOT NULL,
  subdominio TEXT NOT NULL,
  -- How often the charge has failed; when it exceeds the number of retries, the environment is suspended.
  failures INTEGER NOT NULL DEFAULT 1 CHECK (failures >= 1),
  failed_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  closed_at INTEGER,
  -- Why it was closed: paid, ended, gone.
  outcome TEXT
);
CREATE INDEX dunning_due ON dunning (due_at) WHERE closed_at IS NULL;
CREATE INDEX dunning_subscription ON dunning (subscription_id) WHERE closed_at IS NULL;

-- An ended contract: written before the processor is called.
CREATE TABLE contract_ends (
  subscription_id TEXT PRIMARY KEY,
  subdominio TEXT NOT NULL,
  order_id TEXT NOT NULL REFERENCES orders (id),
  kind TEXT NOT NULL CHECK (kind IN ('cancellation', 'withdrawal', 'chargeback')),
  -- Last day of the environment, YYYY-MM-DD in São Paulo.
  ends_on TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  done_at INTEGER
);
CREATE INDEX contract_ends_due ON contract_ends (due_at) WHERE done_at IS NULL;

-- Notices to operators about a charge or subscription, each sent once.
CREATE TABLE billing_notices (
  kind TEXT NOT NULL,
  -- The processor's id of the charge or subscription.
  reference TEXT NOT NULL,
  noticed_at INTEGER NOT NULL,
  PRIMARY KEY (kind, reference)
) WITHOUT ROWID;

-- The daily comparison with the processor, one row per day; `stage` and `position` say where to continue after a crash.
CREATE TABLE reconciliations (
  -- Calendar day in São Paulo, YYYY-MM-DD.
  day TEXT PRIMARY KEY,
  since TEXT NOT NULL,
  stage TEXT NOT NULL DEFAULT 'payments' CHECK (stage IN ('payments', 'tenants', 'done')),
  -- Payments: number of the next page. Tenants: the last subdomain handled.
  position TEXT NOT NULL DEFAULT '0',
  due_at INTEGER NOT NULL,
  compared INTEGER NOT NULL DEFAULT 0,
  found INTEGER NOT NULL DEFAULT 0,
  finished_at INTEGER
);

-- Events about a subscription name no charge.
ALTER TABLE webhook_events ADD COLUMN subscription_id TEXT;
