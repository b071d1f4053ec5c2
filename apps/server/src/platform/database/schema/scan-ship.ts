/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export interface ScanShipSelectionsTable {
  tenant_id: string;
  user_id: string;
  machine_id: Generated<string>;
  order_id: string;
  choice: Json;
  saved_at: Generated<Timestamp>;
}

export interface ScanShipSettingsTable {
  tenant_id: string;
  user_id: string;
  machine_id: Generated<string>;
  setting: Json;
  updated_at: Generated<Timestamp>;
}

export interface ScanShipTables {
  scan_ship_selections: ScanShipSelectionsTable;
  scan_ship_settings: ScanShipSettingsTable;
}
