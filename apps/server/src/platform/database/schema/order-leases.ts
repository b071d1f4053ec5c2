/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Timestamp } from '../column-types.ts';

export interface OrderLeasesTable {
  tenant_id: string;
  order_id: string;
  shift_id: string;
  station_id: string;
  station_name: string;
  lease_until: Timestamp;
}

export interface OrderLeasesTables {
  order_leases: OrderLeasesTable;
}
