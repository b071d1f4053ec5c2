/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface QuotaBucketsTable {
  tenant_id: string;
  key: string;
  tokens: number;
  refilled_at: Timestamp;
  paused_until: Timestamp | null;
  granted: Generated<number>;
  short_since: Timestamp | null;
}

export interface QuotaBucketsTables {
  quota_buckets: QuotaBucketsTable;
}
