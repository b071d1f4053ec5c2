/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface KeptAddressesTable {
  tenant_id: string;
  id: string;
  place: string;
  label: string | null;
  address: Json;
  words: string;
  used_at: Generated<Timestamp>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface AddressBookTables {
  kept_addresses: KeptAddressesTable;
}
