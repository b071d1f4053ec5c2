/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Bytes, Generated, Timestamp } from '../column-types.ts';

export type ReturnPhotosSource = 'buyer' | 'table';

export interface ReturnPhotosTable {
  tenant_id: string;
  id: string;
  return_id: string;
  source: ReturnPhotosSource;
  width: number;
  height: number;
  png: Bytes;
  taken_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface ReturnPhotosTables {
  return_photos: ReturnPhotosTable;
}
