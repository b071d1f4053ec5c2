/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Sealed, Timestamp } from '../column-types.ts';

export interface UnreadOrdersTable {
  tenant_id: string;
  order_id: string;
  message: string;
  shortened: boolean;
  seen_at: Timestamp;
  sealed: Sealed;
}

export interface UnreadOrdersTables {
  unread_orders: UnreadOrdersTable;
}
