-- How much work a caller caused at the payment processor per hour; the processor limits requests for our whole account.
CREATE TABLE processor_asks (
  -- The kind of work, and the account or network.
  caller TEXT NOT NULL,
  -- Start of the hour, epoch milliseconds.
  hour INTEGER NOT NULL,
  asks INTEGER NOT NULL,
  PRIMARY KEY (caller, hour)
) WITHOUT ROWID;
CREATE INDEX processor_asks_hour ON processor_asks (hour);
