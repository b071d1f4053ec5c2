/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type AutoTopUpsState = 'on' | 'off' | 'paused';

export type CardCustomersMode = 'live' | 'sandbox' | 'simulator';

export type CardsMode = 'live' | 'sandbox' | 'simulator';

export type ChargebacksState = 'inquiry' | 'open' | 'won' | 'lost';

export type RefundsState = 'open' | 'pending' | 'succeeded' | 'failed';

export interface AutoTopUpsTable {
  tenant_id: string;
  buyer_id: string;
  state: AutoTopUpsState;
  currency: string;
  below_minor: number;
  amount_minor: number;
  card_id: string;
  paused_why: string | null;
  set_by: string;
  realm_id: string;
  checked_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface CardCustomersTable {
  tenant_id: string;
  buyer_id: string;
  mode: CardCustomersMode;
  provider_id: string;
  created_at: Generated<Timestamp>;
}

export interface CardsTable {
  tenant_id: string;
  id: string;
  buyer_id: string;
  mode: CardsMode;
  provider_id: string;
  brand: string;
  last4: string;
  exp_month: number;
  exp_year: number;
  is_default: Generated<boolean>;
  removed_at: Timestamp | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface ChargebacksTable {
  tenant_id: string;
  id: string;
  payment_id: string;
  provider_id: string;
  amount_minor: number;
  currency: string;
  reason: Generated<string>;
  state: ChargebacksState;
  evidence_due_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface RefundsTable {
  tenant_id: string;
  id: string;
  payment_id: string;
  amount_minor: number;
  currency: string;
  state: Generated<RefundsState>;
  provider_id: string | null;
  reason: Generated<string>;
  why: string | null;
  effect_id: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface PaymentsTables {
  auto_top_ups: AutoTopUpsTable;
  card_customers: CardCustomersTable;
  cards: CardsTable;
  chargebacks: ChargebacksTable;
  refunds: RefundsTable;
}
