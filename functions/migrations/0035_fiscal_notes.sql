-- Notas fiscais de serviço, if the operator issues them. Times are milliseconds, UTC. `charges.fiscal`: 0 no nota is
-- known, 1 one is wanted, 2 it must be cancelled because of a refund.
ALTER TABLE charges ADD COLUMN fiscal INTEGER NOT NULL DEFAULT 0 CHECK (fiscal IN (0, 1, 2));
CREATE INDEX charges_without_note ON charges (confirmed_at) WHERE fiscal = 0 AND state = 'confirmed' AND returned IS NULL;
CREATE INDEX charges_note_unwanted ON charges (payment_id) WHERE fiscal = 1 AND (returned IS NOT NULL OR state = 'refunded');

-- One row per charge.
CREATE TABLE fiscal_notes (
  payment_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- wanted: not requested yet, or not known to exist. dropped: refunded before a nota existed. The others are the
  -- processor's.
  state TEXT NOT NULL CHECK (state IN ('wanted', 'dropped', 'scheduled', 'authorized', 'error', 'cancelling', 'cancelled', 'cancel-denied')),
  note_id TEXT,
  number TEXT,
  pdf_url TEXT,
  -- The processor's description of the problem.
  problem TEXT,
  -- After a lost response: until then a nota may still appear.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  -- Time of the next check; the value is also the lease holder's token. NULL when nothing can change any more.
  due_at INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX fiscal_notes_due ON fiscal_notes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX fiscal_notes_order ON fiscal_notes (order_id);
CREATE INDEX fiscal_notes_note ON fiscal_notes (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX fiscal_notes_problem ON fiscal_notes (created_at) WHERE problem IS NOT NULL;

-- Additional recipients of a company's notas, and the text printed on them.
CREATE TABLE fiscal_contacts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  -- JSON list of addresses.
  emails TEXT NOT NULL,
  purchase_order TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
