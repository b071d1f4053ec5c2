/** Generated from the migrated database by generate-schema-types.ts; do not edit. */
import type { Generated, Json, Timestamp } from '../column-types.ts';

export type AnnouncementsKind = 'news' | 'maintenance' | 'problem';

export type AnnouncementsState = 'draft' | 'published' | 'withdrawn';

export type AnnouncementsAudience = 'below' | 'everybody' | 'plans' | 'chosen';

export interface AnnouncementReadsTable {
  tenant_id: string;
  announcement_id: string;
  realm_id: string;
  user_id: string;
  company_id: string;
  read_at: Timestamp;
  put_away_at: Timestamp | null;
}

export interface AnnouncementsTable {
  tenant_id: string;
  id: string;
  kind: AnnouncementsKind;
  state: Generated<AnnouncementsState>;
  title_en: Generated<string>;
  title_fr: Generated<string>;
  text_en: Generated<string>;
  text_fr: Generated<string>;
  shown_from: Timestamp;
  shown_until: Timestamp;
  work_from: Timestamp | null;
  work_until: Timestamp | null;
  audience: AnnouncementsAudience;
  plans: Generated<Json>;
  chosen: Generated<Json>;
  by_mail: Generated<boolean>;
  mail_due_at: Timestamp | null;
  mail_after: string | null;
  mailed: Generated<number>;
  repeated_at: Timestamp | null;
  version: Generated<number>;
  created_by: string;
  created_at: Timestamp;
  published_at: Timestamp | null;
}

export interface AnnouncementsTables {
  announcement_reads: AnnouncementReadsTable;
  announcements: AnnouncementsTable;
}
