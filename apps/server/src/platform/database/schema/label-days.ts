/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated } from '../column-types.ts';

export interface CheapestOffersTable {
  tenant_id: string;
  shipment_id: string;
  price_minor: number;
}

export interface LabelDaysTable {
  tenant_id: string;
  customer_id: string;
  party_id: string;
  day: string;
  slug: string;
  service: string;
  store_id: string;
  test: boolean;
  currency: string;
  labels: Generated<number>;
  orders: Generated<number>;
  voided: Generated<number>;
  spend_minor: Generated<number>;
  sold: Generated<number>;
  sold_minor: Generated<number>;
  cost_minor: Generated<number>;
  below: Generated<number>;
  below_minor: Generated<number>;
  delivered: Generated<number>;
  promised: Generated<number>;
  on_time: Generated<number>;
  compared_minor: Generated<number>;
  cheapest_minor: Generated<number>;
}

export interface LabelDaysTables {
  cheapest_offers: CheapestOffersTable;
  label_days: LabelDaysTable;
}
