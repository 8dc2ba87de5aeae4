-- Whether the identity provider called the order's e-mail proven: one that is not does not take its place.
ALTER TABLE orders ADD COLUMN email_proven INTEGER NOT NULL DEFAULT 0 CHECK (email_proven IN (0, 1));
