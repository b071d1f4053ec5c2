/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type NoticePostsKind =
  | 'shipped'
  | 'out_for_delivery'
  | 'delivered'
  | 'delayed'
  | 'at_pickup_point'
  | 'attempted'
  | 'exception'
  | 'returned';

export type NoticePostsState = 'waiting' | 'held' | 'sending' | 'sent' | 'suppressed' | 'failed';

export interface NoticePostsTable {
  tenant_id: string;
  id: string;
  tracker_id: string;
  kind: NoticePostsKind;
  shipment_id: string;
  order_id: string;
  store_id: string;
  number_key: string;
  occurred_at: Timestamp;
  state: Generated<NoticePostsState>;
  reason: string | null;
  answer: string | null;
  due_at: Generated<Timestamp | null>;
  lease_until: Timestamp | null;
  attempt: Generated<number>;
  failures: Generated<number>;
  sent_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  erased: Generated<boolean>;
}

export interface NoticeWebhooksTable {
  tenant_id: string;
  url: string;
  secret_id: string;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface NoticeWebhooksTables {
  notice_posts: NoticePostsTable;
  notice_webhooks: NoticeWebhooksTable;
}
