-- Notas fiscais de serviço, where the operator has set them up. Times are milliseconds, UTC.
-- Of a charge: 0 no nota is known, 1 one is wanted, 2 it is to be cancelled, because the money went back.
ALTER TABLE charges ADD COLUMN fiscal INTEGER NOT NULL DEFAULT 0 CHECK (fiscal IN (0, 1, 2));
CREATE INDEX charges_without_note ON charges (confirmed_at) WHERE fiscal = 0 AND state = 'confirmed' AND returned IS NULL;
CREATE INDEX charges_note_unwanted ON charges (payment_id) WHERE fiscal = 1 AND (returned IS NOT NULL OR state = 'refunded');

-- One row a charge.
CREATE TABLE fiscal_notes (
  payment_id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  -- wanted: not asked for yet, or not known to be there. dropped: the money went back before there was one. The others are
  -- the processor's.
  state TEXT NOT NULL CHECK (state IN ('wanted', 'dropped', 'scheduled', 'authorized', 'error', 'cancelling', 'cancelled', 'cancel-denied')),
  note_id TEXT,
  number TEXT,
  pdf_url TEXT,
  -- What the processor says is wrong with it.
  problem TEXT,
  -- The answer to asking for it was lost: until then it may still arise.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  -- When it is looked at next; as a value also the token of whoever holds it. NULL when nothing may change any more.
  due_at INTEGER,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX fiscal_notes_due ON fiscal_notes (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX fiscal_notes_order ON fiscal_notes (order_id);
CREATE INDEX fiscal_notes_note ON fiscal_notes (note_id) WHERE note_id IS NOT NULL;
CREATE INDEX fiscal_notes_problem ON fiscal_notes (created_at) WHERE problem IS NOT NULL;

-- Where a company wants its notas sent, too, and what it wants written on them.
CREATE TABLE fiscal_contacts (
  order_id TEXT PRIMARY KEY REFERENCES orders (id),
  -- JSON list of addresses.
  emails TEXT NOT NULL,
  purchase_order TEXT NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
