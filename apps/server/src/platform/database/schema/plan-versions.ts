/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type PlanVersionsCode = 'Basic' | 'Standard' | 'Advanced';

export interface PlanVersionsTable {
  tenant_id: string;
  id: string;
  code: PlanVersionsCode;
  no: number;
  currency: string;
  monthly_minor: Generated<number>;
  yearly_minor: number | null;
  labels: number | null;
  overage_minor: number | null;
  trial_days: Generated<number>;
  grace_days: Generated<number>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface PlanVersionsTables {
  plan_versions: PlanVersionsTable;
}
