-- Processes that buy part of a batch beside the one that holds its lease. A row whose lease lapsed is of a process that died.
CREATE TABLE batch_workers (
  tenant_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  id uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, batch_id, id),
  FOREIGN KEY (tenant_id, batch_id) REFERENCES batches ON DELETE CASCADE
);
SELECT maintenance.secure_table('batch_workers');

-- Which of them took the order; null: the process that holds the batch's lease.
ALTER TABLE batch_items ADD COLUMN worker_id uuid;
