-- Where the card of an order is typed: in our form, or on the processor's page. On the page the charge stays open until
-- the customer pays, so the name is reserved for longer, and the charge is removed before the name is released.
ALTER TABLE orders ADD COLUMN card_entry TEXT NOT NULL DEFAULT 'form' CHECK (card_entry IN ('form', 'hosted'));
