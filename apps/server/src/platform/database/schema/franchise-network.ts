/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type FranchiseCustomersState = 'active' | 'suspended' | 'closed';

export type FranchiseCustomersPlanCode = 'Basic' | 'Standard' | 'Advanced';

export type MailSendersState = 'pending' | 'verified' | 'failed';

export interface AuditLeavesTable {
  tenant_id: string;
  event_id: string;
  seal_no: number;
  hash: string;
}

export interface AuditPendingTable {
  tenant_id: string;
  id: Generated<string>;
  event_id: string;
}

export interface FranchiseCustomersTable {
  tenant_id: string;
  customer_id: string;
  name: string;
  name_key: string;
  state: Generated<FranchiseCustomersState>;
  plan_code: FranchiseCustomersPlanCode;
  agent_user_id: string | null;
  note: Generated<string>;
  terms_days: Generated<number>;
  credit_note: Generated<string>;
  suspended_reason: string | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  plan_version_no: number | null;
  search_key: Generated<string | null>;
  group_id: string | null;
  signed_up: Generated<boolean>;
  referred_by: string | null;
}

export interface MailSendersTable {
  tenant_id: string;
  address: string;
  domain: string;
  token: string;
  state: Generated<MailSendersState>;
  checks: Generated<Json>;
  checked_at: Timestamp | null;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface RollupDueTable {
  tenant_id: string;
  id: Generated<string>;
  at: Timestamp;
}

export interface UsageDaysTable {
  tenant_id: string;
  party_id: string;
  day: string;
  slug: string;
  test: boolean;
  currency: string;
  labels: number;
  voided: number;
  spend_minor: number;
  sold_minor: Generated<number>;
  cost_minor: Generated<number>;
  retail_minor: Generated<number>;
  retail_spend_minor: Generated<number>;
  delivered: Generated<number>;
  promised: Generated<number>;
  on_time: Generated<number>;
  travel_hours: Generated<number>;
}

export interface UsageFiguresTable {
  tenant_id: string;
  party_id: string;
  currency: string;
  labels30: Generated<number>;
  spend30_minor: Generated<number>;
  margin30_minor: Generated<number>;
  last_label_at: Timestamp | null;
  unfulfilled_orders: Generated<number>;
  late_orders: Generated<number>;
  open_outcomes: Generated<number>;
  as_of: Timestamp;
}

export interface FranchiseNetworkTables {
  audit_leaves: AuditLeavesTable;
  audit_pending: AuditPendingTable;
  franchise_customers: FranchiseCustomersTable;
  mail_senders: MailSendersTable;
  rollup_due: RollupDueTable;
  usage_days: UsageDaysTable;
  usage_figures: UsageFiguresTable;
}
