/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface BillWordsTable {
  tenant_id: string;
  account_id: string;
  label: string;
  charge_kind: string;
  said_by: string | null;
  updated_at: Generated<Timestamp>;
}

export interface BillWordsTables {
  bill_words: BillWordsTable;
}
