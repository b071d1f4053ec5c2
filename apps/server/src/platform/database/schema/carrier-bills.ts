/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type BillDifferencesState = 'open' | 'accepted' | 'absorbed' | 'disputed' | 'recovered' | 'gone';

export type BillFilesLayout = 'ups' | 'fedex' | 'canada-post' | 'purolator' | 'mapped';

export type BillFilesState = 'reading' | 'auditing' | 'done' | 'failed';

export interface BillDifferencesTable {
  tenant_id: string;
  id: string;
  account_id: string;
  purchase_id: string | null;
  kind: string;
  minor: number;
  tax_minor: Generated<number>;
  currency: string;
  line_ids: Generated<Json>;
  invoice_number: string;
  invoice_date: string | null;
  evidence: Generated<Json>;
  state: Generated<BillDifferencesState>;
  case_id: string | null;
  claim_until: string | null;
  note: Generated<string>;
  decided_by: string | null;
  decided_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface BillFilesTable {
  tenant_id: string;
  id: string;
  account_id: string;
  slug: string;
  layout: BillFilesLayout;
  file_name: string;
  blob: string;
  currency: string;
  mapping: Json | null;
  state: Generated<BillFilesState>;
  counts: Generated<Json>;
  faults: Generated<Json>;
  problem: string | null;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
}

export interface BillMappingsTable {
  tenant_id: string;
  account_id: string;
  header_key: string;
  mapping: Json;
  updated_at: Generated<Timestamp>;
}

export interface BillSettingsTable {
  tenant_id: string;
  notice_days: Generated<number>;
  tolerance_minor: Generated<number>;
  policy: Generated<Json>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface BillShipmentsTable {
  tenant_id: string;
  purchase_id: string;
  account_id: string;
  slug: string;
  service: string | null;
  shipper_tenant_id: string;
  buyer_tenant_id: string;
  shipment_id: string;
  tracking_number: string | null;
  package_name: string | null;
  invoice_date: string | null;
  currency: string;
  expected_minor: number;
  billed_minor: number;
  rerated_minor: number | null;
  audited_at: Generated<Timestamp>;
}

export interface CarrierBillsTables {
  bill_differences: BillDifferencesTable;
  bill_files: BillFilesTable;
  bill_mappings: BillMappingsTable;
  bill_settings: BillSettingsTable;
  bill_shipments: BillShipmentsTable;
}
