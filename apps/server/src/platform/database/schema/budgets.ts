/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface BudgetCountersTable {
  key: string;
  used: number;
  granted: number;
  ends_at: Timestamp;
}

export interface BudgetsTables {
  budget_counters: BudgetCountersTable;
}
