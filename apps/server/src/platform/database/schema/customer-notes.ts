/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Timestamp } from '../column-types.ts';

export interface CustomerNotesTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  text: string;
  pinned: Generated<boolean>;
  author_id: string;
  by_actor: string | null;
  written_at: Timestamp;
  edited_at: Timestamp | null;
  version: Generated<number>;
}

export interface CustomerTasksTable {
  tenant_id: string;
  id: string;
  customer_id: string;
  text: string;
  due_day: string;
  assignee_id: string;
  made_by: string;
  made_at: Timestamp;
  done_at: Timestamp | null;
  done_by: string | null;
  version: Generated<number>;
}

export interface CustomerNotesTables {
  customer_notes: CustomerNotesTable;
  customer_tasks: CustomerTasksTable;
}
