-- Calls to the cluster about an environment whose end is not noted: a JSON object of the call's name and the moment
-- in which it began. One that was cut off may have told the cluster what is no longer so.
ALTER TABLE tenants ADD COLUMN cluster_calls TEXT NOT NULL DEFAULT '{}';
