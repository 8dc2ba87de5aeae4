-- When an environment was over a limit of its plan: one grace for each plan and kind in twelve months.
CREATE TABLE limit_graces (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  plano TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('number', 'interval')),
  began_at INTEGER NOT NULL,
  -- NULL: the customer was told, and nothing follows (LIMITS=notify).
  ends_at INTEGER,
  PRIMARY KEY (subdominio, plano, kind)
) WITHOUT ROWID;

-- What the customer chose, and what was told last of what is held back. Names of monitors stay in the environment.
CREATE TABLE limit_states (
  subdominio TEXT PRIMARY KEY REFERENCES tenants (subdominio) ON DELETE CASCADE,
  -- The plan that the environment was last brought in line with; NULL before the first time.
  plano TEXT,
  -- JSON: ids of monitors that are to keep running.
  kept TEXT NOT NULL DEFAULT '[]',
  -- JSON: ids of paused monitors, and those whose interval was raised with both values.
  told TEXT NOT NULL DEFAULT '{"paused":[],"raised":[]}'
) WITHOUT ROWID;

-- When the scheduled job looks at the limits of a tenant next; a new tenant is due at once.
ALTER TABLE tenants ADD COLUMN limits_due_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tenants_limits_due ON tenants (limits_due_at) WHERE state = 'active';

-- The mails about limits take its place.
DELETE FROM outbox WHERE template = 'quota-exceeded' AND sent_at IS NULL;
