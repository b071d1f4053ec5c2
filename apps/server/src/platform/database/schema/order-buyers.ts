/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes } from '../column-types.ts';

export interface OrderBuyersTable {
  tenant_id: string;
  order_id: string;
  buyer_key: Bytes;
}

export interface OrderBuyersTables {
  order_buyers: OrderBuyersTable;
}
