/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type CustomerMailsState = 'waiting' | 'sent' | 'refused' | 'unknown' | 'expired';

export interface CustomerMailsTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  template: string;
  recipient: string;
  state: Generated<CustomerMailsState>;
  problem: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
}

export interface CustomerMailsTables {
  customer_mails: CustomerMailsTable;
}
