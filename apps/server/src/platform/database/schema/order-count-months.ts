/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface OrderCountMonthsTable {
  tenant_id: string;
  month: string;
  store_id: string;
  tab: string;
  shard: number;
  n: number;
}

export interface OrderCountMonthsTables {
  order_count_months: OrderCountMonthsTable;
}
