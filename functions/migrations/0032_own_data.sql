-- Copies of their data that an account has taken on a day.
CREATE TABLE data_copies (
  -- OIDC subject.
  subject TEXT NOT NULL,
  -- São Paulo day.
  day TEXT NOT NULL,
  copies INTEGER NOT NULL,
  PRIMARY KEY (subject, day)
) WITHOUT ROWID;
CREATE INDEX data_copies_age ON data_copies (day);

-- Accounts whose deletion was asked for by their person; worked by the scheduled job.
CREATE TABLE deletions (
  -- OIDC subject.
  subject TEXT PRIMARY KEY,
  -- Where the end is told; nothing once it was.
  email TEXT,
  -- Epoch milliseconds.
  requested_at INTEGER NOT NULL,
  -- Before this nothing but the renewal ends.
  goes_at INTEGER NOT NULL,
  -- When it is worked next; also the end of a run's lease.
  due_at INTEGER NOT NULL,
  -- What the last run left, in words for operators.
  remains TEXT,
  -- NULL while it is under way.
  done_at INTEGER
) WITHOUT ROWID;
CREATE INDEX deletions_due ON deletions (due_at) WHERE done_at IS NULL;
CREATE INDEX deletions_age ON deletions (done_at) WHERE done_at IS NOT NULL;
