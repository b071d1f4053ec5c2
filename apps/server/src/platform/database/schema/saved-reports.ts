/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type SavedReportsSchedule = 'daily' | 'weekly' | 'monthly';

export type SavedReportsFormat = 'csv' | 'xlsx';

export type SavedReportsTold = 'sent' | 'nobody' | 'failed' | 'missed';

export interface SavedReportsTable {
  tenant_id: string;
  id: string;
  user_id: string;
  name: string;
  name_key: Generated<string | null>;
  settings: Json;
  schedule: SavedReportsSchedule | null;
  on_day: number | null;
  format: SavedReportsFormat;
  to_users: Generated<Json>;
  due_day: string | null;
  due_at: Timestamp | null;
  told_day: string | null;
  told: SavedReportsTold | null;
  told_people: Generated<number>;
  version: Generated<number>;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface SavedReportsTables {
  saved_reports: SavedReportsTable;
}
