-- Orders that were paid but not delivered: who closed them, and the refund. `cancelled_at` keeps the time.
ALTER TABLE orders ADD COLUMN close_reason TEXT CHECK (close_reason IN ('operator', 'customer', 'undelivered'));
-- Total refund, known once the subscription is removed.
ALTER TABLE orders ADD COLUMN given_back_centavos INTEGER CHECK (given_back_centavos >= 0);
-- For a query that runs each minute; few orders are paid and undelivered at any time.
CREATE INDEX orders_undelivered ON orders (paid_at)
  WHERE released_at IS NULL AND status <> 'CONCLUIDO' AND payment = 'confirmed' AND cancelled_at IS NULL;
