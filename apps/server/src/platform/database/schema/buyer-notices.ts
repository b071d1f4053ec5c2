/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type BuyerNoticesKind =
  | 'shipped'
  | 'out_for_delivery'
  | 'delivered'
  | 'delayed'
  | 'at_pickup_point'
  | 'attempted'
  | 'exception'
  | 'returned';

export type BuyerNoticesState = 'waiting' | 'held' | 'sending' | 'sent' | 'suppressed' | 'failed';

export type BuyerNoticesLanguage = 'en' | 'fr';

export type SuppressedAddressesReason = 'refused' | 'unsubscribed' | 'added' | 'bounced' | 'complained';

export interface BuyerNoticeSettingsTable {
  tenant_id: string;
  id: string;
  store_id: string | null;
  kinds: Generated<Json>;
  words: Generated<Json>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
  channels: Generated<Json>;
  services: Generated<Json>;
}

export interface BuyerNoticesTable {
  tenant_id: string;
  id: string;
  tracker_id: string;
  kind: BuyerNoticesKind;
  shipment_id: string;
  order_id: string;
  store_id: string;
  number_key: string;
  occurred_at: Timestamp;
  state: Generated<BuyerNoticesState>;
  reason: string | null;
  server_words: string | null;
  language: BuyerNoticesLanguage | null;
  address: string | null;
  address_key: string | null;
  due_at: Generated<Timestamp | null>;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  failures: Generated<number>;
  handed_at: Timestamp | null;
  sent_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface SuppressedAddressesTable {
  tenant_id: string;
  id: string;
  address_hash: string;
  address: string | null;
  reason: SuppressedAddressesReason;
  server_words: string | null;
  created_at: Generated<Timestamp>;
}

export interface BuyerNoticesTables {
  buyer_notice_settings: BuyerNoticeSettingsTable;
  buyer_notices: BuyerNoticesTable;
  suppressed_addresses: SuppressedAddressesTable;
}
