-- What each environment recorded, by day of São Paulo; read from the instance while it still has it.
CREATE TABLE report_days (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  day TEXT NOT NULL,
  -- JSON, a list for each monitor: id, up, down, ping, incidents, maintenance; zeros at the end are left out.
  checks TEXT NOT NULL,
  -- JSON, a list for each outage: id of the monitor, from and to in seconds of the day.
  outages TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (subdominio, day)
);
CREATE INDEX report_days_age ON report_days (day);

-- The months that have a day, the monitors' names in them, and when the month's mail is due.
CREATE TABLE report_months (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  month TEXT NOT NULL,
  -- JSON by the monitor's id: name and type. Names of deleted monitors stay.
  monitors TEXT NOT NULL,
  -- NULL once it was written, or switched off.
  mail_due_at INTEGER,
  PRIMARY KEY (subdominio, month)
);
CREATE INDEX report_months_age ON report_months (month);
CREATE INDEX report_months_mail ON report_months (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- When days are read next; a new tenant is due at once. Whether the month's report is mailed.
ALTER TABLE tenants ADD COLUMN report_due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN report_mail INTEGER NOT NULL DEFAULT 1 CHECK (report_mail IN (0, 1));
CREATE INDEX tenants_reports_due ON tenants (report_due_at) WHERE state = 'active' AND plano <> 'free';
