/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type AccountLendingsBuyerKind = 'everybody' | 'plan' | 'group' | 'buyer';

export interface AccountLendingsTable {
  tenant_id: string;
  id: string;
  account_id: string;
  buyer_kind: AccountLendingsBuyerKind;
  buyer_id: string | null;
  lent: boolean;
  left_out: Generated<Json>;
  changed_by: string | null;
  changed_at: Generated<Timestamp>;
}

export interface AccountLendingsTables {
  account_lendings: AccountLendingsTable;
}
