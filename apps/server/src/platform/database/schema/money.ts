/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type AccountsKind = 'wallet' | 'receivable' | 'payable' | 'revenue' | 'cost' | 'tax' | 'clearing' | 'commission';

export type AdjustmentsState = 'notice' | 'disputed' | 'booked' | 'cancelled';

export type DisputesState = 'open' | 'sent' | 'won' | 'lost' | 'withdrawn';

export type DisputesSide = 'raised' | 'received';

export type InvoiceLinesState = 'open' | 'suggested' | 'matched' | 'own' | 'adjusted' | 'disputed' | 'accepted';

export type InvoiceLinesMatchBy = 'tracking' | 'reference' | 'carrier_reference' | 'person';

export type PaymentsMethod = 'card' | 'transfer' | 'cheque' | 'cash' | 'other';

export type PaymentsPurpose = 'top-up' | 'pay' | 'auto' | 'manual';

export type PaymentsMode = 'live' | 'sandbox' | 'simulator';

export type PaymentsState = 'open' | 'action' | 'processing' | 'succeeded' | 'failed';

export interface AccountsTable {
  tenant_id: string;
  id: string;
  kind: AccountsKind;
  party_tenant_id: string | null;
  currency: string;
  name: Generated<string>;
  created_at: Generated<Timestamp>;
}

export interface AdjustmentsTable {
  tenant_id: string;
  id: string;
  purchase_id: string | null;
  invoice_line_id: string | null;
  entry_id: string | null;
  kind: string;
  amount_minor: number;
  currency: string;
  reason: Generated<string>;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  case_id: string | null;
  difference_id: string | null;
  from_tenant: string | null;
  to_tenant: string | null;
  passed_minor: Generated<number>;
  lines: Generated<Json>;
  passed_lines: Generated<Json>;
  state: Generated<AdjustmentsState>;
  notice_until: Timestamp | null;
  shipment_id: string | null;
  evidence: Generated<Json>;
  levels: Json | null;
  attempt: Generated<number>;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  booked_at: Timestamp | null;
  version: Generated<number>;
}

export interface BalancesTable {
  tenant_id: string;
  account_id: string;
  amount_minor: Generated<number>;
  reserved_minor: Generated<number>;
  credit_limit_minor: number | null;
  updated_at: Generated<Timestamp>;
}

export interface DisputesTable {
  tenant_id: string;
  id: string;
  invoice_line_id: string | null;
  adjustment_id: string | null;
  state: Generated<DisputesState>;
  evidence: Generated<Json>;
  due_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  side: Generated<DisputesSide>;
  case_id: string | null;
  difference_id: string | null;
  with_tenant: string | null;
  above_id: string | null;
  amount_minor: Generated<number>;
  currency: string | null;
  kind: Generated<string>;
  answer: Generated<string>;
  ended_at: Timestamp | null;
  created_by: string | null;
}

export interface EntriesTable {
  tenant_id: string;
  id: string;
  kind: string;
  source_kind: string;
  source_id: string;
  occurred_at: Timestamp;
  note: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface InvoiceLinesTable {
  tenant_id: string;
  id: string;
  owner_tenant_id: string;
  account_id: string;
  invoice_number: string;
  line_key: string;
  purchase_id: string | null;
  tracking_key: string | null;
  amount_minor: number;
  currency: string;
  state: Generated<InvoiceLinesState>;
  details: Generated<Json>;
  created_at: Generated<Timestamp>;
  file_id: string | null;
  invoice_date: string | null;
  ship_date: string | null;
  charge_kind: string | null;
  label: Generated<string>;
  tracking_number: string | null;
  shipper_tenant_id: string | null;
  match_by: InvoiceLinesMatchBy | null;
  suggestions: Json | null;
}

export interface PaymentsTable {
  tenant_id: string;
  id: string;
  buyer_id: string;
  method: PaymentsMethod;
  purpose: PaymentsPurpose;
  mode: PaymentsMode | null;
  amount_minor: number;
  currency: string;
  state: Generated<PaymentsState>;
  card_id: string | null;
  card_name: string | null;
  provider_id: string | null;
  receipt_url: string | null;
  reference: string | null;
  why: string | null;
  refunded_minor: Generated<number>;
  disputed_minor: Generated<number>;
  effect_id: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  settled_at: Timestamp | null;
  received_on: string | null;
}

export interface PostingsTable {
  tenant_id: string;
  entry_id: string;
  no: number;
  account_id: string;
  amount_minor: number;
  currency: string;
}

export interface PriceChainTable {
  tenant_id: string;
  id: string;
  purchase_id: string;
  from_tenant: string;
  to_tenant: string;
  cost_minor: number;
  price_minor: number;
  currency: string;
  lines: Generated<Json>;
  markup_versions: Generated<Json>;
  created_at: Generated<Timestamp>;
  carrier: string | null;
  service: string | null;
  zones: Json | null;
  billable_g: number | null;
  ship_day: string | null;
  test: Generated<boolean>;
  cost_lines: Json | null;
  piece: number | null;
  piece_weights: Json | null;
  cost_tax_minor: number | null;
  price_tax_minor: number | null;
  list_minor: number | null;
}

export interface MoneyTables {
  accounts: AccountsTable;
  adjustments: AdjustmentsTable;
  balances: BalancesTable;
  disputes: DisputesTable;
  entries: EntriesTable;
  invoice_lines: InvoiceLinesTable;
  payments: PaymentsTable;
  postings: PostingsTable;
  price_chain: PriceChainTable;
}
