/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Json, Timestamp } from '../column-types.ts';

export interface AccountFactsTable {
  tenant_id: string;
  account_key: string;
  name: string;
  value: Json;
  asked_at: Timestamp;
}

export interface AccountFactsTables {
  account_facts: AccountFactsTable;
}
