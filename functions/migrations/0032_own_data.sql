-- Data exports per account and day.
CREATE TABLE data_copies (
  -- OIDC subject.
  subject TEXT NOT NULL,
  -- São Paulo day.
  day TEXT NOT NULL,
  copies INTEGER NOT NULL,
  PRIMARY KEY (subject, day)
) WITHOUT ROWID;
CREATE INDEX data_copies_age ON data_copies (day);

-- Deletions that people requested; the scheduled job carries them out.
CREATE TABLE deletions (
  -- OIDC subject.
  subject TEXT PRIMARY KEY,
  -- Address for the last mail; NULL once it was sent.
  email TEXT,
  -- Epoch milliseconds.
  requested_at INTEGER NOT NULL,
  -- Before this time only the renewal ends.
  goes_at INTEGER NOT NULL,
  -- Time of the next run; also the end of a run's lease.
  due_at INTEGER NOT NULL,
  -- What the last run left, for operators.
  remains TEXT,
  -- NULL while it is under way.
  done_at INTEGER
) WITHOUT ROWID;
CREATE INDEX deletions_due ON deletions (due_at) WHERE done_at IS NULL;
CREATE INDEX deletions_age ON deletions (done_at) WHERE done_at IS NOT NULL;
