-- Operators: who acted, cancelled orders, and indexes for look-ups and for deletion after retention.

-- The operator's name, as given with the command.
ALTER TABLE events ADD COLUMN operator TEXT;
CREATE INDEX events_age ON events (at);

-- When an operator cancelled the order. It is never provisioned again; the scheduled job removes charges and
-- environment, then releases the name.
ALTER TABLE orders ADD COLUMN cancelled_at INTEGER;
CREATE INDEX orders_cancelled ON orders (cancelled_at) WHERE cancelled_at IS NOT NULL AND released_at IS NULL;
CREATE INDEX orders_newest ON orders (created_at);
CREATE INDEX orders_subject ON orders (subject);
CREATE INDEX orders_subdomain ON orders (subdominio);
CREATE INDEX orders_email ON orders (email) WHERE email IS NOT NULL;
CREATE INDEX orders_payment ON orders (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX orders_released ON orders (released_at) WHERE released_at IS NOT NULL;
CREATE INDEX orders_unpaid ON orders (terms_accepted_at) WHERE released_at IS NULL AND status = 'AGUARDANDO';

CREATE INDEX contract_ends_order ON contract_ends (order_id);
CREATE INDEX dunning_tenant ON dunning (subdominio);
CREATE INDEX idempotency_subject ON idempotency (subject);
CREATE INDEX idempotency_age ON idempotency (created_at);
CREATE INDEX webhook_events_payment ON webhook_events (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX webhook_events_subscription ON webhook_events (subscription_id) WHERE subscription_id IS NOT NULL;
CREATE INDEX webhook_events_age ON webhook_events (received_at);
CREATE INDEX billing_notices_age ON billing_notices (noticed_at);
CREATE INDEX support_messages_email ON support_messages (email);
CREATE INDEX outbox_age ON outbox (sent_at) WHERE sent_at IS NOT NULL;
-- Finds mails by recipient and by environment.
CREATE INDEX outbox_person ON outbox (COALESCE(json_extract(payload, '$.to'), json_extract(payload, '$.email')));
CREATE INDEX outbox_tenant ON outbox (json_extract(payload, '$.subdominio'));
