-- When a customer last undid what a plan's limits required (JSON, milliseconds, the latest three), and when the daily
-- mail about it was written.
ALTER TABLE limit_states ADD COLUMN repeats TEXT NOT NULL DEFAULT '[]';
ALTER TABLE limit_states ADD COLUMN repeat_mail_at INTEGER;
