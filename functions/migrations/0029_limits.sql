-- Grace periods for exceeding a plan's limit: one per plan and kind in twelve months.
CREATE TABLE limit_graces (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  plano TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('number', 'interval')),
  began_at INTEGER NOT NULL,
  -- NULL: the customer was only notified (LIMITS=notify).
  ends_at INTEGER,
  PRIMARY KEY (subdominio, plano, kind)
) WITHOUT ROWID;

-- The customer's choice, and what the last mail said. Names of monitors are not stored.
CREATE TABLE limit_states (
  subdominio TEXT PRIMARY KEY REFERENCES tenants (subdominio) ON DELETE CASCADE,
  -- The plan whose limits were last applied; NULL before the first time.
  plano TEXT,
  -- JSON: ids of monitors that must keep running.
  kept TEXT NOT NULL DEFAULT '[]',
  -- JSON: ids of paused monitors, and raised intervals with old and new value.
  told TEXT NOT NULL DEFAULT '{"paused":[],"raised":[]}'
) WITHOUT ROWID;

-- When the scheduled job checks a tenant's limits next; a new tenant is due at once.
ALTER TABLE tenants ADD COLUMN limits_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tenants_limits_due ON tenants (limits_due_at) WHERE state = 'active';

-- Replaced by the mails about limits.
DELETE FROM outbox WHERE template = 'quota-exceeded' AND sent_at IS NULL;
