/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Json, Timestamp } from '../column-types.ts';

export type InboundEventsState = 'received' | 'routed' | 'done' | 'ignored' | 'failed';

export type InboundEventsMode = 'live' | 'sandbox' | 'simulator';

export type PackagesKind = 'own' | 'preset';

export type ProductsShelf = 'active' | 'archived' | 'alias';

export type ProductsDangerousGoods =
  | 'lithium-ion-in-equipment'
  | 'lithium-ion-with-equipment'
  | 'lithium-metal-in-equipment'
  | 'lithium-metal-with-equipment'
  | 'limited-quantity';

export type RulesMatch = 'all' | 'any';

export type StoresMode = 'live' | 'sandbox' | 'simulator';

export type StoresState = 'pending' | 'connected' | 'stale' | 'needs_consent' | 'paused' | 'disconnected';

export type StoresWeightUnit = 'g' | 'kg' | 'oz' | 'lb';

export type SyncRunsCause = 'poll' | 'webhook' | 'manual' | 'nightly';

export type SyncStreamsWanted = 'webhook' | 'manual' | 'nightly';

export interface InboundEventsTable {
  month: string;
  id: string;
  slug: string;
  delivery_key: string;
  tenant_id: string | null;
  store_id: string | null;
  topic: string | null;
  headers: Generated<Json>;
  body: Bytes;
  state: Generated<InboundEventsState>;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  problem: Json | null;
  received_at: Generated<Timestamp>;
  external_account: string | null;
  mode: InboundEventsMode | null;
}

export interface PackagesTable {
  tenant_id: string;
  id: string;
  name: string;
  kind: PackagesKind;
  slug: string | null;
  preset_code: string | null;
  inner_l_mm: number | null;
  inner_w_mm: number | null;
  inner_h_mm: number | null;
  outer_l_mm: number;
  outer_w_mm: number;
  outer_h_mm: number;
  tare_g: Generated<number>;
  max_g: number | null;
  cost_minor: number | null;
  currency: string | null;
  is_default: Generated<boolean>;
  archived_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface PresetsTable {
  tenant_id: string;
  id: string;
  name: string;
  hotkey: string | null;
  choice: Generated<Json>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface ProductAliasesTable {
  tenant_id: string;
  store_id: string;
  external_id: string;
  sku_key: string | null;
  barcode: string | null;
  product_id: string;
  multiplier: Generated<number>;
}

export interface ProductsTable {
  tenant_id: string;
  id: string;
  sku: string;
  sku_key: string;
  title: Generated<string>;
  weight_g: number | null;
  l_mm: number | null;
  w_mm: number | null;
  h_mm: number | null;
  hs_code: string | null;
  origin_country: string | null;
  customs_text: string | null;
  value_minor: number | null;
  currency: string | null;
  bin_location: string | null;
  imported: Generated<Json>;
  overrides: Generated<Json>;
  imported_hash: string | null;
  archived_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  title_key: Generated<string>;
  barcode: string | null;
  picture: string | null;
  shelf: Generated<ProductsShelf>;
  dangerous_goods: ProductsDangerousGoods | null;
}

export interface RulesTable {
  tenant_id: string;
  id: string;
  position: number;
  name: Generated<string>;
  conditions: Json;
  actions: Json;
  active: Generated<boolean>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  match: Generated<RulesMatch>;
}

export interface ServiceMappingsTable {
  tenant_id: string;
  store_id: string;
  requested_key: string;
  grant_id: string | null;
  service: string | null;
  carrier: string;
}

export interface StoresTable {
  tenant_id: string;
  id: string;
  platform_code: string;
  external_account: string;
  name: string;
  mode: Generated<StoresMode>;
  state: Generated<StoresState>;
  secret_id: string | null;
  address: Json | null;
  settings: Generated<Json>;
  branding: Generated<Json>;
  location_id: string | null;
  currency: string | null;
  time_zone: string | null;
  weight_unit: StoresWeightUnit | null;
  last_ok_at: Timestamp | null;
  last_error: Json | null;
  deleted_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  connected_at: Timestamp | null;
  remarks: Generated<Json>;
  registration_tenant_id: string | null;
}

export interface SyncRunsTable {
  tenant_id: string;
  id: string;
  store_id: string;
  stream: string;
  cause: SyncRunsCause;
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  seen: Generated<number>;
  created: Generated<number>;
  changed: Generated<number>;
  failed: Generated<number>;
  remote_count: number | null;
  error: Json | null;
  pages: Generated<number>;
  items: Generated<Json>;
}

export interface SyncStreamsTable {
  tenant_id: string;
  store_id: string;
  stream: string;
  cursor: Json | null;
  high_water: Timestamp | null;
  overlap_s: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  failures: Generated<number>;
  stale_since: Timestamp | null;
  last_ok_at: Timestamp | null;
  last_error: Json | null;
  wanted: SyncStreamsWanted | null;
}

export interface StoresProductsPackagesTables {
  inbound_events: InboundEventsTable;
  packages: PackagesTable;
  presets: PresetsTable;
  product_aliases: ProductAliasesTable;
  products: ProductsTable;
  rules: RulesTable;
  service_mappings: ServiceMappingsTable;
  stores: StoresTable;
  sync_runs: SyncRunsTable;
  sync_streams: SyncStreamsTable;
}
