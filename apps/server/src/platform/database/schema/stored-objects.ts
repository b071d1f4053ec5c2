/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type ObjectRemovalsWhy = 'begun' | 'left' | 'erased';

export interface ObjectRemovalsTable {
  tenant_id: string;
  sha256: string;
  object_key: string;
  why: ObjectRemovalsWhy;
  since: Generated<Timestamp>;
  lease_until: Timestamp | null;
}

export interface StoredObjectsTables {
  object_removals: ObjectRemovalsTable;
}
