/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type SubscriptionChargesKind = 'fee' | 'change' | 'overage';

export type SubscriptionsBillEvery = 'month' | 'year';

export type SubscriptionsNextCode = 'Basic' | 'Standard' | 'Advanced';

export type SubscriptionsNextEvery = 'month' | 'year';

export interface SubscriptionChargesTable {
  tenant_id: string;
  id: string;
  seller_id: string;
  key: string;
  kind: SubscriptionChargesKind;
  plan_code: string;
  lines: Generated<Json>;
  net_minor: number;
  tax_minor: number;
  total_minor: number;
  currency: string;
  due_on: string;
  settled_at: Timestamp | null;
  acted_by: string | null;
  reason: Generated<string>;
  created_at: Generated<Timestamp>;
}

export interface SubscriptionsTable {
  tenant_id: string;
  seller_id: string;
  terms: Json;
  bill_every: Generated<SubscriptionsBillEvery>;
  anchor_day: number;
  term_start: string;
  term_end: string;
  term_price_minor: Generated<number>;
  term_full_days: Generated<number>;
  trial: Generated<boolean>;
  period_start: string;
  period_end: string;
  period_start_at: Timestamp;
  period_end_at: Timestamp;
  allowance: number | null;
  next_code: SubscriptionsNextCode | null;
  next_every: SubscriptionsNextEvery | null;
  warned: Generated<number>;
  past_due_since: Timestamp | null;
  refuse_at: Timestamp | null;
  version: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface SubscriptionsTables {
  subscription_charges: SubscriptionChargesTable;
  subscriptions: SubscriptionsTable;
}
