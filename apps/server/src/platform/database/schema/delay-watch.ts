/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface LaneCountsTable {
  tenant_id: string;
  counted_at: Timestamp;
}

export interface LaneGapsTable {
  tenant_id: string;
  slug: string;
  service: string;
  lane: string;
  status: string;
  parcels: number;
  p95_ms: number;
}

export interface DelayWatchTables {
  lane_counts: LaneCountsTable;
  lane_gaps: LaneGapsTable;
}
