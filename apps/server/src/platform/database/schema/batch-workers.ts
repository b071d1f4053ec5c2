/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface BatchWorkersTable {
  tenant_id: string;
  batch_id: string;
  id: string;
  lease_until: Timestamp;
  progress_at: Timestamp | null;
}

export interface BatchWorkersTables {
  batch_workers: BatchWorkersTable;
}
