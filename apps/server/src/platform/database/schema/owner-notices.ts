/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export type OwnerNoticesKind =
  | 'sign_up'
  | 'credit_limit'
  | 'promise_broken'
  | 'carrier_down'
  | 'expiring'
  | 'labels_unknown'
  | 'labels_on_hold';

export interface OwnerNoticeReadsTable {
  tenant_id: string;
  notice_id: string;
  user_id: string;
  at: Timestamp;
}

export interface OwnerNoticesTable {
  tenant_id: string;
  id: string;
  kind: OwnerNoticesKind;
  subject: string;
  name: string;
  amount: number | null;
  day: string;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface OwnerNoticesTables {
  owner_notice_reads: OwnerNoticeReadsTable;
  owner_notices: OwnerNoticesTable;
}
