-- Hand-overs of an environment to one of its members. Times are milliseconds, UTC.
CREATE TABLE handovers (
  -- Also our reference at the processor for the subscription that the receiver opens.
  id TEXT PRIMARY KEY,
  order_id TEXT NOT NULL REFERENCES orders (id),
  from_subject TEXT NOT NULL,
  -- The former owner's address, written at the end; notas of earlier charges are still sent there.
  from_email TEXT,
  from_name TEXT,
  from_contacts TEXT,
  from_terms TEXT,
  to_subject TEXT NOT NULL,
  -- The verified address that the offer was made to.
  to_email TEXT NOT NULL,
  membership_id TEXT NOT NULL,
  -- offered: the receiver may accept. opening: a subscription may exist at the processor. waiting: the receiver types
  -- the card on its page. moving: the subscription exists, and the rows are being changed. undoing: the subscription is
  -- being removed. done, closed: ended with and without effect.
  state TEXT NOT NULL CHECK (state IN ('offered', 'opening', 'waiting', 'moving', 'undoing', 'done', 'closed')),
  -- The accepted terms: price, cycle and day of the next charge.
  amount_centavos INTEGER,
  ciclo TEXT,
  first_due_on TEXT,
  terms_version TEXT,
  terms_accepted_at INTEGER,
  terms_address TEXT,
  to_name TEXT,
  customer_id TEXT,
  subscription_id TEXT,
  -- Keyed hash of the CPF or CNPJ.
  payer TEXT,
  page_id TEXT,
  pay_url TEXT,
  page_until INTEGER,
  -- After a lost response: until then the processor may still carry out the call.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  expires_at INTEGER NOT NULL,
  -- One worker at a time; the value is also the lease holder's token.
  lease_until INTEGER NOT NULL DEFAULT 0,
  touched_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  settled_at INTEGER
);
-- This index decides every race: one open hand-over per environment.
CREATE UNIQUE INDEX handovers_open ON handovers (order_id) WHERE settled_at IS NULL;
CREATE INDEX handovers_order ON handovers (order_id, created_at);
CREATE INDEX handovers_from ON handovers (from_subject, created_at);
CREATE INDEX handovers_to ON handovers (to_subject, created_at);
CREATE INDEX handovers_closed ON handovers (settled_at) WHERE state = 'closed';
CREATE INDEX handovers_page ON handovers (page_id) WHERE page_id IS NOT NULL;
CREATE INDEX handovers_subscription ON handovers (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX handovers_due ON handovers (touched_at) WHERE settled_at IS NULL;

-- The account that made the contract, when the environment belongs to another account now.
ALTER TABLE contracts ADD COLUMN former_subject TEXT;
CREATE INDEX contracts_former ON contracts (former_subject) WHERE former_subject IS NOT NULL;
