/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface NumberSeriesTable {
  tenant_id: string;
  series: string;
  next_no: number;
}

export interface OrderWorkTables {
  number_series: NumberSeriesTable;
}
