/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface QuotaBucketsTable {
  tenant_id: string;
  key: string;
  tokens: number;
  taken: boolean;
  refilled_at: Timestamp;
  paused_until: Timestamp | null;
}

export interface QuotaBucketsTables {
  quota_buckets: QuotaBucketsTable;
}
