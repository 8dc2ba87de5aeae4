-- Finds the notices about a charge, whatever their kind.
CREATE INDEX billing_notices_reference ON billing_notices (reference);
