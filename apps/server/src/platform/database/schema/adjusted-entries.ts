/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface AdjustedEntriesTable {
  tenant_id: string;
  currency: string;
  occurred_at: Timestamp;
  entry_id: string;
  revenue_minor: number;
  cost_minor: number;
}

export interface AdjustedEntriesTables {
  adjusted_entries: AdjustedEntriesTable;
}
