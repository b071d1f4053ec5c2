/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type ClaimsKind = 'loss' | 'damage' | 'contents';

export type ClaimsState = 'draft' | 'filed' | 'accepted' | 'refused' | 'paid' | 'dropped';

export type ClaimsCarrierState = 'open' | 'asks' | 'accepted' | 'refused' | 'withdrawn';

export interface ClaimsTable {
  tenant_id: string;
  id: string;
  shipment_id: string;
  order_id: string;
  kind: ClaimsKind;
  state: Generated<ClaimsState>;
  amount_minor: number;
  currency: string;
  note: Generated<string>;
  reference: string | null;
  answer: string | null;
  paid_minor: number | null;
  paid_currency: string | null;
  opened_by: string | null;
  filed_at: Timestamp | null;
  decided_at: Timestamp | null;
  paid_at: Timestamp | null;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  effect_id: string | null;
  grant_id: string | null;
  carrier_state: ClaimsCarrierState | null;
  asked_at: Timestamp | null;
  ask_at: Timestamp | null;
  approved_minor: number | null;
  approved_currency: string | null;
  carrier_number: string | null;
  other_number: string | null;
  ask_failed_since: Timestamp | null;
}

export interface ClaimsTables {
  claims: ClaimsTable;
}
