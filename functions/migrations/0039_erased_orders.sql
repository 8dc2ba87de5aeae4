-- When the person of an order was erased. The row stays as long as the law asks; its address gets no more mail.
ALTER TABLE orders ADD COLUMN erased_at INTEGER;
UPDATE orders SET erased_at = (SELECT MAX(at) FROM events WHERE order_id = orders.id AND kind = 'customer-deleted');
