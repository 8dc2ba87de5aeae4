-- Card changes of contracts. Times are milliseconds, UTC.
CREATE TABLE card_changes (
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  subscription_id TEXT NOT NULL,
  customer_id TEXT NOT NULL,
  -- The caller's Idempotency-Key; a repeated attempt finds its row.
  attempt TEXT NOT NULL,
  -- asked: nothing is done yet. paying: the new card pays the late charge first. putting: the card is being put on the
  -- subscription. waiting: the customer types it on the processor's page. done, closed: ended with and without effect.
  state TEXT NOT NULL CHECK (state IN ('asked', 'paying', 'putting', 'waiting', 'done', 'closed')),
  -- The late charge.
  pays TEXT,
  brand TEXT,
  last_four TEXT,
  -- Needed to repeat the call after a lost response; deleted when the change ends.
  card_token TEXT,
  remote_ip TEXT,
  page_id TEXT,
  pay_url TEXT,
  -- The subscription that the page opened to take the card; removed before it charges.
  page_subscription_id TEXT,
  -- After a lost response: until then the processor may still carry out the call.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  -- One worker at a time; the value is also the lease holder's token.
  lease_until INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  CHECK (settled_at IS NULL OR (card_token IS NULL AND remote_ip IS NULL))
);
-- This index decides every race: one open change per contract.
CREATE UNIQUE INDEX card_changes_open ON card_changes (order_id) WHERE settled_at IS NULL;
CREATE INDEX card_changes_order ON card_changes (order_id, created_at);
CREATE INDEX card_changes_subscription ON card_changes (subscription_id, settled_at);
CREATE INDEX card_changes_page ON card_changes (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX card_changes_page_subscription ON card_changes (page_subscription_id) WHERE page_subscription_id IS NOT NULL;
CREATE INDEX card_changes_due ON card_changes (touched_at) WHERE settled_at IS NULL;
