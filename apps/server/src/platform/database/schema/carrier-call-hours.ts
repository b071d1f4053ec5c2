/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface CarrierCallHoursTable {
  tenant_id: string;
  account_id: string;
  hour: Timestamp;
  calls: Generated<number>;
  failed: Generated<number>;
  refused: Generated<number>;
  ms_100: Generated<number>;
  ms_250: Generated<number>;
  ms_500: Generated<number>;
  ms_1000: Generated<number>;
  ms_2500: Generated<number>;
  ms_5000: Generated<number>;
  ms_10000: Generated<number>;
  ms_30000: Generated<number>;
  ms_more: Generated<number>;
  last_ok_at: Timestamp | null;
}

export interface CarrierCallHoursTables {
  carrier_call_hours: CarrierCallHoursTable;
}
