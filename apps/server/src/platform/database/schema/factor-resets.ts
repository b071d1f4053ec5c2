/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export type FactorResetsState = 'waiting' | 'done' | 'stopped' | 'withdrawn';

export interface FactorResetsTable {
  realm_id: string;
  id: string;
  user_id: string;
  tenant_id: string;
  state: Generated<FactorResetsState>;
  reason: string;
  asked_by: string;
  confirmed_by: string | null;
  stop_hash: Bytes;
  due_at: Timestamp;
  asked_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface FactorResetsTables {
  factor_resets: FactorResetsTable;
}
