-- The daily comparison checks contracts with a reason, and each of the others once a week.

-- 1 from the time a comparison selects the contract until it was checked.
ALTER TABLE contracts ADD COLUMN compare_due INTEGER NOT NULL DEFAULT 0 CHECK (compare_due IN (0, 1));
-- Set once the contract has ended and none of its charges can be taken back; it is not compared again.
ALTER TABLE contracts ADD COLUMN closed_at INTEGER;
CREATE INDEX contracts_compare_due ON contracts (compare_due) WHERE compare_due = 1;
-- Ended contracts are compared too, because they may still lose paid days.
DROP INDEX contracts_compared;
CREATE INDEX contracts_compared ON contracts (compared_at) WHERE closed_at IS NULL;
-- Spreads existing contracts over the week.
UPDATE contracts SET compared_at = unixepoch() * 1000 - (rowid % 7) * 86400000 WHERE compared_at = 0;

-- Contracts with something due, disputed, or with expired paid days.
CREATE INDEX contracts_first_due ON contracts (first_due_on) WHERE ended_at IS NULL;
CREATE INDEX charges_open ON charges (due_on) WHERE state IN ('pending', 'overdue', 'refused');
CREATE INDEX charges_paid_through ON charges (covers_through) WHERE state IN ('confirmed', 'disputed') AND kind = 'period';
CREATE INDEX charges_disputed ON charges (contract_id) WHERE state = 'disputed';
CREATE INDEX webhook_events_about_subscriptions ON webhook_events (received_at) WHERE subscription_id IS NOT NULL;
