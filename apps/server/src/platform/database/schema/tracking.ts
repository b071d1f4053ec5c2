/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Sealed, Timestamp } from '../column-types.ts';

export type CarrierHooksState = 'wanted' | 'active' | 'failed';

export interface CarrierHooksTable {
  tenant_id: string;
  account_id: string;
  slug: string;
  hook_account: string | null;
  address: string;
  state: Generated<CarrierHooksState>;
  try_after: Timestamp | null;
  expires_at: Timestamp | null;
  last_delivery_at: Timestamp | null;
  problem: Json | null;
  sealed: Sealed | null;
  created_at: Generated<Timestamp>;
}

export interface TrackingTables {
  carrier_hooks: CarrierHooksTable;
}
