/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type InvoiceEntriesSection =
  | 'label'
  | 'return'
  | 'void'
  | 'adjustment'
  | 'plan'
  | 'royalty'
  | 'correction'
  | 'payment'
  | 'refund';

export type InvoiceSeriesKind = 'invoice' | 'credit';

export type MonthClosesState = 'due' | 'closing' | 'closed';

export type MonthClosesStage = 'royalties' | 'invoices' | 'commissions' | 'mails' | 'done';

export interface CreditNotesTable {
  tenant_id: string;
  id: string;
  number: string;
  invoice_id: string;
  party_id: string;
  amount_minor: number;
  tax_minor: number;
  taxes: Generated<Json>;
  currency: string;
  reason: string;
  day: string;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface InvoiceEarningsTable {
  tenant_id: string;
  invoice_id: string;
  month: string;
  party_id: string;
  currency: string;
  labels: number;
  revenue_minor: number;
  margin_minor: number;
}

export interface InvoiceEntriesTable {
  tenant_id: string;
  entry_id: string;
  account_id: string;
  invoice_id: string;
  section: InvoiceEntriesSection;
  source_id: string;
  occurred_at: Timestamp;
  amount_minor: number;
  tax_minor: number;
  cost_minor: number;
}

export interface InvoiceSeriesTable {
  tenant_id: string;
  kind: InvoiceSeriesKind;
  year: number;
  next_no: Generated<number>;
}

export interface InvoicesTable {
  tenant_id: string;
  id: string;
  number: string;
  month: string;
  account_id: string;
  party_id: string;
  party_name: string;
  currency: string;
  opening_minor: number;
  charges_minor: number;
  settled_minor: number;
  tax_minor: number;
  closing_minor: number;
  sections: Json;
  taxes: Json;
  entry_count: number;
  first_entry: string;
  last_entry: string;
  next_from: string;
  issued_day: string;
  due_day: string;
  terms_days: number;
  created_at: Generated<Timestamp>;
}

export interface MonthClosesTable {
  tenant_id: string;
  month: string;
  time_zone: string;
  ends_at: Timestamp;
  state: Generated<MonthClosesState>;
  stage: Generated<MonthClosesStage>;
  cursor: string | null;
  done: Generated<number>;
  total: Generated<number>;
  waits_for: string | null;
  issued_day: string | null;
  due_at: Timestamp | null;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  started_at: Timestamp | null;
  closed_at: Timestamp | null;
  closed_by: string | null;
}

export interface StatementSettingsTable {
  tenant_id: string;
  invoice_prefix: Generated<string>;
  credit_prefix: Generated<string>;
  auto_close: Generated<boolean>;
  mail: Generated<boolean>;
  terms_days: Generated<number>;
  legal_name: Generated<string>;
  address: Generated<string>;
  payment_note: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface StatementsTables {
  credit_notes: CreditNotesTable;
  invoice_earnings: InvoiceEarningsTable;
  invoice_entries: InvoiceEntriesTable;
  invoice_series: InvoiceSeriesTable;
  invoices: InvoicesTable;
  month_closes: MonthClosesTable;
  statement_settings: StatementSettingsTable;
}
