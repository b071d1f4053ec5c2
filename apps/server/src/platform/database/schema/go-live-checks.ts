/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface GoLiveChecksTable {
  tenant_id: string;
  id: string;
  account_id: string;
  slug: string;
  reason: string;
  started_by: string;
  started_by_name: string;
  started_at: Timestamp;
  alive_until: Timestamp | null;
  ended_at: Timestamp | null;
  cut: Generated<boolean>;
  recording_id: string | null;
  own_recording: Generated<boolean>;
  shipments: Json;
}

export interface GoLiveChecksTables {
  go_live_checks: GoLiveChecksTable;
}
