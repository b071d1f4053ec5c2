/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Sealed, Timestamp } from '../column-types.ts';

export type AccountGrantsMode = 'live' | 'sandbox' | 'simulator';

export type BatchItemsState =
  | 'rating'
  | 'blocked'
  | 'planned'
  | 'running'
  | 'open'
  | 'waiting'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'cancelled';

export type BatchesKind = 'auto-ship' | 'service' | 'preset';

export type BatchesState = 'planning' | 'planned' | 'running' | 'paused' | 'done' | 'cancelled';

export type CarrierAccountsMode = 'live' | 'sandbox' | 'simulator';

export type CarrierAccountsState = 'pending' | 'active' | 'needs_attention' | 'paused' | 'removed';

export type EffectStepsSubjectKind = 'purchase' | 'void' | 'effect';

export type EffectStepsEffect = 'none' | 'reserve' | 'create' | 'pay' | 'read';

export type EffectStepsState = 'started' | 'done' | 'refused' | 'unknown' | 'failed';

export type EffectsKind =
  | 'fulfilment_push'
  | 'fulfilment_cancel'
  | 'email'
  | 'webhook'
  | 'print'
  | 'pickup_book'
  | 'pickup_change'
  | 'pickup_cancel'
  | 'end_of_day'
  | 'card_charge'
  | 'card_refund'
  | 'store_refund'
  | 'claim_file';

export type EffectsState =
  | 'planned'
  | 'reserved'
  | 'sending'
  | 'unknown'
  | 'disputed'
  | 'confirmed'
  | 'complete'
  | 'refused'
  | 'absent'
  | 'voided';

export type ManifestsState = 'open' | 'closing' | 'closed' | 'failed' | 'unknown';

export type ManifestsKind = 'list' | 'carrier';

export type PickupsState = 'planned' | 'booked' | 'cancelled' | 'failed' | 'unknown';

export type PickupsDoing = 'book' | 'change' | 'cancel';

export type PurchasesKind = 'buy' | 'return' | 'pickup';

export type PurchasesState =
  | 'planned'
  | 'reserved'
  | 'sending'
  | 'unknown'
  | 'disputed'
  | 'confirmed'
  | 'complete'
  | 'refused'
  | 'absent'
  | 'voided';

export type RateSheetsState = 'active' | 'retired';

export type ShipmentsState =
  | 'draft'
  | 'buying'
  | 'partly_bought'
  | 'bought'
  | 'handed_over'
  | 'delivered'
  | 'returned'
  | 'lost'
  | 'voiding'
  | 'voided';

export type ShipmentsDirection = 'outbound' | 'return';

export type ShipmentsSource = 'bought' | 'manual';

export type ShipmentsTrackingStatus =
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

export type VoidsState =
  | 'planned'
  | 'reserved'
  | 'sending'
  | 'unknown'
  | 'disputed'
  | 'confirmed'
  | 'complete'
  | 'refused'
  | 'absent'
  | 'voided';

export type VoidsRefundState = 'none' | 'pending' | 'received' | 'refused';

export interface AccountGrantsTable {
  tenant_id: string;
  id: string;
  owner_tenant_id: string;
  account_id: string;
  slug: string;
  name: string;
  mode: AccountGrantsMode;
  services: Generated<Json>;
  valid_from: Generated<Timestamp>;
  valid_to: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  left_out: Generated<Json>;
}

export interface BatchItemsTable {
  tenant_id: string;
  batch_id: string;
  position: number;
  order_id: string;
  shipment_id: string | null;
  planned_minor: number | null;
  state: Generated<BatchItemsState>;
  cause: string | null;
  message: string | null;
  grant_id: string | null;
  quote_id: string | null;
  rate_id: string | null;
  rate_expires_at: Timestamp | null;
  currency: string | null;
  compare_minor: number | null;
  choice: Json | null;
  intent_no: Generated<number>;
  tries: Generated<number>;
  due_at: Timestamp | null;
  paid_minor: number | null;
  paid_currency: string | null;
  settled_at: Timestamp | null;
  plan_step: number | null;
  worker_id: string | null;
}

