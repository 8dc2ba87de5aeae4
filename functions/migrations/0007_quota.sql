-- Uptime Kuma has no plans, so its monitors are counted from outside: when a customer asks, and once a day for all.
CREATE TABLE quota_readings (
  subdominio TEXT PRIMARY KEY REFERENCES tenants (subdominio) ON DELETE CASCADE,
  monitors INTEGER NOT NULL CHECK (monitors >= 0),
  -- 0: read from the metrics, so a lower bound, without monitors that break the terms.
  exact INTEGER NOT NULL CHECK (exact IN (0, 1)),
  direct_ip INTEGER,
  onion INTEGER,
  read_at INTEGER NOT NULL,
  -- The limit that the customer was notified of exceeding; NULL while within the plan.
  told_limit INTEGER,
  -- Whether the customer was notified of monitors that break the terms.
  told_prohibited INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- When the scheduled job counts a tenant next; a new tenant is due at once.
ALTER TABLE tenants ADD COLUMN quota_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tenants_quota_due ON tenants (quota_due_at) WHERE state = 'active';
