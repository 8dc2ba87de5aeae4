-- The cluster of an environment, by its name in the setting CLUSTERS; '' is the one of ARGOCD_*. The order names it
-- until the tenant row exists.
ALTER TABLE orders ADD COLUMN cluster TEXT NOT NULL DEFAULT '';
ALTER TABLE tenants ADD COLUMN cluster TEXT NOT NULL DEFAULT '';
-- Every sign-up counts the environments of each cluster.
CREATE INDEX tenants_cluster ON tenants (cluster);
CREATE INDEX orders_cluster ON orders (cluster) WHERE released_at IS NULL AND status <> 'CONCLUIDO';
