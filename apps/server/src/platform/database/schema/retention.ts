/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface KeptSinceTable {
  table_name: string;
  since: Timestamp;
}

export interface RetentionTables {
  kept_since: KeptSinceTable;
}
