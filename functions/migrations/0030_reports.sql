-- Recorded checks of each environment, by day in São Paulo; read from the instance before it deletes them.
CREATE TABLE report_days (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  day TEXT NOT NULL,
  -- JSON, a list per monitor: id, up, down, ping, incidents, maintenance; trailing zeros are omitted.
  checks TEXT NOT NULL,
  -- JSON, a list per outage: monitor id, start and end in seconds of the day.
  outages TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (subdominio, day)
);
CREATE INDEX report_days_age ON report_days (day);

-- Months with at least one day: the names of their monitors, and when their mail is due.
CREATE TABLE report_months (
  subdominio TEXT NOT NULL REFERENCES tenants (subdominio) ON DELETE CASCADE,
  month TEXT NOT NULL,
  -- JSON by monitor id: name and type. Names of deleted monitors stay.
  monitors TEXT NOT NULL,
  -- NULL once the mail was written or switched off.
  mail_due_at INTEGER,
  PRIMARY KEY (subdominio, month)
);
CREATE INDEX report_months_age ON report_months (month);
CREATE INDEX report_months_mail ON report_months (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- When days are read next (a new tenant is due at once), and whether the monthly report is mailed.
ALTER TABLE tenants ADD COLUMN report_due_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN report_mail INTEGER NOT NULL DEFAULT 1 CHECK (report_mail IN (0, 1));
CREATE INDEX tenants_reports_due ON tenants (report_due_at) WHERE state = 'active' AND plano <> 'free';
