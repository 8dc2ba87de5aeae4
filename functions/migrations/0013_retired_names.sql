-- Names whose environment or order was removed, until nobody who had access is signed in to them any more.
CREATE TABLE retired_names (
  subdominio TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  free_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX retired_names_age ON retired_names (free_at);
