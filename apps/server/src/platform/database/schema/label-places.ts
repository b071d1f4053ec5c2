/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export interface LaneDaysTable {
  tenant_id: string;
  customer_id: string;
  day: string;
  lane: string;
  test: boolean;
  currency: string;
  labels: number;
  voided: number;
  sold: number;
  sold_minor: number;
  cost_minor: number;
}

export interface LaneSumsTable {
  tenant_id: string;
  months: boolean;
  starts: string;
  lane: string;
  test: boolean;
  currency: string;
  labels: number;
  voided: number;
  sold: number;
  sold_minor: number;
  cost_minor: number;
}

export interface ZoneDaysTable {
  tenant_id: string;
  day: string;
  slug: string;
  zone: string;
  test: boolean;
  currency: string;
  labels: number;
  orders: number;
  voided: number;
  spend_minor: number;
}

export interface LabelPlacesTables {
  lane_days: LaneDaysTable;
  lane_sums: LaneSumsTable;
  zone_days: ZoneDaysTable;
}
