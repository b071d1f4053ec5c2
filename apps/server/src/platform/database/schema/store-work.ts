/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface StoreAccessTable {
  tenant_id: string;
  store_id: string;
  version: Generated<number>;
  lease_no: Generated<number>;
  lease_until: Timestamp | null;
  renewed_at: Timestamp | null;
}

export interface StoreConsentUsesTable {
  realm_id: string;
  id: string;
  tenant_id: string;
  expires_at: Timestamp;
  used_at: Generated<Timestamp>;
}

export interface StoreNoticesTable {
  tenant_id: string;
  id: string;
  store_id: string;
  order_id: string | null;
  code: string;
  message: string;
  next_step: string;
  since: Generated<Timestamp>;
  resolved_at: Timestamp | null;
  resolved_by: string | null;
}

export interface StoreWorkTables {
  store_access: StoreAccessTable;
  store_consent_uses: StoreConsentUsesTable;
  store_notices: StoreNoticesTable;
}
