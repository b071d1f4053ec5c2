/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface StoreSpellsTable {
  tenant_id: string;
  store_id: string;
  began_at: Timestamp;
  reason: string;
  told: Generated<number>;
  ended_at: Timestamp | null;
}

export interface StoreSpellsTables {
  store_spells: StoreSpellsTable;
}
