-- Which version of the billing rules was accepted together with `terms_version`; NULL before there were any.
ALTER TABLE orders ADD COLUMN rules_version TEXT;
ALTER TABLE plan_changes ADD COLUMN rules_version TEXT;
