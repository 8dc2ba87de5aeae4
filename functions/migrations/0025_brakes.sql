-- How many environments began on a day: free ones by network, and all of them together.
CREATE TABLE new_environments (
  -- São Paulo day.
  day TEXT NOT NULL,
  -- Keyed hash of the day and the network; empty for all together.
  network TEXT NOT NULL,
  begun INTEGER NOT NULL,
  PRIMARY KEY (day, network)
) WITHOUT ROWID;
