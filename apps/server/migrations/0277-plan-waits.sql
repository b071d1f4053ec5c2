-- Accounts whose limit holds a plan up, with how long; the page says so and the plan can go on without them.
ALTER TABLE batches ADD COLUMN waits jsonb NOT NULL DEFAULT '[]';
