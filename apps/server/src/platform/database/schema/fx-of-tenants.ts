/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface TenantFxRatesTable {
  tenant_id: string;
  base: string;
  quote: string;
  day: string;
  rate_e9: number;
  source: string;
  entered_by: string | null;
  entered_at: Generated<Timestamp>;
}

export interface FxOfTenantsTables {
  tenant_fx_rates: TenantFxRatesTable;
}
