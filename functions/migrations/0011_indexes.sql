-- The scheduled job's queries run each minute and must not read whole tables; tests/worker/query-plans.test.ts checks
-- it.
CREATE INDEX tenants_ending ON tenants (ends_on, subdominio) WHERE state <> 'ended' AND ends_on IS NOT NULL;
CREATE INDEX tenants_in_state ON tenants (state, COALESCE(state_since, created_at));
-- Closed rows are also read, for a customer's history and for deletions.
DROP INDEX dunning_subscription;
CREATE INDEX dunning_subscription ON dunning (subscription_id);
