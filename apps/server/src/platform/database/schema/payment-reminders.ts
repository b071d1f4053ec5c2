/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type PaymentPromisesState = 'open' | 'kept' | 'broken' | 'withdrawn';

export interface PaymentPromisesTable {
  tenant_id: string;
  id: string;
  buyer_id: string;
  promised_on: string;
  amount_minor: number | null;
  currency: string | null;
  open_minor: number | null;
  covers: Json;
  note: Generated<string>;
  state: Generated<PaymentPromisesState>;
  made_by: string;
  made_at: Timestamp;
  ended_at: Timestamp | null;
}

export interface ReminderPausesTable {
  tenant_id: string;
  buyer_id: string;
  reason: string;
  paused_by: string;
  since: Timestamp;
}

export interface ReminderSettingsTable {
  tenant_id: string;
  is_on: Generated<boolean>;
  steps: Json;
  least_minor: Generated<number>;
  note_en: Generated<string>;
  note_fr: Generated<string>;
  version: Generated<number>;
  updated_at: Generated<Timestamp>;
}

export interface ReminderStepsTable {
  tenant_id: string;
  invoice_id: string;
  days: number;
  reminder_id: string;
}

export interface RemindersTable {
  tenant_id: string;
  id: string;
  buyer_id: string;
  day: string;
  days: number;
  stopped: boolean;
  invoices: Json;
  people: number;
  sent_by: string | null;
  sent_at: Timestamp;
}

export interface PaymentRemindersTables {
  payment_promises: PaymentPromisesTable;
  reminder_pauses: ReminderPausesTable;
  reminder_settings: ReminderSettingsTable;
  reminder_steps: ReminderStepsTable;
  reminders: RemindersTable;
}
