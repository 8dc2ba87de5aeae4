-- Changes of the card that a contract is charged on. Times are milliseconds, UTC.
CREATE TABLE card_changes (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subscription_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- The caller's key: the same attempt finds its own row.
  attempt TEXT NOT NULL,
  -- asked: nothing is done yet. paying: a late charge is paid with the new card first. putting: the card is put on the
  -- subscription. waiting: it is typed on a page of the processor. done, closed: over, with and without effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'paying', 'putting', 'waiting', 'done', 'closed')),
  -- The late charge.
  pays TEXT,
  brand TEXT,
  last_four TEXT,
  -- What is asked of the processor once more after a lost answer; gone with the end of the change.
  card_token TEXT,
  remote_ip TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- The subscription that the page opened to take the card. It charges nothing, and is removed.
  page_subscription_id TEXT,
  -- An answer was lost: until then the processor may still be at it.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  -- One worker at a time; as a value also the token of whoever holds it.
  lease_until INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  CHECK (settled_at IS NULL OR (card_token IS NULL AND remote_ip IS NULL))
);
-- Decides every race: one open change per contract.
CREATE UNIQUE INDEX card_changes_open ON card_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX card_changes_order ON card_changes (order_id, created_at);
CREATE INDEX card_changes_subscription ON card_changes (subscription_id, settled_at);
CREATE INDEX card_changes_page ON card_changes (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX card_changes_page_subscription ON card_changes (page_subscription_id) WHERE page_subscription_id IS NOT NULL;
CREATE INDEX card_changes_due ON card_changes (touched_at) WHERE settled_at IS NULL;