export interface BatchesTable {
  tenant_id: string;
  id: string;
  kind: BatchesKind;
  filter: Generated<Json>;
  exclusions: Generated<Json>;
  state: Generated<BatchesState>;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  created_by: string | null;
  created_by_session: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  name: Generated<string>;
  options: Generated<Json>;
  asker: Generated<Json>;
  version: Generated<number>;
  auto_start: Generated<boolean>;
  intent_key: string | null;
  request_hash: string | null;
  started_at: Timestamp | null;
  problem: string | null;
  started_by: string | null;
  started_by_session: string | null;
  papers_for: Generated<number>;
  waits: Generated<Json>;
  plan_step: Generated<number>;
  part_of: string | null;
  progress_at: Timestamp | null;
}

export interface CarrierAccountsTable {
  tenant_id: string;
  id: string;
  slug: string;
  name: string;
  mode: CarrierAccountsMode;
  state: Generated<CarrierAccountsState>;
  secret_id: string | null;
  settings: Generated<Json>;
  health: Generated<Json>;
  quota_key: string;
  next_serial: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  listed_services: Generated<Json>;
  listed_at: Timestamp | null;
  signed_in: Generated<boolean>;
  registration_tenant_id: string | null;
}

export interface EffectStepsTable {
  tenant_id: string;
  subject_kind: EffectStepsSubjectKind;
  subject_id: string;
  no: number;
  name: string;
  effect: EffectStepsEffect;
  state: EffectStepsState;
  attempt: Generated<number>;
  vendor_result: Sealed | null;
  problem: Json | null;
  started_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface EffectsTable {
  tenant_id: string;
  id: string;
  kind: EffectsKind;
  subject_kind: string;
  subject_id: string;
  payload: Generated<Json>;
  intent_key: string;
  request_hash: string | null;
  state: Generated<EffectsState>;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  sent_at: Timestamp | null;
  settle_after: Timestamp | null;
  vendor_ids: Generated<Json>;
  problem: Json | null;
  sealed: Sealed | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface ManifestsTable {
  tenant_id: string;
  id: string;
  owner_tenant_id: string;
  account_id: string;
  grant_id: string | null;
  location_id: string | null;
  close_date: string;
  state: Generated<ManifestsState>;
  document_id: string | null;
  vendor_ids: Generated<Json>;
  problem: Json | null;
  created_at: Generated<Timestamp>;
  number: Generated<number>;
  kind: Generated<ManifestsKind>;
  carrier_name: Generated<string>;
  account_name: Generated<string>;
  shipment_count: Generated<number>;
  parcel_count: Generated<number>;
  weight_g: Generated<number>;
  contents: Generated<Json>;
  closed_by: string | null;
  closed_at: Timestamp | null;
  slug: Generated<string>;
  paper_name: string | null;
  effect_id: string | null;
  reference: string | null;
  test: Generated<boolean>;
}

export interface MarkupRulesTable {
  tenant_id: string;
  id: string;
  plan_id: string;
  position: number;
  scope: Generated<Json>;
  percent_bp: Generated<number>;
  fixed_minor: Generated<number>;
  floor_minor: number | null;
  cap_minor: number | null;
  currency: string;
  valid_from: Generated<Timestamp>;
  valid_to: Timestamp | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  name: Generated<string>;
  first_day: string | null;
  last_day: string | null;
  off_list_bp: number | null;
}

export interface PickupsTable {
  tenant_id: string;
  id: string;
  purchase_id: string | null;
  grant_id: string | null;
  location_id: string | null;
  day: string;
  ready_from: string | null;
  ready_to: string | null;
  state: Generated<PickupsState>;
  details: Generated<Json>;
  problem: Json | null;
  created_at: Generated<Timestamp>;
  slug: Generated<string>;
  carrier_name: Generated<string>;
  account_name: Generated<string>;
  location_name: Generated<string>;
  time_zone: Generated<string>;
  test: Generated<boolean>;
  confirmation: string | null;
  reference: string | null;
  effect_id: string | null;
  doing: PickupsDoing | null;
  created_by: string | null;
  updated_at: Generated<Timestamp>;
  shipment_id: string | null;
  released_at: Timestamp | null;
}

export interface PurchasesTable {
  tenant_id: string;
  id: string;
  shipment_id: string;
  piece: number;
  kind: PurchasesKind;
  grant_id: string;
  slug: string;
  service: string | null;
  test: Generated<boolean>;
  intent_key: string;
  request_hash: string;
  carrier_ref: string;
  carrier_uuid: string;
  state: Generated<PurchasesState>;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  sent_at: Timestamp | null;
  settle_after: Timestamp | null;
  price_minor: number | null;
  currency: string | null;
  vendor_ids: Generated<Json>;
  problem: Json | null;
  sealed: Sealed | null;
  created_by: string | null;
  created_by_session: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface QuotesTable {
  tenant_id: string;
  id: string;
  request: Json;
  request_hash: string;
  order_id: string | null;
  location_id: string | null;
  ship_date: string;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
  with_order_ids: Json | null;
  return_of: string | null;
}

export interface RateSheetsTable {
  tenant_id: string;
  id: string;
  account_id: string;
  version: number;
  state: Generated<RateSheetsState>;
  name: string;
  source_name: Generated<string>;
  source_blob: string | null;
  sheet: Json;
  created_at: Generated<Timestamp>;
  created_by: string | null;
  note: Generated<string>;
  restores: number | null;
}

export interface RatesTable {
  tenant_id: string;
  quote_id: string;
  id: string;
  grant_id: string | null;
  slug: string;
  service: string | null;
  service_name: string | null;
  price_minor: number | null;
  currency: string | null;
  price_lines: Generated<Json>;
  compare_minor: number | null;
  fx_day: string | null;
  retail_minor: number | null;
  billable_g: number | null;
  transit_days: number | null;
  deliver_at: Timestamp | null;
  expires_at: Timestamp | null;
  problem: Json | null;
  details: Generated<Json>;
  sealed: Sealed | null;
}

export interface ShipmentItemsTable {
  tenant_id: string;
  shipment_id: string;
  order_id: string;
  line: number;
  parcel_no: Generated<number>;
  qty: number;
  held: Generated<boolean>;
}

export interface ShipmentsTable {
  tenant_id: string;
  id: string;
  state: Generated<ShipmentsState>;
  direction: Generated<ShipmentsDirection>;
  source: Generated<ShipmentsSource>;
  test: Generated<boolean>;
  from_address: Json;
  to_address: Json;
  to_country: string | null;
  store_id: string | null;
  location_id: string | null;
  grant_id: string | null;
  quote_id: string | null;
  rate_id: string | null;
  slug: string | null;
  service: string | null;
  service_name: string | null;
  options: Generated<Json>;
  customs: Json | null;
  ship_date: string | null;
  price_minor: number | null;
  currency: string | null;
  price_lines: Generated<Json>;
  replaces_id: string | null;
  manifest_id: string | null;
  created_by: string | null;
  bought_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  acted_by: string | null;
  tracking_status: ShipmentsTrackingStatus | null;
  retail_minor: number | null;
  promised_day: string | null;
  delivered_at: Timestamp | null;
  return_of: string | null;
  zone: string | null;
}

export interface VoidsTable {
  tenant_id: string;
  id: string;
  purchase_id: string;
  intent_key: string;
  request_hash: string | null;
  state: Generated<VoidsState>;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  sent_at: Timestamp | null;
  settle_after: Timestamp | null;
  refund_state: Generated<VoidsRefundState>;
  refund_due_at: Timestamp | null;
  vendor_ids: Generated<Json>;
  problem: Json | null;
  sealed: Sealed | null;
  created_by: string | null;
  created_by_session: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
  refund_check_at: Timestamp | null;
}

export interface CarriersShipmentsPurchasesTables {
  account_grants: AccountGrantsTable;
  batch_items: BatchItemsTable;
  batches: BatchesTable;
  carrier_accounts: CarrierAccountsTable;
  effect_steps: EffectStepsTable;
  effects: EffectsTable;
  manifests: ManifestsTable;
  markup_rules: MarkupRulesTable;
  pickups: PickupsTable;
  purchases: PurchasesTable;
  quotes: QuotesTable;
  rate_sheets: RateSheetsTable;
  rates: RatesTable;
  shipment_items: ShipmentItemsTable;
  shipments: ShipmentsTable;
  voids: VoidsTable;
}
