/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type BankLinesState = 'open' | 'matched' | 'aside' | 'replaced';

export type BankLinesAsideReason = 'own-transfer' | 'bank-fee' | 'interest' | 'supplier' | 'owner' | 'tax' | 'other';

export type CardPayoutItemsKind = 'charge' | 'refund' | 'refund-failed' | 'dispute' | 'dispute-won' | 'fee' | 'other';

export type CardPayoutsMode = 'live' | 'sandbox' | 'simulator';

export type CardPayoutsState = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

export interface BankAccountsTable {
  tenant_id: string;
  id: string;
  name: string;
  currency: string;
  number: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
}

export interface BankFilesTable {
  tenant_id: string;
  id: string;
  account_id: string;
  file_name: string;
  source: string;
  lines: number;
  known: number;
  pending: number;
  faults: Json;
  fault_count: number;
  from_day: string | null;
  to_day: string | null;
  opening_day: string | null;
  opening_minor: number | null;
  closing_day: string | null;
  closing_minor: number | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  taken_back_at: Timestamp | null;
  taken_back_by: string | null;
  account_number: string | null;
}

export interface BankLinesTable {
  tenant_id: string;
  id: string;
  account_id: string;
  file_id: string;
  line_key: string;
  part_of: Generated<string>;
  source: string;
  booked_on: string;
  value_on: string | null;
  amount_minor: number;
  currency: string;
  party: string;
  party_account: string;
  text: string;
  reference: string;
  bank_ref: string;
  state: Generated<BankLinesState>;
  aside_reason: BankLinesAsideReason | null;
  note: Generated<string>;
  decided_by: string | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  replaced_by: string | null;
  notice: Generated<string>;
}

export interface BankMappingsTable {
  tenant_id: string;
  account_id: string;
  header_key: string;
  mapping: Json;
  updated_at: Generated<Timestamp>;
}

export interface BankMatchesTable {
  tenant_id: string;
  id: string;
  line_id: string;
  payment_id: string | null;
  refund_id: string | null;
  payout_id: string | null;
  amount_minor: number;
  entered: boolean;
  undo_refund_id: string | null;
  created_by: string | null;
  created_at: Generated<Timestamp>;
  undone_by: string | null;
  undone_at: Timestamp | null;
}

export interface CardPayoutItemsTable {
  tenant_id: string;
  payout_id: string;
  provider_id: string;
  kind: CardPayoutItemsKind;
  amount_minor: number;
  fee_minor: number;
  net_minor: number;
  intent_id: string | null;
  subject_id: string | null;
  happened_at: Timestamp;
  note: string;
  charged_minor: number | null;
  charged_currency: string | null;
}

export interface CardPayoutsTable {
  tenant_id: string;
  id: string;
  mode: CardPayoutsMode;
  provider_id: string;
  state: CardPayoutsState;
  amount_minor: number;
  currency: string;
  arrives_on: string;
  itemised: boolean;
  made_at: Timestamp;
  read_at: Generated<Timestamp>;
  read_again: Generated<boolean>;
}

export interface BankTables {
  bank_accounts: BankAccountsTable;
  bank_files: BankFilesTable;
  bank_lines: BankLinesTable;
  bank_mappings: BankMappingsTable;
  bank_matches: BankMatchesTable;
  card_payout_items: CardPayoutItemsTable;
  card_payouts: CardPayoutsTable;
}
