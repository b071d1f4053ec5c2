/** Rows of announcements, as their authors see them. */
import type { Announcement, AnnouncementInput } from '@scanship/contracts/network/announcements';
import { PLAN_NAMES } from '@scanship/contracts/access/auth';
import type { RequestContext } from '../../platform/context.ts';
import { json } from '../../platform/database/json-column.ts';
import type { Addressed, Addressee } from './reach.ts';

export interface AnnouncementRow {
  readonly tenant_id: string;
  readonly id: string;
  readonly kind: Announcement['kind'];
  readonly state: Announcement['state'];
  readonly title_en: string;
  readonly title_fr: string;
  readonly text_en: string;
  readonly text_fr: string;
  readonly shown_from: Date;
  readonly shown_until: Date;
  readonly work_from: Date | null;
  readonly work_until: Date | null;
  readonly audience: Announcement['audience'];
  readonly plans: unknown;
  readonly chosen: unknown;
  readonly by_mail: boolean;
  readonly mail_due_at: Date | null;
  readonly mail_after: string | null;
  readonly mailed: number;
  readonly repeated_at: Date | null;
  readonly version: number;
  readonly published_at: Date | null;
}

/** A list of texts, as it is stored. */
export const textsOf = (stored: unknown): string[] =>
  Array.isArray(stored) ? stored.filter((each): each is string => typeof each === 'string') : [];

/** A level that announces. */
export type Author = Pick<RequestContext, 'tenantId' | 'tenantKind'>;

export const addressed = (author: Pick<Author, 'tenantKind'>, row: AnnouncementRow): Addressed => ({
  by: author.tenantKind === 'platform' ? 'platform' : 'franchise',
  audience: row.audience,
  plans: textsOf(row.plans),
  chosen: textsOf(row.chosen),
});

/** Whom a level sells to. */
export const buyerKindOf = ({ tenantKind }: Pick<Author, 'tenantKind'>): Addressee['kind'] =>
  tenantKind === 'platform' ? 'franchise' : 'customer';

const spanOf = (from: Date | null, until: Date | null): AnnouncementInput['work'] =>
  from && until ? { from: from.toISOString(), until: until.toISOString() } : null;

export const inputOf = (row: AnnouncementRow): AnnouncementInput => ({
  kind: row.kind,
  en: { title: row.title_en, text: row.text_en },
  fr: { title: row.title_fr, text: row.text_fr },
  shown: { from: row.shown_from.toISOString(), until: row.shown_until.toISOString() },
  work: spanOf(row.work_from, row.work_until),
  audience: row.audience,
  plans: PLAN_NAMES.filter((plan) => textsOf(row.plans).includes(plan)),
  chosen: textsOf(row.chosen),
  byMail: row.by_mail,
});

/** What is stored of an input. */
export const columnsOf = (input: AnnouncementInput) => ({
  kind: input.kind,
  title_en: input.en.title,
  title_fr: input.fr.title,
  text_en: input.en.text,
  text_fr: input.fr.text,
  shown_from: new Date(input.shown.from),
  shown_until: new Date(input.shown.until),
  work_from: input.work ? new Date(input.work.from) : null,
  work_until: input.work ? new Date(input.work.until) : null,
  audience: input.audience,
  plans: json([...new Set<string>(input.plans)]),
  chosen: json([...new Set(input.chosen)]),
  by_mail: input.byMail,
});

export const nameOf = (row: Pick<AnnouncementRow, 'title_en' | 'title_fr'>): string => row.title_en || row.title_fr;
