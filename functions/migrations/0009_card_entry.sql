-- Where the card of an order is typed: in our form, or on the processor's page. The second leaves a charge open until
-- somebody pays it there, so the name is held longer and the charge is removed before the name is given back.
ALTER TABLE orders ADD COLUMN card_entry TEXT NOT NULL DEFAULT 'form' CHECK (card_entry IN ('form', 'hosted'));
