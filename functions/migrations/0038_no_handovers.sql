-- An environment stays with the account that ordered it.
DROP INDEX contracts_former;
ALTER TABLE contracts DROP COLUMN former_subject;
DROP TABLE handovers;
