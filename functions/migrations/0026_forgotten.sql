-- Accounts that were deleted, until every token of theirs has run out: a keyed hash, nothing else.
CREATE TABLE deleted_accounts (
  account TEXT PRIMARY KEY,
  -- Epoch milliseconds.
  deleted_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX deleted_accounts_age ON deleted_accounts (deleted_at);

-- What events said of people before they stopped saying it: the order tells whose they are.
UPDATE events SET detail = NULL WHERE kind = 'tenant-removed';
UPDATE events SET detail = 'purchase-held' WHERE kind = 'operator-notice' AND detail LIKE 'purchase-held %';
