-- Unknown paths that visitors came to, so that a broken link is found. Path and number only: no visitor, no address.
CREATE TABLE missing_pages (
  -- Calendar day in São Paulo, YYYY-MM-DD.
  day TEXT NOT NULL,
  path TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, path)
) WITHOUT ROWID;
