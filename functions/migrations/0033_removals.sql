-- First failed try to remove an ended environment; after a day the operators are notified.
ALTER TABLE tenants ADD COLUMN removal_began_at INTEGER;
