-- A tenant's row becomes its current contract. The order stays the record of the sale.
ALTER TABLE tenants ADD COLUMN ciclo TEXT NOT NULL DEFAULT 'monthly' CHECK (ciclo IN ('monthly', 'yearly'));
-- Price of one period as sold, in centavos; later catalogues do not change it.
ALTER TABLE tenants ADD COLUMN amount_centavos INTEGER NOT NULL DEFAULT 0 CHECK (amount_centavos >= 0);
ALTER TABLE tenants ADD COLUMN customer_id TEXT;
-- The subscription that renews at the processor; NULL for the free plan and after a cancellation.
ALTER TABLE tenants ADD COLUMN subscription_id TEXT;
ALTER TABLE tenants ADD COLUMN state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'suspended', 'ended'));
-- Start of the current paid contract, from which the right of withdrawal counts. NULL for the free plan.
ALTER TABLE tenants ADD COLUMN contracted_at INTEGER;
-- Last day (YYYY-MM-DD, São Paulo) of a cancelled contract.
ALTER TABLE tenants ADD COLUMN ends_on TEXT;
-- When `state` last changed.
ALTER TABLE tenants ADD COLUMN state_since INTEGER;
UPDATE tenants SET
  ciclo = (SELECT ciclo FROM orders WHERE orders.id = tenants.order_id),
  amount_centavos = (SELECT amount_centavos FROM orders WHERE orders.id = tenants.order_id),
  customer_id = (SELECT customer_id FROM orders WHERE orders.id = tenants.order_id),
  subscription_id = (SELECT subscription_id FROM orders WHERE orders.id = tenants.order_id),
  contracted_at = (SELECT paid_at FROM orders WHERE orders.id = tenants.order_id AND orders.payment = 'confirmed'),
  state_since = created_at;
CREATE UNIQUE INDEX tenants_subscription ON tenants (subscription_id) WHERE subscription_id IS NOT NULL;
