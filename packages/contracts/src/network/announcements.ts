/**
 * Announcements: the operator tells franchises (and, if chosen, everybody below them), a franchise tells its customers. Who reads
 * sees those of the level it buys from, and what the operator passes on; never those of others.
 */
import * as z from 'zod/mini';
import { PLAN_NAMES } from '../access/auth.ts';
import { defineCall } from '../call.ts';
import { id, idParams, recordVersion, required } from '../common.ts';

export const ANNOUNCEMENT_KINDS = ['news', 'maintenance', 'problem'] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];
export const ANNOUNCEMENT_STATES = ['draft', 'published', 'withdrawn'] as const;
/** below: all to whom the level sells; everybody: and their customers (operator only); plans (franchise only); chosen. */
export const AUDIENCES = ['below', 'everybody', 'plans', 'chosen'] as const;
export type Audience = (typeof AUDIENCES)[number];

const moment = z.iso.datetime();
const title = z.string().check(z.trim(), z.maxLength(120));
/** Plain text: a blank line begins a paragraph, addresses with https:// become links. */
const text = z.string().check(z.trim(), z.maxLength(4000));
const MOST_CHOSEN = 500;

const words = z.object({ title, text });
const span = z.object({ from: moment, until: moment });

const content = {
  kind: z.enum(ANNOUNCEMENT_KINDS),
  en: words,
  fr: words,
  shown: span,
  /** When the work is done; with `maintenance` only. */
  work: z.nullable(span),
  audience: z.enum(AUDIENCES),
  plans: z.array(z.enum(PLAN_NAMES)).check(z.maxLength(PLAN_NAMES.length)),
  chosen: z.array(id).check(z.maxLength(MOST_CHOSEN)),
  byMail: z.boolean(),
};

export const announcementInput = z.object(content);
export type AnnouncementInput = z.infer<typeof announcementInput>;

/** As its author sees it. */
export const announcement = z.object({
  ...content,
  id,
  state: z.enum(ANNOUNCEMENT_STATES),
  /** Companies it reaches now. */
  companies: z.int(),
  /** Who has read it. */
  read: z.object({ companies: z.int(), people: z.int() }),
  /** Mails queued so far; null: none asked for. */
  mailed: z.nullable(z.int()),
  publishedAt: z.nullable(moment),
  version: recordVersion,
});
export type Announcement = z.infer<typeof announcement>;

const author = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'branding.edit',
} as const;

export const listAnnouncements = defineCall({
  id: 'listAnnouncements',
  method: 'GET',
  path: '/announcements',
  summary: 'What the level has announced, drafts included, newest first',
  ...author,
  data: z.object({
    announcements: z.array(announcement),
    /** Whom one may choose, and who is suspended meanwhile. */
    buyers: z.array(z.object({ id, name: z.string() })),
  }),
});

export const addAnnouncement = defineCall({
  id: 'addAnnouncement',
  method: 'POST',
  path: '/announcements',
  summary: 'Keep a draft; nobody sees it yet',
  ...author,
  audited: true,
  body: announcementInput,
  data: announcement,
});

/** Problem `stale_version` where somebody changed it meanwhile. Nobody gets a second mail; who is new to it gets theirs. */
export const changeAnnouncement = defineCall({
  id: 'changeAnnouncement',
  method: 'PUT',
  path: '/announcements/{id}',
  summary: 'Change a draft or what is published already',
  ...author,
  audited: true,
  params: idParams,
  body: z.extend(announcementInput, {
    version: recordVersion,
    /** Shown again to those who put it away. */
    again: z.optional(z.boolean()),
  }),
  data: announcement,
});

/** Problem `validation` where words, times or readers are missing. */
export const publishAnnouncement = defineCall({
  id: 'publishAnnouncement',
  method: 'POST',
  path: '/announcements/{id}/publish',
  summary: 'Publish it: shown from its time on, mailed once to each person if asked for',
  ...author,
  audited: true,
  params: idParams,
  body: z.object({ version: recordVersion }),
  data: announcement,
});

export const withdrawAnnouncement = defineCall({
  id: 'withdrawAnnouncement',
  method: 'POST',
  path: '/announcements/{id}/withdraw',
  summary: 'Take it back: nobody sees it any more; mails that are queued already still go out, no others do',
  ...author,
  audited: true,
  params: idParams,
  data: announcement,
});

export const deleteAnnouncement = defineCall({
  id: 'deleteAnnouncement',
  method: 'DELETE',
  path: '/announcements/{id}',
  summary: 'Delete a draft that nobody has seen',
  ...author,
  audited: true,
  params: idParams,
  data: z.object({}),
});

export const listAnnouncementReaders = defineCall({
  id: 'listAnnouncementReaders',
  method: 'GET',
  path: '/announcements/{id}/readers',
  summary: 'Who has read it, newest first',
  ...author,
  params: idParams,
  data: z.object({
    readers: z.array(z.object({ name: z.string(), company: z.string(), readAt: moment })),
    /** Only the first thousand are listed. */
    more: z.boolean(),
  }),
});

// --- Reading ---------------------------------------------------------------------------------------------------------------

/** In the reader's language where it is written in it, else in the other one. */
export const newsItem = z.object({
  id,
  kind: z.enum(ANNOUNCEMENT_KINDS),
  /** Who says it. */
  from: z.string(),
  language: z.enum(['en', 'fr']),
  title: required(120),
  text,
  publishedAt: moment,
  shown: span,
  work: z.nullable(span),
  read: z.boolean(),
  /** Belongs into the bar above every page. */
  inBar: z.boolean(),
});
export type NewsItem = z.infer<typeof newsItem>;

export const getNews = defineCall({
  id: 'getNews',
  method: 'GET',
  path: '/news',
  summary: 'What is new: announcements to this person, of the last ninety days, newest first',
  auth: 'access',
  data: z.object({ news: z.array(newsItem) }),
});

/** Ids that do not reach the person are left out of account. */
export const readNews = defineCall({
  id: 'readNews',
  method: 'POST',
  path: '/news/read',
  summary: 'Mark announcements as read, or put them away from the bar',
  auth: 'access',
  // What oneself has read is no act; its author has the list.
  audited: false,
  body: z.object({ ids: z.array(id).check(z.minLength(1), z.maxLength(100)), putAway: z.boolean() }),
  data: z.object({ news: z.array(newsItem) }),
});
