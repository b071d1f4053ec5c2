/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type IdempotencyKeysState = 'running' | 'done';

export interface AuditEventsTable {
  tenant_id: string;
  id: string;
  actors: Json;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  before_hash: string | null;
  after_hash: string | null;
  details: Generated<Json>;
  request_id: string | null;
  ip: string | null;
  at: Generated<Timestamp>;
}

export interface AuditSealsTable {
  tenant_id: string;
  no: number;
  from_id: string;
  to_id: string;
  events: number;
  root: string;
  previous: string | null;
  sealed_at: Generated<Timestamp>;
}

export interface CarrierCallsTable {
  tenant_id: string;
  id: string;
  reference: string;
  slug: string;
  account_id: string | null;
  shipper_tenant_id: string | null;
  subject_kind: string | null;
  subject_id: string | null;
  operation: string;
  method: string | null;
  address: string | null;
  status: number | null;
  outcome: string;
  request: string | null;
  response: string | null;
  duration_ms: number | null;
  at: Generated<Timestamp>;
}

export interface IdempotencyKeysTable {
  tenant_id: string;
  key: string;
  route: string;
  request_hash: string;
  state: Generated<IdempotencyKeysState>;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  status: number | null;
  answer: Json | null;
  answer_blob: string | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface StateChangesTable {
  tenant_id: string;
  subject_kind: string;
  subject_id: string;
  at: Generated<Timestamp>;
  id: string;
  from_state: string | null;
  to_state: string;
  by_user: string | null;
  by_session: string | null;
  why: string | null;
  by_actor: string | null;
}

export interface SafetyHistoryTables {
  audit_events: AuditEventsTable;
  audit_seals: AuditSealsTable;
  carrier_calls: CarrierCallsTable;
  idempotency_keys: IdempotencyKeysTable;
  state_changes: StateChangesTable;
}
