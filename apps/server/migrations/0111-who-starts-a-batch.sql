-- A plan may be started by somebody else than who made it: the labels are bought in their name.
ALTER TABLE batches ADD COLUMN started_by uuid, ADD COLUMN started_by_session uuid;
-- How many labels the merged files were planned for: a retry that bought more has them merged anew.
ALTER TABLE batches ADD COLUMN papers_for int NOT NULL DEFAULT 0;
