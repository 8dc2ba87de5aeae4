-- Version of the billing rules that the receiver accepted with `terms_version`.
ALTER TABLE handovers ADD COLUMN rules_version TEXT;
