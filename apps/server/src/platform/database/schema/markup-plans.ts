/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type MarkupPlansBuyerKind = 'buyer' | 'group' | 'plan';

export interface MarkupPlansTable {
  tenant_id: string;
  id: string;
  buyer_tenant_id: string | null;
  used: Generated<boolean>;
  currency: string;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  buyer_kind: Generated<MarkupPlansBuyerKind>;
}

export interface MarkupVersionsTable {
  tenant_id: string;
  plan_id: string;
  version: number;
  used: boolean;
  note: Generated<string>;
  rule_ids: Json;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  starts_at: Timestamp | null;
  restores: number | null;
  withdrawn_at: Timestamp | null;
  withdrawn_by: string | null;
}

export interface MarkupPlansTables {
  markup_plans: MarkupPlansTable;
  markup_versions: MarkupVersionsTable;
}
