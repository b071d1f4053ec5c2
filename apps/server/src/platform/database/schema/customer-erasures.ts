/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type CustomerErasuresState = 'waiting' | 'erasing' | 'done' | 'withdrawn';

export interface CustomerErasuresTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  state: Generated<CustomerErasuresState>;
  reason: string;
  asked_by: string;
  by_actor: string | null;
  asked_at: Timestamp;
  erase_at: Timestamp;
  was_suspended: boolean;
  held: Generated<Json>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  pass: Generated<number>;
  pass_rows: Generated<number>;
  erased_rows: Generated<number>;
  begun_at: Timestamp | null;
  ended_at: Timestamp | null;
  progress_at: Timestamp | null;
}

export interface CustomerErasuresTables {
  customer_erasures: CustomerErasuresTable;
}
