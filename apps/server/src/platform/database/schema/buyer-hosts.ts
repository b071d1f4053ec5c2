/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type BuyerHostsState = 'waiting' | 'proved';

export interface BuyerHostsTable {
  tenant_id: string;
  host: string;
  token: string;
  state: Generated<BuyerHostsState>;
  finding: string | null;
  checked_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface BuyerHostsTables {
  buyer_hosts: BuyerHostsTable;
}
