-- Of a difference: the price of a whole period at the level that it was counted from; NULL for what was asked for before.
ALTER TABLE plan_changes ADD COLUMN base_centavos INTEGER;
