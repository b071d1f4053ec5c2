/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface LabelMonthsTable {
  tenant_id: string;
  customer_id: string;
  party_id: string;
  month: string;
  slug: string;
  service: string;
  store_id: string;
  test: boolean;
  currency: string;
  labels: number;
  orders: number;
  voided: number;
  spend_minor: number;
  sold: number;
  sold_minor: number;
  cost_minor: number;
  below: number;
  below_minor: number;
  delivered: number;
  promised: number;
  on_time: number;
  compared_minor: number;
  cheapest_minor: number;
}

export interface LabelMonthsTables {
  label_months: LabelMonthsTable;
}
