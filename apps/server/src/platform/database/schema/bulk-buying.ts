/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json } from '../column-types.ts';

export type BatchPartsKind = 'labels' | 'slips' | 'invoices';

export type BatchPartsState = 'due' | 'making' | 'ready' | 'failed';

export interface BatchPartsTable {
  tenant_id: string;
  batch_id: string;
  kind: BatchPartsKind;
  part: number;
  of: number;
  pieces: Json;
  orders: number;
  state: Generated<BatchPartsState>;
  done: Generated<number>;
  tries: Generated<number>;
  pages: number | null;
  file_name: string;
  document_id: string | null;
  problem: string | null;
}

export interface BulkBuyingTables {
  batch_parts: BatchPartsTable;
}
