/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type TaxIdsKind = 'IOSS' | 'VOEC' | 'EORI' | 'VAT' | 'GST' | 'BN' | 'EIN';

export interface TaxIdsTable {
  tenant_id: string;
  id: string;
  kind: TaxIdsKind;
  number: string;
  country_code: string;
  scope: string;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface TaxIdsTables {
  tax_ids: TaxIdsTable;
}
