-- How often a caller made the payment processor work in an hour: it counts every request of the whole account.
CREATE TABLE processor_asks (
  -- What for, and who: an account or a network.
  caller TEXT NOT NULL,
  -- Beginning of the hour, epoch milliseconds.
  hour INTEGER NOT NULL,
  asks INTEGER NOT NULL,
  PRIMARY KEY (caller, hour)
) WITHOUT ROWID;
CREATE INDEX processor_asks_hour ON processor_asks (hour);
