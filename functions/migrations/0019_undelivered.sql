-- Orders that were paid and never delivered: who closed them, and what goes back. `cancelled_at` stays the moment.
ALTER TABLE orders ADD COLUMN close_reason TEXT CHECK (close_reason IN ('operator', 'customer', 'undelivered'));
-- What is given back in all, known once the subscription is removed.
ALTER TABLE orders ADD COLUMN given_back_centavos INTEGER CHECK (given_back_centavos >= 0);
-- What the scheduled job asks each minute: few orders are paid and not delivered at any time.
CREATE INDEX orders_undelivered ON orders (paid_at)
  WHERE released_at IS NULL AND status <> 'CONCLUIDO' AND payment = 'confirmed' AND cancelled_at IS NULL;
