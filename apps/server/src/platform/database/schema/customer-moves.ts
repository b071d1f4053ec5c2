/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type CustomerMovesState = 'carrying' | 'moved' | 'undoing' | 'undone';

export interface CustomerMovesTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  franchise_id: string;
  successor_id: string;
  to_franchise_id: string;
  state: Generated<CustomerMovesState>;
  step: Generated<number>;
  asked_by: string;
  asked_at: Timestamp;
  ended_at: Timestamp | null;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  last_problem: string | null;
  progress_at: Timestamp | null;
}

export interface CustomerMovesTables {
  customer_moves: CustomerMovesTable;
}
