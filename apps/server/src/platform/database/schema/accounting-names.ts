/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
export type AccountingNamesProgram = 'quickbooks' | 'xero';

export interface AccountingNamesTable {
  tenant_id: string;
  program: AccountingNamesProgram;
  name: string;
  account: string;
}

export interface AccountingNamesTables {
  accounting_names: AccountingNamesTable;
}
