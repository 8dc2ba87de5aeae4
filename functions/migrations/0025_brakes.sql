-- New environments per day: free ones by network, and all together.
CREATE TABLE new_environments (
  -- São Paulo day.
  day TEXT NOT NULL,
  -- Keyed hash of day and network; empty for the total.
  network TEXT NOT NULL,
  begun INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) WITHOUT ROWID;
