/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export interface MasterKeysTable {
  key_id: string;
  canary: Bytes | null;
  first_used: Generated<Timestamp>;
}

export interface MasterKeysTables {
  master_keys: MasterKeysTable;
}
