/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export type AnswerReadingsOperation = 'rate' | 'track' | 'orders';

export type AnswerReadingsKind = 'whole' | 'part' | 'left-out' | 'unreadable';

export interface AnswerReadingsTable {
  tenant_id: string;
  connector: string;
  operation: AnswerReadingsOperation;
  kind: AnswerReadingsKind;
  account_id: string;
  hour: Timestamp;
  items: Generated<number>;
  answers: Generated<number>;
  example: string | null;
  example_at: Timestamp | null;
}

export interface ReadingShiftsTable {
  tenant_id: string;
  id: string;
  connector: string;
  operation: string;
  kind: string;
  share: number;
  share_before: number;
  items: number;
  opened_at: Timestamp;
  closed_at: Timestamp | null;
}

export interface AnswerReadingsTables {
  answer_readings: AnswerReadingsTable;
  reading_shifts: ReadingShiftsTable;
}
