-- Whether an article helped, one vote per key and page. Stores no person: the browser makes a random key for each page.
CREATE TABLE feedback (
  page TEXT NOT NULL,
  reader_key TEXT NOT NULL,
  helpful INTEGER NOT NULL CHECK (helpful IN (0, 1)),
  -- The reader's text without anything that may identify a person.
  text TEXT,
  -- Calendar day in São Paulo, YYYY-MM-DD.
  day TEXT NOT NULL,
  PRIMARY KEY (page, reader_key)
) WITHOUT ROWID;
CREATE INDEX feedback_day ON feedback (day);
