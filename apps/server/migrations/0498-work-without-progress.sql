-- When work that is held for long last went a step on (decision 0498). Whoever takes it up from one that hung, died or failed leaves the time
-- as it is, so that work which never gets further is seen, however often it is begun. Null: taken by the release before.
ALTER TABLE batches ADD COLUMN progress_at timestamptz;
ALTER TABLE batch_workers ADD COLUMN progress_at timestamptz;
ALTER TABLE customer_exports ADD COLUMN progress_at timestamptz;
ALTER TABLE customer_erasures ADD COLUMN progress_at timestamptz;
ALTER TABLE customer_moves ADD COLUMN progress_at timestamptz;
ALTER TABLE label_runs ADD COLUMN progress_at timestamptz;
GRANT SELECT (progress_at) ON batches, customer_exports, customer_erasures, customer_moves, label_runs TO app_system;
SELECT maintenance.allow_system('batch_workers', 'tenant_id, batch_id, lease_until, progress_at');
