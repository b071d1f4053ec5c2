/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type ExceptionEventsWhat =
  | 'opened'
  | 'changed'
  | 'assigned'
  | 'snoozed'
  | 'woken'
  | 'note'
  | 'acted'
  | 'resolved'
  | 'reopened';

export type ExceptionsKind =
  | 'purchase'
  | 'void'
  | 'push'
  | 'store'
  | 'refund'
  | 'tracking'
  | 'import'
  | 'carrier'
  | 'pickup'
  | 'end-of-day'
  | 'print'
  | 'claim';

export type ExceptionsResolvedHow = 'cause-gone' | 'handled';

export interface ExceptionEventsTable {
  tenant_id: string;
  exception_id: string;
  id: string;
  at: Generated<Timestamp>;
  what: ExceptionEventsWhat;
  by_user: string | null;
  note: string | null;
}

export interface ExceptionsTable {
  tenant_id: string;
  id: string;
  key: string;
  kind: ExceptionsKind;
  reason: string;
  summary: string;
  next_step: string;
  actions: Generated<Json>;
  subject: Generated<Json>;
  evidence: Generated<Json>;
  operation_id: string | null;
  reference: string | null;
  owner_id: string | null;
  snoozed_until: Timestamp | null;
  last_note: string | null;
  since: Generated<Timestamp>;
  changed_at: Generated<Timestamp>;
  resolved_at: Timestamp | null;
  resolved_how: ExceptionsResolvedHow | null;
  version: Generated<number>;
}

export interface ExceptionsTables {
  exception_events: ExceptionEventsTable;
  exceptions: ExceptionsTable;
}
