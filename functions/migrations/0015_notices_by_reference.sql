-- What operators were told about somebody's charges is found by the charge, whatever was told.
CREATE INDEX billing_notices_reference ON billing_notices (reference);
