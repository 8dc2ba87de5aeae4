-- Deleted accounts, as keyed hashes, until all of their tokens have expired.
CREATE TABLE deleted_accounts (
  account TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  deleted_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX deleted_accounts_age ON deleted_accounts (deleted_at);

-- Removes personal data that older events contain; the order identifies the environment.
UPDATE events SET detail = NULL WHERE kind = 'tenant-removed';
UPDATE events SET detail = 'purchase-held' WHERE kind = 'operator-notice' AND detail LIKE 'purchase-held %';
