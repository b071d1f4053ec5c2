/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type ScanJournalKind = 'scan' | 'verify' | 'override' | 'packed' | 'printed' | 'aside';

export type ScanJournalOutcome = 'applied' | 'refused';

export type ScanShiftOrdersState = 'leased' | 'rated' | 'bought' | 'failed' | 'packed' | 'released';

export type ScanShiftsMode = 'pre-bought' | 'pre-rated';

export interface ScanJournalTable {
  tenant_id: string;
  id: string;
  shift_id: string;
  no: number;
  at: Timestamp;
  kind: ScanJournalKind;
  order_id: string | null;
  text: string | null;
  verified: Json | null;
  outcome: ScanJournalOutcome;
  why: string | null;
  user_id: string;
  received_at: Generated<Timestamp>;
}

export interface ScanShiftOrdersTable {
  tenant_id: string;
  shift_id: string;
  order_id: string;
  no: number;
  state: Generated<ScanShiftOrdersState>;
  carrier_name: string | null;
  service_name: string | null;
  price_minor: number | null;
  currency: string | null;
  shipment_id: string | null;
  why: string | null;
  packed_at: Timestamp | null;
}

export interface ScanShiftsTable {
  tenant_id: string;
  id: string;
  station_id: string;
  station_name: string;
  user_id: string;
  machine_id: Generated<string>;
  mode: ScanShiftsMode;
  began_at: Generated<Timestamp>;
  ends_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface ScanShiftsTables {
  scan_journal: ScanJournalTable;
  scan_shift_orders: ScanShiftOrdersTable;
  scan_shifts: ScanShiftsTable;
}
