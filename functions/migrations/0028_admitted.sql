-- The list of accounts that may enter an environment: its newest revision, the revision its companion accepted, the
-- revision in its application, and when to send it next; NULL when both have the newest.
ALTER TABLE tenants ADD COLUMN admitted_revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE tenants ADD COLUMN admitted_sent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN admitted_applied INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tenants ADD COLUMN admitted_due_at INTEGER DEFAULT 0;
CREATE INDEX tenants_admitted_due ON tenants (admitted_due_at) WHERE admitted_due_at IS NOT NULL;
