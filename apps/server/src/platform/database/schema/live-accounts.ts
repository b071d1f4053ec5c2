/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Sealed, Timestamp } from '../column-types.ts';

export type TrafficRecordingsAccountKind = 'carrier' | 'store';

export interface RecordedCallsTable {
  tenant_id: string;
  id: string;
  recording_id: string;
  reference: string;
  subject_kind: string | null;
  subject_id: string | null;
  operation: string;
  method: string;
  status: number | null;
  sealed_bytes: number;
  at: Timestamp;
  sealed: Sealed;
}

export interface TrafficRecordingsTable {
  tenant_id: string;
  id: string;
  account_kind: TrafficRecordingsAccountKind;
  account_id: string;
  slug: string;
  reason: string;
  started_by: string;
  started_by_name: string;
  started_at: Timestamp;
  until: Timestamp;
  stopped_at: Timestamp | null;
  expires_at: Timestamp;
  most_bytes: number;
  kept_bytes: Generated<number>;
  calls: Generated<number>;
  dropped: Generated<number>;
}

export interface LiveAccountsTables {
  recorded_calls: RecordedCallsTable;
  traffic_recordings: TrafficRecordingsTable;
}
