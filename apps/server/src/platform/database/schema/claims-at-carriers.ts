/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export interface ClaimPhotosTable {
  tenant_id: string;
  id: string;
  claim_id: string;
  width: number;
  height: number;
  png: Bytes;
  of_return: string | null;
  taken_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface ClaimsAtCarriersTables {
  claim_photos: ClaimPhotosTable;
}
