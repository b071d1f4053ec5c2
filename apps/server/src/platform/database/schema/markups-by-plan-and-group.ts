/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface CustomerGroupsTable {
  tenant_id: string;
  id: string;
  name: string;
  version: Generated<number>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  removed_at: Timestamp | null;
}

export interface MarkupsByPlanAndGroupTables {
  customer_groups: CustomerGroupsTable;
}
