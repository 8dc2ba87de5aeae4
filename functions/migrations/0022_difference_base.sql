-- For a difference: the price of a whole period that it was counted from; NULL for older requests.
ALTER TABLE plan_changes ADD COLUMN base_centavos INTEGER;
