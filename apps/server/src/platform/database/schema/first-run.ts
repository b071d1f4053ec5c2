/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface FirstRunsTable {
  tenant_id: string;
  user_id: string;
  shown: boolean | null;
  browser_printed_at: Timestamp | null;
  updated_at: Generated<Timestamp>;
}

export interface FirstRunTables {
  first_runs: FirstRunsTable;
}
