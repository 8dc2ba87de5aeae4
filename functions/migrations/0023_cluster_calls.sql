-- Unfinished cluster calls of an environment: a JSON object from the call's name to its start time. An interrupted call
-- may have given the cluster outdated values.
ALTER TABLE tenants ADD COLUMN cluster_calls TEXT NOT NULL DEFAULT '{}';
