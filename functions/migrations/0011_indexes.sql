-- What the scheduled job asks each minute must not read whole tables; tests/worker/query-plans.test.ts holds it.
CREATE INDEX tenants_ending ON tenants (ends_on, subdominio) WHERE state <> 'ended' AND ends_on IS NOT NULL;
CREATE INDEX tenants_in_state ON tenants (state, COALESCE(state_since, created_at));
-- Closed rows are looked up too, when a customer's history is read or removed.
DROP INDEX dunning_subscription;
CREATE INDEX dunning_subscription ON dunning (subscription_id);
