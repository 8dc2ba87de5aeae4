-- Names of removed environments and orders, blocked until no former user can still be signed in to them.
CREATE TABLE retired_names (
  subdominio TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  free_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX retired_names_age ON retired_names (free_at);
