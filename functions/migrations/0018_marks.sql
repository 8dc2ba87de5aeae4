-- What follows a payer, an account and a tenant beyond a contract: withdrawals, debts, disputes, and trust that no charge
-- has honoured yet. They survive a deletion and a new account, so they name nobody: a party is a keyed hash.
-- Times are milliseconds, UTC.
CREATE TABLE marks (
  -- kind:reference, so that writing one twice is writing it once.
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'debt', 'dispute', 'trust')),
  -- The purchase, contract or charge that it comes from.
  reference TEXT NOT NULL,
  amount_centavos INTEGER,
  days INTEGER,
  at INTEGER NOT NULL,
  settled_at INTEGER,
  settled_by TEXT CHECK (settled_by IN ('paid', 'operator', 'honoured', 'won', 'lost')),
  -- Of a debt: our reference of the one charge that asks for it, written before the processor is asked.
  charge_reference TEXT,
  charge_id TEXT,
  pay_url TEXT,
  -- Until then a charge may exist whose answer was lost.
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
