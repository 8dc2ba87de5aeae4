-- People who work in an environment beside its owner. `ended_at`: access is over, and the row goes once the identity
-- provider has taken the account out of the group; `paused_at`: no access while the plan has fewer seats.
CREATE TABLE memberships (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES tenants (order_id) ON DELETE CASCADE,
  subject TEXT NOT NULL,
  email TEXT NOT NULL,
  name TEXT,
  -- SHA-256 of the token that was accepted: the same acceptance again is success.
  token_hash TEXT NOT NULL,
  joined_at INTEGER NOT NULL,
  paused_at INTEGER,
  ended_at INTEGER,
  -- Agreed to the deletion of the environment that the owner announced.
  agreed_at INTEGER,
  -- When the account's group is to be brought in line with this row; NULL when it is.
  group_due_at INTEGER
);
CREATE UNIQUE INDEX memberships_subject ON memberships (subject) WHERE ended_at IS NULL;
CREATE INDEX memberships_account ON memberships (subject);
CREATE INDEX memberships_order ON memberships (order_id);
CREATE INDEX memberships_ended ON memberships (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX memberships_email ON memberships (email);
CREATE INDEX memberships_group_due ON memberships (group_due_at) WHERE group_due_at IS NOT NULL;

-- Invitations that wait. The token left by mail; here is its SHA-256.
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

-- Invitations of a day, sent again included: `YYYY-MM-DD` in São Paulo, and how many.
ALTER TABLE tenants ADD COLUMN invited_on TEXT NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN invited_count INTEGER NOT NULL DEFAULT 0;
-- More people than the plan has seats: when that is to be looked at, since when it is so, and the plan and moment of the
-- last time that was given to choose.
ALTER TABLE tenants ADD COLUMN seats_due_at INTEGER;
ALTER TABLE tenants ADD COLUMN seats_over_at INTEGER;
ALTER TABLE tenants ADD COLUMN seats_grace_plan TEXT;
ALTER TABLE tenants ADD COLUMN seats_grace_at INTEGER;
CREATE INDEX tenants_seats_due ON tenants (seats_due_at) WHERE seats_due_at IS NOT NULL;
-- The owner announced the deletion of the environment, and its members were told.
ALTER TABLE tenants ADD COLUMN deletion_told_at INTEGER;
