-- The cluster of an environment, by its name in the setting CLUSTERS; '' is the one of ARGOCD_*. The order says it until
-- there is a tenant, and from then on the tenant's row.
ALTER TABLE orders ADD COLUMN cluster TEXT NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN cluster TEXT NOT NULL DEFAULT '';
-- Every sign-up counts what each cluster holds.
CREATE INDEX tenants_cluster ON tenants (cluster);
CREATE INDEX orders_cluster ON orders (cluster) WHERE released_at IS NULL AND status <> 'CONCLUIDO';
