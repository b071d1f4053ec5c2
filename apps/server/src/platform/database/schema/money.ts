/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type AccountsKind = 'wallet' | 'receivable' | 'payable' | 'revenue' | 'cost' | 'tax' | 'clearing';

export type DisputesState = 'open' | 'sent' | 'won' | 'lost' | 'withdrawn';

export type InvoiceLinesState = 'open' | 'matched' | 'adjusted' | 'disputed' | 'accepted';

export type PaymentsState = 'pending' | 'succeeded' | 'failed' | 'refunded' | 'disputed';

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
}

export interface BalancesTable {
  tenant_id: string;
  account_id: string;
  amount_minor: Generated<number>;
  reserved_minor: Generated<number>;
  credit_limit_minor: number | null;
  through_entry: string | null;
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
}

export interface PaymentsTable {
  tenant_id: string;
  id: string;
  provider: string;
  event_id: string;
  provider_ids: Generated<Json>;
  kind: string;
  amount_minor: number;
  currency: string;
  state: Generated<PaymentsState>;
  entry_id: string | null;
  created_at: Generated<Timestamp>;
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
