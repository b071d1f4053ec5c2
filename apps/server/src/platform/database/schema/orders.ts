/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type OrderImportsState = 'uploaded' | 'previewed' | 'committing' | 'committed' | 'failed' | 'discarded';

export type OrderTokensField = 'number' | 'name' | 'email' | 'phone' | 'postal' | 'tracking' | 'sku';

export type OrdersSource = 'store' | 'manual' | 'file' | 'api';

export type OrdersTab = 'unfulfilled' | 'manual_fulfilled' | 'fulfilled' | 'cancelled' | 'archived';

export type OrdersFulfillment = 'unfulfilled' | 'partial' | 'fulfilled' | 'manual_fulfilled';

export type OrdersImportState = 'ok' | 'failed';

export type OrdersTrackingStatus =
  | 'unknown'
  | 'label-created'
  | 'handed-over'
  | 'accepted'
  | 'in-transit'
  | 'customs'
  | 'out-for-delivery'
  | 'available-for-pickup'
  | 'exception'
  | 'returning'
  | 'returned'
  | 'delivered';

export interface ImportMappingsTable {
  tenant_id: string;
  id: string;
  name: string;
  header_key: string;
  mapping: Json;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface OrderCountsTable {
  tenant_id: string;
  day: string;
  store_id: string;
  tab: string;
  shard: number;
  n: number;
}

export interface OrderDetailsTable {
  tenant_id: string;
  order_id: string;
  ship_to: Json;
  ship_to_imported: Json | null;
  address_check: Json | null;
  bill_to: Json | null;
  notes: Generated<Json>;
  customs: Generated<Json>;
  imported: Generated<Json>;
  overrides: Generated<Json>;
}

export interface OrderImportsTable {
  tenant_id: string;
  id: string;
  file_name: string;
  blob: string;
  mapping: Generated<Json>;
  state: Generated<OrderImportsState>;
  row_count: Generated<number>;
  ok_count: Generated<number>;
  problem_count: Generated<number>;
  problems: Generated<Json>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  committed_at: Timestamp | null;
  preview_hash: string | null;
  sheet_name: string | null;
}

export interface OrderItemsTable {
  tenant_id: string;
  order_id: string;
  line: number;
  external_line_id: string | null;
  external_group: string | null;
  sku: Generated<string>;
  sku_key: Generated<string>;
  title: Generated<string>;
  product_id: string | null;
  qty: number;
  qty_allocated: Generated<number>;
  qty_shipped: Generated<number>;
  qty_cancelled: Generated<number>;
  unit_minor: Generated<number>;
  weight_g: number | null;
  hs_code: string | null;
  origin: string | null;
  placed_at: Timestamp;
  external_product_id: string | null;
  qty_elsewhere: Generated<number>;
  overrides: Generated<Json>;
  imported: Generated<Json>;
  customs_text: string | null;
  declared_minor: number | null;
  image_url: string | null;
}

export interface OrderTagsTable {
  tenant_id: string;
  order_id: string;
  tag: string;
  placed_at: Timestamp;
}

export interface OrderTokensTable {
  tenant_id: string;
  field: OrderTokensField;
  token: string;
  order_id: string;
  placed_at: Timestamp;
}

export interface OrdersTable {
  tenant_id: string;
  id: string;
  store_id: string;
  platform_code: string;
  external_id: string;
  source: Generated<OrdersSource>;
  number: string;
  tab: Generated<OrdersTab>;
  fulfillment: Generated<OrdersFulfillment>;
  cancelled_at: Timestamp | null;
  archived_at: Timestamp | null;
  hold_code: string | null;
  import_state: Generated<OrdersImportState>;
  placed_at: Timestamp;
  ship_by: Timestamp | null;
  location_id: string | null;
  country: string | null;
  province: string | null;
  requested_key: string | null;
  item_qty: Generated<number>;
  sku_count: Generated<number>;
  item_summary: Generated<string>;
  weight_g: Generated<number>;
  total_minor: Generated<number>;
  currency: string;
  ship_to_name: Generated<string>;
  signs: Generated<number>;
  claimed_by: string | null;
  claimed_until: Timestamp | null;
  imported_hash: string | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  ship_to_key: Generated<string>;
  external_updated_at: Timestamp | null;
  tracking_status: OrdersTrackingStatus | null;
  assigned_to: string | null;
  hold_reason: string | null;
  ship_key: Generated<Timestamp>;
  number_key: Generated<string>;
  hold_until: string | null;
  ship_date: string | null;
  import_id: string | null;
  sends_again: string | null;
}

export interface OrdersTables {
  import_mappings: ImportMappingsTable;
  order_counts: OrderCountsTable;
  order_details: OrderDetailsTable;
  order_imports: OrderImportsTable;
  order_items: OrderItemsTable;
  order_tags: OrderTagsTable;
  order_tokens: OrderTokensTable;
  orders: OrdersTable;
}
