-- Whether an article helped, one vote per key and page. No person: the browser makes a random key for each page alone.
CREATE TABLE feedback (
  page TEXT NOT NULL,
  reader_key TEXT NOT NULL,
  helpful INTEGER NOT NULL CHECK (helpful IN (0, 1)),
  -- Words of the reader, without what may name a person.
  text TEXT,
  -- Calendar day in São Paulo, YYYY-MM-DD.
  day TEXT NOT NULL,
  PRIMARY KEY (page, reader_key)
) WITHOUT ROWID;
CREATE INDEX feedback_day ON feedback (day);
