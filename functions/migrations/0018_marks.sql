-- Marks that follow a payer, an account and a tenant beyond a contract: withdrawals, debts, disputes, and trust not yet
-- settled by a charge. They outlive a deletion and a new account, so they contain no names: a party is a keyed hash.
-- Times are milliseconds, UTC.
CREATE TABLE marks (
  -- kind:reference, so that writing a mark twice has no effect.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'debt', 'dispute', 'trust')),
  -- The purchase, contract or charge that caused the mark.
  reference TEXT NOT NULL,
  amount_centavos INTEGER,
  days INTEGER,
  at INTEGER NOT NULL,
  settled_at INTEGER,
  settled_by TEXT CHECK (settled_by IN ('paid', 'operator', 'honoured', 'won', 'lost')),
  -- For a debt: our reference of its single charge, written before the processor is called.
  charge_reference TEXT,
  charge_id TEXT,
  pay_url TEXT,
  -- After a lost response: until then the charge may exist.
  unclear_until INTEGER NOT NULL DEFAULT 0,
  lease_until INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX marks_age ON marks (kind, at);
CREATE INDEX marks_charge ON marks (charge_reference) WHERE charge_reference IS NOT NULL;

CREATE TABLE mark_parties (
  mark_id TEXT NOT NULL REFERENCES marks (id) ON DELETE CASCADE,
  -- HMAC-SHA256 of payer:<CPF or CNPJ>, account:<subject> or tenant:<order id>.
  party TEXT NOT NULL,
  PRIMARY KEY (party, mark_id)
) WITHOUT ROWID;
CREATE INDEX mark_parties_mark ON mark_parties (mark_id);
