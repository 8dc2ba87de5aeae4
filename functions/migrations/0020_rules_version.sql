-- Version of the billing rules accepted with `terms_version`; NULL before there were any.
ALTER TABLE orders ADD COLUMN rules_version TEXT;
ALTER TABLE plan_changes ADD COLUMN rules_version TEXT;
