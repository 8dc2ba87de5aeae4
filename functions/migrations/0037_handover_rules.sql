-- The version of the billing rules that the receiver accepted, as terms_version.
ALTER TABLE handovers ADD COLUMN rules_version TEXT;
