/**
 * Reports that a person keeps under a name: which tables of which days, opened by its address, and sent by mail at seven in the
 * company's time zone, to the person or to others of the company who may see the report.
 */
import { REPORT_AGAINST, REPORT_DAYS, SCHEDULES } from '@scanship/domain/calendar/report-period';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, idParams, recordVersion, required } from '../common.ts';
import { BUSINESS_TABLES, SPEND_TABLES } from './reports.ts';

export const MOST_SAVED_REPORTS = 50;
export const MOST_TOLD = 20;

const settings = {
  /** Of the report of the person's kind of company; the total is on top of any. */
  tables: z.array(z.enum([...new Set([...BUSINESS_TABLES, ...SPEND_TABLES])])).check(z.minLength(1), z.maxLength(20)),
  days: z.enum(REPORT_DAYS),
  against: z.enum(REPORT_AGAINST),
  /** Of `other` days. */
  from: z.optional(day),
  to: z.optional(day),
  beforeFrom: z.optional(day),
  beforeTo: z.optional(day),
  /** Absent: the company's own. */
  currency: z.optional(currency),
};
const given = {
  name: required(60),
  ...settings,
  /** Null: it is not sent. */
  schedule: z.nullable(z.enum(SCHEDULES)),
  /** 1 is Monday; of a month the day, or its last where it has fewer. Daily: of no meaning. */
  onDay: z.int().check(z.minimum(1), z.maximum(31)),
  /** Of the files in the mail, one a table. */
  format: z.enum(['csv', 'xlsx']),
  /** Who it is sent to. */
  toUsers: z.array(id).check(z.maxLength(MOST_TOLD)),
};
export const savedSettings = z.object(settings);
export type SavedSettings = z.infer<typeof savedSettings>;

const savedReport = z.object({
  id,
  version: recordVersion,
  ...given,
  /** Others' are those that are sent to the person. */
  own: z.boolean(),
  ownerName: z.string(),
  /** The next day it is sent on. */
  nextOn: z.nullable(day),
  /** The last day it was due, and what became of it: nobody of those it is for may see it, it failed, the server was down. */
  last: z.nullable(z.object({ day, outcome: z.enum(['sent', 'nobody', 'failed', 'missed']), people: z.int() })),
});
export type SavedReport = z.infer<typeof savedReport>;

const savedReports = z.object({
  reports: z.array(savedReport),
  /** Of the company, who may see the report and has a proved address. */
  people: z.array(z.object({ id, name: z.string(), /** The asking person. */ me: z.boolean() })),
});
export type SavedReports = z.infer<typeof savedReports>;

/** The report of a seller's earnings wants `rates.see-cost` as well. */
const seeing = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN', 'ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER', 'ROLE_USER'],
  right: 'money.view',
} as const;

export const getSavedReports = defineCall({
  id: 'getSavedReports',
  method: 'GET',
  path: '/reports/saved',
  summary: 'The reports a person keeps, and those that are sent to them',
  ...seeing,
  data: savedReports,
});

/** Problems: `validation` (a name that is taken, a table or person that is not of it, days as for the report). */
export const addSavedReport = defineCall({
  id: 'addSavedReport',
  method: 'POST',
  path: '/reports/saved',
  summary: 'Keep a report under a name, and have it sent',
  audited: true,
  ...seeing,
  body: z.object(given),
  data: savedReport,
});

/** Problems: `not_found`, `stale_version`, `validation`. */
export const changeSavedReport = defineCall({
  id: 'changeSavedReport',
  method: 'PUT',
  path: '/reports/saved/{id}',
  summary: 'Change a kept report, and when and to whom it is sent',
  audited: true,
  ...seeing,
  params: idParams,
  body: z.object({ ...given, version: recordVersion }),
  data: savedReport,
});

export const removeSavedReport = defineCall({
  id: 'removeSavedReport',
  method: 'DELETE',
  path: '/reports/saved/{id}',
  summary: 'Keep a report no longer',
  audited: true,
  ...seeing,
  params: idParams,
  data: savedReports,
});

export const leaveSavedReport = defineCall({
  id: 'leaveSavedReport',
  method: 'POST',
  path: '/reports/saved/{id}/leave',
  summary: 'Have a report sent to oneself no longer',
  audited: true,
  ...seeing,
  params: idParams,
  data: savedReports,
});
