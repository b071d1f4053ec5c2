/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type CommissionPlansBasis = 'margin' | 'revenue' | 'label';

export type RoyaltyTermsBasis = 'revenue' | 'margin';

export interface CommissionPayoutsTable {
  tenant_id: string;
  id: string;
  agent_user_id: string;
  currency: string;
  amount_minor: number;
  day: string;
  note: Generated<string>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface CommissionPlansTable {
  tenant_id: string;
  id: string;
  agent_user_id: string;
  customer_id: string | null;
  basis: CommissionPlansBasis;
  rate_bp: Generated<number>;
  per_label_minor: Generated<number>;
  currency: string;
  first_day: string;
  last_day: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface CommissionStatementsTable {
  tenant_id: string;
  id: string;
  month: string;
  agent_user_id: string;
  currency: string;
  amount_minor: number;
  lines: Json;
  created_at: Generated<Timestamp>;
}

export interface RoyaltiesTable {
  tenant_id: string;
  id: string;
  month: string;
  franchise_id: string;
  currency: string;
  basis: string;
  rate_bp: number;
  share_minor: number;
  labels_minor: number;
  top_up_minor: number;
  total_minor: number;
  created_at: Generated<Timestamp>;
}

export interface RoyaltyTermsTable {
  tenant_id: string;
  id: string;
  franchise_id: string;
  basis: RoyaltyTermsBasis;
  rate_bp: Generated<number>;
  per_label_minor: Generated<number>;
  minimum_minor: Generated<number>;
  currency: string;
  first_month: string;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface CommissionsAndRoyaltiesTables {
  commission_payouts: CommissionPayoutsTable;
  commission_plans: CommissionPlansTable;
  commission_statements: CommissionStatementsTable;
  royalties: RoyaltiesTable;
  royalty_terms: RoyaltyTermsTable;
}
