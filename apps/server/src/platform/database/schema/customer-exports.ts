/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export type CustomerExportsState = 'waiting' | 'ready' | 'failed';

export interface CustomerExportPartsTable {
  tenant_id: string;
  export_id: string;
  no: number;
  bytes: Bytes;
}

export interface CustomerExportsTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  state: Generated<CustomerExportsState>;
  asked_by: string;
  by_actor: string | null;
  asked_at: Timestamp;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  size: number | null;
  parts: number | null;
  ready_at: Timestamp | null;
  progress_at: Timestamp | null;
}

export interface CustomerExportsTables {
  customer_export_parts: CustomerExportPartsTable;
  customer_exports: CustomerExportsTable;
}
