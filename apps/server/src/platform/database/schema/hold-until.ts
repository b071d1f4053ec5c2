/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Json } from '../column-types.ts';

export interface OrderEditHeadsTable {
  tenant_id: string;
  edit_id: string;
  order_id: string;
  before: Json;
  after: Json;
}

export interface HoldUntilTables {
  order_edit_heads: OrderEditHeadsTable;
}
