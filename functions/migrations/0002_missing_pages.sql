-- Unknown paths that visitors requested, so that broken links are found. Stores path and count only, no visitor or
-- address.
CREATE TABLE missing_pages (
  -- Calendar day in São Paulo, YYYY-MM-DD.
  day TEXT NOT NULL,
  path TEXT NOT NULL,
  visits INTEGER NOT NULL,
  PRIMARY KEY (day, path)
) WITHOUT ROWID;
