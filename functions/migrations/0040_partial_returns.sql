-- Part of a difference that goes back because a lost dispute took the days under it.
ALTER TABLE charges ADD COLUMN returned_centavos INTEGER NOT NULL DEFAULT 0;
