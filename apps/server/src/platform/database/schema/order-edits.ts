/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface OrderEditLinesTable {
  tenant_id: string;
  edit_id: string;
  order_id: string;
  line: number;
  before: Json;
  after: Json;
}

export interface OrderEditsTable {
  tenant_id: string;
  id: string;
  by_user: string | null;
  created_at: Generated<Timestamp>;
  undone_at: Timestamp | null;
}

export interface OrderEditsTables {
  order_edit_lines: OrderEditLinesTable;
  order_edits: OrderEditsTable;
}
