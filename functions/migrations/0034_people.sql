-- Members of an environment besides its owner. `ended_at`: access has ended; the row is deleted once the account is out
-- of the identity provider's group. `paused_at`: no access while the plan has too few seats.
CREATE TABLE memberships (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT,
  -- SHA-256 of the accepted token, so that a repeated acceptance succeeds.
  token_hash TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  paused_at INTEGER,
  ended_at INTEGER,
  -- When the member agreed to the announced deletion of the environment.
  agreed_at INTEGER,
  -- When the account's group must be updated; NULL when it is up to date.
  group_due_at INTEGER
);
CREATE UNIQUE INDEX memberships_subject ON memberships (subject) WHERE ended_at IS NULL;
CREATE INDEX memberships_account ON memberships (subject);
CREATE INDEX memberships_order ON memberships (order_id);
CREATE INDEX memberships_ended ON memberships (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX memberships_email ON memberships (email);
CREATE INDEX memberships_group_due ON memberships (group_due_at) WHERE group_due_at IS NOT NULL;

-- Open invitations. The token is sent by mail; only its SHA-256 is stored.
CREATE TABLE invitations (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  token_hash TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX invitations_order_email ON invitations (order_id, email);
CREATE INDEX invitations_email ON invitations (email);
CREATE INDEX invitations_expires ON invitations (expires_at);

-- Invitations on a day (`YYYY-MM-DD` in São Paulo), repeated ones included, and their number.
ALTER TABLE tenants ADD COLUMN invited_on TEXT NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN invited_count INTEGER NOT NULL DEFAULT 0;
-- More people than seats: time of the next check, since when, and plan and time of the last grace period.
ALTER TABLE tenants ADD COLUMN seats_due_at INTEGER;
ALTER TABLE tenants ADD COLUMN seats_over_at INTEGER;
ALTER TABLE tenants ADD COLUMN seats_grace_plan TEXT;
ALTER TABLE tenants ADD COLUMN seats_grace_at INTEGER;
CREATE INDEX tenants_seats_due ON tenants (seats_due_at) WHERE seats_due_at IS NOT NULL;
-- When members were notified that the owner deletes the environment.
ALTER TABLE tenants ADD COLUMN deletion_told_at INTEGER;
