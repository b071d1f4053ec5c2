/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Sealed, Timestamp } from '../column-types.ts';

export type CarrierConsentsMode = 'live' | 'sandbox' | 'simulator';

export interface CarrierConsentsTable {
  tenant_id: string;
  id: string;
  slug: string;
  mode: CarrierConsentsMode;
  name: string;
  account_id: string | null;
  registration_tenant_id: string | null;
  return_to: string;
  kept: Sealed | null;
  brought: Sealed | null;
  created_by: string;
  expires_at: Timestamp;
  returned_at: Timestamp | null;
  used_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface CarrierConsentsTables {
  carrier_consents: CarrierConsentsTable;
}
