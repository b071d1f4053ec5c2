/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface RateSheetDraftsTable {
  tenant_id: string;
  account_id: string;
  version: number;
  based_on: number;
  name: string;
  source_name: Generated<string>;
  source_blob: string | null;
  sheet: Json;
  restores: number | null;
  note: Generated<string>;
  starts_at: Timestamp | null;
  published_by: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface RateSheetDraftsTables {
  rate_sheet_drafts: RateSheetDraftsTable;
}
