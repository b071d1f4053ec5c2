/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated } from '../column-types.ts';

export interface AccountBalancesTable {
  tenant_id: string | null;
  account_id: string | null;
  kind: string | null;
  party_tenant_id: string | null;
  currency: string | null;
  amount_minor: number | null;
  reserved_minor: number | null;
  credit_limit_minor: number | null;
}

export interface BalanceChangesTable {
  tenant_id: string;
  account_id: string;
  id: Generated<string>;
  amount_minor: Generated<number>;
  reserved_minor: Generated<number>;
}

export interface BalanceChangesTables {
  account_balances: AccountBalancesTable;
  balance_changes: BalanceChangesTable;
}
