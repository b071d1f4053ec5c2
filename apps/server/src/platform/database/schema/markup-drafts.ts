/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface MarkupDraftsTable {
  tenant_id: string;
  id: string;
  buyer_tenant_id: string | null;
  used: Generated<boolean>;
  note: Generated<string>;
  rules: Json;
  based_on: number;
  version: Generated<number>;
  created_by: string | null;
  updated_by: string | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface MarkupDraftsTables {
  markup_drafts: MarkupDraftsTable;
}
