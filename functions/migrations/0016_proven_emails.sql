-- Whether the identity provider verified the order's e-mail; an unverified one never replaces it.
ALTER TABLE orders ADD COLUMN email_proven INTEGER NOT NULL DEFAULT 0 CHECK (email_proven IN (0, 1));
