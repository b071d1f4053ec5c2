/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type LabelFindingsKind =
  | 'unknown-here'
  | 'twice'
  | 'given-up-here'
  | 'voided-here'
  | 'voided-there'
  | 'unknown-there';

export type LabelRunsWhy = 'night' | 'asked' | 'restore';

export type LabelRunsState = 'running' | 'done' | 'failed';

export interface LabelFindingsTable {
  tenant_id: string;
  id: string;
  account_id: string;
  kind: LabelFindingsKind;
  subject: string;
  purchase_id: string | null;
  inbox_tenant_id: string;
  made_at: Timestamp;
  evidence: Generated<Json>;
  run_id: string;
  found_at: Generated<Timestamp>;
  gone_at: Timestamp | null;
  staged: Generated<boolean>;
}

export interface LabelRunLabelsTable {
  tenant_id: string;
  run_id: string;
  carrier_shipment_id: string;
  shipper_tenant_id: string | null;
  purchase_id: string | null;
}

export interface LabelRunsTable {
  tenant_id: string;
  id: string;
  account_id: string;
  why: LabelRunsWhy;
  state: Generated<LabelRunsState>;
  since: Timestamp;
  until: Timestamp;
  next_page: string | null;
  read_whole: Generated<boolean>;
  listed: Generated<number>;
  matched: Generated<number>;
  elsewhere: Generated<number>;
  found: Generated<number>;
  problems: Generated<Json>;
  error: string | null;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  tries: Generated<number>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  ended_at: Timestamp | null;
  progress_at: Timestamp | null;
}

export interface LabelReconciliationTables {
  label_findings: LabelFindingsTable;
  label_run_labels: LabelRunLabelsTable;
  label_runs: LabelRunsTable;
}
