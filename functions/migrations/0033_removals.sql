-- When the first try to remove an ended environment did not come to its end; a day later the operators are told.
ALTER TABLE tenants ADD COLUMN removal_began_at INTEGER;
