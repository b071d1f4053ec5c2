-- What migration 0450 let in is held against the rows that are there, while others go on writing.
-- step
ALTER TABLE effects VALIDATE CONSTRAINT effects_kind_check;
-- step
ALTER TABLE exceptions VALIDATE CONSTRAINT exceptions_kind_check;
