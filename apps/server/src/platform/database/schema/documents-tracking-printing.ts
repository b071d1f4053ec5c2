/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Json, Timestamp } from '../column-types.ts';

export type AgentsPlatform = 'linux' | 'win32' | 'darwin';

export type DocumentsKind =
  | 'label'
  | 'return_label'
  | 'packing_slip'
  | 'packing_list'
  | 'pick_list'
  | 'custom_invoice'
  | 'customs_form'
  | 'receipt'
  | 'manifest'
  | 'pickup'
  | 'invoice'
  | 'statement'
  | 'export'
  | 'merged'
  | 'proof_of_delivery'
  | 'trade_document'
  | 'qr_code';

export type DocumentsFormat = 'pdf' | 'zpl' | 'png' | 'gif' | 'jpg' | 'xlsx';

export type ParcelsWeightSource = 'items' | 'typed' | 'scale' | 'preset';

export type PrintJobsState =
  | 'queued'
  | 'leased'
  | 'spooled'
  | 'printed'
  | 'failed'
  | 'unknown'
  | 'expired'
  | 'reprinted'
  | 'cancelled';

export type PrintJobsKind = 'SHIPPING_LABEL' | 'PACKAGING_SLIPS' | 'CUSTOM_INVOICE';

export type PrinterSettingsKind = 'SHIPPING_LABEL' | 'PACKAGING_SLIPS' | 'CUSTOM_INVOICE';

export type PrintersState = 'ready' | 'busy' | 'stopped' | 'offline' | 'unknown';

export type PrintersConnection = 'system' | 'raw';

export type TrackersStatus =
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

export type TrackersStopped = 'ended' | 'no-news' | 'voided' | 'not-offered' | 'no-account';

export type TrackersWatchFor = 'still' | 'promise';

export type TrackersLate = 'still' | 'promise';

export type TrackingEventsSource = 'poll' | 'push';

export interface AgentsTable {
  tenant_id: string;
  id: string;
  machine_id: string;
  name: Generated<string>;
  token_hash: Bytes;
  version: string | null;
  last_seen_at: Timestamp | null;
  revoked_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  host_name: Generated<string>;
  platform: AgentsPlatform | null;
  arch: string | null;
  paired_by: string | null;
  synced_at: Timestamp | null;
  sync_wanted_at: Timestamp | null;
}

export interface DocumentsTable {
  tenant_id: string;
  id: string;
  kind: DocumentsKind;
  format: DocumentsFormat;
  size: string | null;
  dpi: number | null;
  blob: string;
  name: string | null;
  shipment_id: string | null;
  parcel_no: number | null;
  test: Generated<boolean>;
  copies_printed: Generated<number>;
  expires_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface ParcelsTable {
  tenant_id: string;
  shipment_id: string;
  no: number;
  package_id: string | null;
  l_mm: number | null;
  w_mm: number | null;
  h_mm: number | null;
  weight_g: number;
  weight_source: Generated<ParcelsWeightSource>;
  tracking_number: string | null;
  tracking_key: string | null;
  purchase_id: string | null;
  label_document_id: string | null;
  tracking_end: string | null;
}

export interface PrintJobsTable {
  tenant_id: string;
  id: string;
  document_id: string | null;
  printer_id: string;
  copies: Generated<number>;
  state: Generated<PrintJobsState>;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  spool_ref: string | null;
  reprint_of: string | null;
  asked_by: string | null;
  reason: string | null;
  problem: Json | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  kind: PrintJobsKind | null;
  title: Generated<string>;
  shipment_id: string | null;
  order_id: string | null;
  shape: Generated<Json>;
  blob: string | null;
  content_until: Timestamp | null;
  expires_at: Generated<Timestamp>;
  counted: Generated<boolean>;
}

export interface PrinterSettingsTable {
  tenant_id: string;
  user_id: string;
  workstation: string;
  kind: PrinterSettingsKind;
  printer_id: string | null;
  format: string | null;
  size: string | null;
  dpi: number | null;
  copies: Generated<number>;
  autoprint: Generated<boolean>;
  updated_at: Generated<Timestamp>;
  fallback_printer_id: string | null;
  turn: Generated<number>;
  two_up: Generated<boolean>;
}

export interface PrintersTable {
  tenant_id: string;
  id: string;
  agent_id: string;
  name: string;
  kinds: Generated<Json>;
  dpi: number | null;
  media: Generated<Json>;
  state: Generated<PrintersState>;
  reasons: Generated<Json>;
  seen_at: Timestamp | null;
  display_name: string | null;
  driver: string | null;
  connection: Generated<PrintersConnection>;
  is_default: Generated<boolean>;
  host: string | null;
  port: number | null;
  gone_at: Timestamp | null;
}

export interface TrackersTable {
  tenant_id: string;
  id: string;
  shipment_id: string;
  parcel_no: number;
  slug: string;
  tracking_key: string;
  status: Generated<TrackersStatus>;
  status_at: Timestamp | null;
  reason: string | null;
  eta: Timestamp | null;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  created_at: Generated<Timestamp>;
  purchase_id: string | null;
  grant_id: string | null;
  owner_tenant_id: string | null;
  account_id: string | null;
  bought_at: Generated<Timestamp>;
  scanned_at: Timestamp | null;
  last_event_at: Timestamp | null;
  eta_on: string | null;
  asked_at: Timestamp | null;
  pushed_at: Timestamp | null;
  refresh_after: Timestamp | null;
  failures: Generated<number>;
  problem: Json | null;
  unreadable: Generated<Json>;
  stopped: TrackersStopped | null;
  watch_at: Timestamp | null;
  watch_for: TrackersWatchFor | null;
  late: TrackersLate | null;
}

export interface TrackingEventsTable {
  tenant_id: string;
  tracker_id: string;
  event_hash: string;
  occurred_at: Timestamp;
  zone: string | null;
  status: string;
  reason: string | null;
  text: Generated<string>;
  place: string | null;
  received_at: Generated<Timestamp>;
  code: Generated<string>;
  source: Generated<TrackingEventsSource>;
}

export interface DocumentsTrackingPrintingTables {
  agents: AgentsTable;
  documents: DocumentsTable;
  parcels: ParcelsTable;
  print_jobs: PrintJobsTable;
  printer_settings: PrinterSettingsTable;
  printers: PrintersTable;
  trackers: TrackersTable;
  tracking_events: TrackingEventsTable;
}
