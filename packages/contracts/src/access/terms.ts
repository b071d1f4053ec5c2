/**
 * Terms: a franchise publishes them for its customers' people, the operator for the administrators of its franchises. Whoever has
 * not agreed to the version in force can look, pay and take data out, and, a day after it came into force, not buy.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { termsAgreement } from './auth.ts';
import { id, idParams, recordVersion } from '../common.ts';

/** From when a version holds until what it closes is closed to who has not agreed. */
export const TERMS_GRACE_HOURS = 24;

/**
 * Closed until one agrees: what buys, or takes on somebody new. What was begun is finished, what was shipped without a line is
 * sent in, and everything that reads, pays, voids or exports stays open.
 */
export const CLOSED_UNTIL_AGREED: ReadonlySet<string> = new Set([
  'createShipment',
  'createMultiple',
  'createMultiple2',
  'startBatch',
  'resumeBatch',
  'retryBatch',
  'shipScanned',
  'shipScannedByCarrier',
  'shipScannedByDetails',
  'loadShift',
  'buyPriced',
  'bookPickup',
  'buyReturnLabel',
  'decideReturns',
  'choosePlan',
  'createCustomer',
  'inviteCustomerAdmin',
]);

const moment = z.iso.datetime();
const words = z.object({
  /** Plain text: a blank line begins a paragraph. */
  text: z.string().check(z.trim(), z.maxLength(100_000)),
  /** An address that begins with https://, instead of or beside the text. */
  link: z.string().check(z.trim(), z.maxLength(500)),
});
const content = {
  name: z.string().check(z.trim(), z.maxLength(80)),
  en: words,
  fr: words,
  holdsFrom: moment,
  /** Who agreed to an earlier version is asked once more; who never agreed is asked anyway. */
  asksAgain: z.boolean(),
};

export const termsInput = z.object(content);
export type TermsInput = z.infer<typeof termsInput>;

export const termsVersion = z.object({
  ...content,
  id,
  state: z.enum(['draft', 'published', 'withdrawn']),
  /** In force now. */
  current: z.boolean(),
  number: z.nullable(z.int()),
  publishedAt: z.nullable(moment),
  /** People who agreed to this version. */
  agreed: z.int(),
  version: recordVersion,
});
export type TermsVersion = z.infer<typeof termsVersion>;

const author = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'users.manage',
} as const;

export const listTerms = defineCall({
  id: 'listTerms',
  method: 'GET',
  path: '/terms',
  summary: 'Versions of the level’s terms, newest first',
  ...author,
  data: z.object({ versions: z.array(termsVersion) }),
});

export const addTerms = defineCall({
  id: 'addTerms',
  method: 'POST',
  path: '/terms',
  summary: 'Keep a draft of a version',
  ...author,
  audited: true,
  body: termsInput,
  data: termsVersion,
});

/** What is published is never changed: it is agreed to as it stands. Problem `stale_version`. */
export const changeTerms = defineCall({
  id: 'changeTerms',
  method: 'PUT',
  path: '/terms/{id}',
  summary: 'Change a draft',
  ...author,
  audited: true,
  params: idParams,
  body: z.extend(termsInput, { version: recordVersion }),
  data: termsVersion,
});

/** A day that has passed already becomes now. Problems: `validation` where nothing could be read or agreed to, `stale_version`. */
export const publishTerms = defineCall({
  id: 'publishTerms',
  method: 'POST',
  path: '/terms/{id}/publish',
  summary: 'Publish a version: it holds from its time on',
  ...author,
  audited: true,
  params: idParams,
  body: z.object({ version: recordVersion }),
  data: termsVersion,
});

export const withdrawTerms = defineCall({
  id: 'withdrawTerms',
  method: 'POST',
  path: '/terms/{id}/withdraw',
  summary:
    'Withdraw a version: the one before it is in force again, for which its consents do not count; they stay on record',
  ...author,
  audited: true,
  params: idParams,
  data: termsVersion,
});

export const deleteTerms = defineCall({
  id: 'deleteTerms',
  method: 'DELETE',
  path: '/terms/{id}',
  summary: 'Delete a draft',
  ...author,
  audited: true,
  params: idParams,
  data: z.object({}),
});

export const listMissingConsents = defineCall({
  id: 'listMissingConsents',
  method: 'GET',
  path: '/terms/missing',
  summary: 'Who has not agreed to the version in force; the first five hundred by company',
  ...author,
  data: z.object({
    people: z.array(
      z.object({ name: z.string(), userName: z.string(), company: z.string(), lastSignInAt: z.nullable(moment) }),
    ),
    total: z.int(),
  }),
});

export const exportConsents = defineCall({
  id: 'exportConsents',
  method: 'GET',
  path: '/terms/consents/export',
  summary: 'Who agreed to which version when, from which address, with the hash of what was shown',
  ...author,
  produces: 'text/csv',
});

// --- Agreeing --------------------------------------------------------------------------------------------------------------

/** As it is shown to who agrees, in the language asked for where it is written in it. */
export const shownTerms = z.object({
  id,
  number: z.int(),
  name: z.string(),
  /** Whose terms. */
  from: z.string(),
  language: z.enum(['en', 'fr']),
  text: z.string(),
  link: z.string(),
  /** SHA-256 of the text, a line feed and the link. */
  hash: z.string(),
  holdsFrom: moment,
});
export type ShownTerms = z.infer<typeof shownTerms>;

export const ownTerms = z.object({
  /** Null: there are none, or they are not for this person. */
  terms: z.nullable(shownTerms),
  /** The person must agree. */
  due: z.boolean(),
  /** From then on what buys is closed to them; null where nothing is due. */
  closesAt: z.nullable(moment),
  agreedAt: z.nullable(moment),
});
export type OwnTerms = z.infer<typeof ownTerms>;

export const getOwnTerms = defineCall({
  id: 'getOwnTerms',
  method: 'GET',
  path: '/terms/mine',
  summary: 'The terms in force for this person, and whether they must agree',
  auth: 'access',
  data: ownTerms,
});

/** Problem `stale_version` where another version came into force, or another text was shown. Nobody agrees for somebody else. */
export const agreeToTerms = defineCall({
  id: 'agreeToTerms',
  method: 'POST',
  path: '/terms/mine/agree',
  summary: 'Agree to the terms that were shown',
  auth: 'access',
  audited: true,
  body: termsAgreement,
  data: ownTerms,
});

/** For the sign-up page of a host. */
export const getSiteTerms = defineCall({
  id: 'getSiteTerms',
  method: 'GET',
  path: '/user/terms',
  summary: 'The terms that a sign-up agrees to',
  auth: 'public',
  query: z.object({ language: z.optional(z.enum(['en', 'fr'])) }),
  data: z.object({ terms: z.nullable(shownTerms) }),
});
