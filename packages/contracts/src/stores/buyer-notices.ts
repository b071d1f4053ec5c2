/** E-mails to buyers about their parcels: what is sent for which store, its words, what became of it, and who is left alone. */
import { NOTICE_KINDS } from '@scanship/domain/tracking/buyer-notices';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, recordVersion } from '../common.ts';

export const noticeKind = z.enum(NOTICE_KINDS);
export const NOTICE_LANGUAGES = ['en', 'fr'] as const;
export const noticeLanguage = z.enum(NOTICE_LANGUAGES);
export type NoticeLanguage = z.infer<typeof noticeLanguage>;

export const MOST_SUBJECT = 150;
export const MOST_BODY = 2_000;

/** Text with variables in double braces; one paragraph a line. */
export const noticeWords = z.object({
  subject: z.string().check(z.maxLength(MOST_SUBJECT)),
  body: z.string().check(z.maxLength(MOST_BODY)),
});
export type NoticeWords = z.infer<typeof noticeWords>;

/** Words of one kind in one language that are not the usual ones. */
const ownWords = z.object({ kind: noticeKind, language: noticeLanguage, ...noticeWords.shape });

/**
 * open: sent as switched on. own-mails: the platform writes to buyers itself, so nothing is sent until it is switched on for this
 * store. forbidden: the platform does not let sellers write to its buyers.
 */
export const NOTICE_RULES = ['open', 'own-mails', 'forbidden'] as const;

/** How a notice goes out: as an e-mail to the buyer, to the seller's own webhook, or both. */
export const NOTICE_CHANNELS = ['mail', 'webhook', 'both'] as const;
const kindChannel = z.object({ kind: noticeKind, channel: z.enum(NOTICE_CHANNELS) });
export type KindChannel = z.infer<typeof kindChannel>;
const kindChannels = z.array(kindChannel).check(z.maxLength(NOTICE_KINDS.length));

/** What is not sent for parcels of a carrier's service, although it is switched on. */
const serviceNotices = z.object({
  carrier: z.string().check(z.minLength(1), z.maxLength(60)),
  /** Null: all services of the carrier. */
  service: z.nullable(z.string().check(z.maxLength(200))),
  leftOut: z.array(noticeKind).check(z.maxLength(NOTICE_KINDS.length)),
});
export type ServiceNotices = z.infer<typeof serviceNotices>;
export const MOST_NOTICE_SERVICES = 50;
const services = z.array(serviceNotices).check(z.maxLength(MOST_NOTICE_SERVICES));

export const noticeSettings = z.object({
  /** Null: of all stores that have no settings of their own. */
  storeId: z.nullable(id),
  /** This store has settings of its own; else it goes by those of all stores. */
  own: z.boolean(),
  /** What is sent as it stands. */
  kinds: z.array(noticeKind),
  /** Of those that do not go by e-mail alone. */
  channels: kindChannels,
  services,
  rule: z.enum(NOTICE_RULES),
  /** Why nothing is sent, or why it begins switched off; null for rule `open`. */
  because: z.nullable(z.string()),
  /** All of them, as they are sent; `usual` where nobody changed them here. */
  words: z.array(z.object({ ...ownWords.shape, usual: z.boolean() })),
  /** The words that come with the program. */
  usualWords: z.array(ownWords),
  variables: z.array(z.object({ name: z.string(), type: z.enum(['text', 'day']), inSubject: z.boolean() })),
  /** Of settings that exist here; 0 else. */
  version: recordVersion,
});
export type NoticeSettings = z.infer<typeof noticeSettings>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;
const ofStore = z.object({ storeId: z.optional(id) });

/** Problems: `not_found` for a store that is not there. */
export const getNoticeSettings = defineCall({
  id: 'getNoticeSettings',
  method: 'GET',
  path: '/buyer-notices/settings',
  summary: 'What buyers are told by e-mail, for all stores or for one',
  ...manager,
  query: ofStore,
  data: noticeSettings,
});

/**
 * Problems: `validation` for an unknown variable or empty words, at "words.{kind}.{language}.subject" or ".body", and at "kinds"
 * where the platform forbids mails; `stale_version`; `not_found`.
 */
export const putNoticeSettings = defineCall({
  id: 'putNoticeSettings',
  method: 'PUT',
  audited: true,
  path: '/buyer-notices/settings',
  summary: 'Switch notices to buyers on or off, and change their words',
  right: 'stores.manage',
  ...manager,
  body: z.object({
    storeId: z.nullable(id),
    /** For a store: false takes its own settings away. */
    own: z.boolean(),
    kinds: z.array(noticeKind).check(z.maxLength(NOTICE_KINDS.length)),
    /** What is not here goes by e-mail; absent: left as it is. */
    channels: z.optional(kindChannels),
    /** Absent: left as they are. */
    services: z.optional(services),
    /** Only what is not usual; what is not here has the usual words. */
    words: z.array(ownWords).check(z.maxLength(NOTICE_KINDS.length * NOTICE_LANGUAGES.length)),
    version: recordVersion,
  }),
  data: noticeSettings,
});

const toShow = z.object({ storeId: z.nullable(id), ...ownWords.shape });

export const previewNotice = defineCall({
  id: 'previewNotice',
  method: 'POST',
  path: '/buyer-notices/preview',
  summary: 'A notice as a buyer would see it, with made-up values',
  readOnly: true,
  ...manager,
  body: toShow,
  data: z.object({
    subject: z.string(),
    text: z.string(),
    /** A whole document; show it in a sandboxed frame (`srcdoc`, no scripts). Pictures are data addresses. */
    html: z.string(),
  }),
});

export const testNotice = defineCall({
  id: 'testNotice',
  method: 'POST',
  path: '/buyer-notices/test',
  summary: 'Send a notice to oneself, with made-up values',
  right: 'stores.manage',
  ...manager,
  body: toShow,
  /** The address it went to; `refused` in the server's words. */
  data: z.object({ to: z.string() }),
});

/** waiting: will be sent; held: over the night of the buyer's place; suppressed: not sent, `problem` says why. */
export const NOTICE_STATES = ['waiting', 'held', 'sent', 'suppressed', 'failed'] as const;

export const sentNotice = z.object({
  id,
  kind: noticeKind,
  channel: z.enum(['mail', 'webhook']),
  state: z.enum(NOTICE_STATES),
  orderId: id,
  orderNumber: z.string(),
  /** Null before it is sent, and once the buyer was erased. */
  address: z.nullable(z.string()),
  /** Why it waits, was not sent or failed: our sentence; the words of the mail server or webhook stand beside it. */
  problem: z.nullable(z.string()),
  serverWords: z.nullable(z.string()),
  createdAt: z.string(),
  /** When it is tried next. */
  dueAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
});
export type SentNotice = z.infer<typeof sentNotice>;

const sought = z.optional(z.string().check(z.trim(), z.maxLength(254)));

export const listNotices = defineCall({
  id: 'listNotices',
  method: 'GET',
  path: '/buyer-notices',
  summary: 'Notices to buyers and what became of them, newest first',
  ...manager,
  query: z.object({
    /** Order number, or the beginning of it. */
    order: sought,
    /** Address, or the beginning of it. */
    address: sought,
    kind: z.optional(noticeKind),
    state: z.optional(z.enum(NOTICE_STATES)),
    /** `nextCursor` of the page before. */
    after: z.optional(id),
  }),
  data: z.object({ notices: z.array(sentNotice), nextCursor: z.nullable(z.string()) }),
});

export const SUPPRESSION_REASONS = ['refused', 'unsubscribed', 'added', 'bounced', 'complained'] as const;
export const suppressedAddress = z.object({
  id,
  /** Null once the buyer was erased: it is still left alone. */
  address: z.nullable(z.string()),
  reason: z.enum(SUPPRESSION_REASONS),
  serverWords: z.nullable(z.string()),
  since: z.string(),
});
export type SuppressedAddress = z.infer<typeof suppressedAddress>;

export const listSuppressed = defineCall({
  id: 'listSuppressed',
  method: 'GET',
  path: '/buyer-notices/suppressed',
  summary: 'Addresses that get no notices, newest first',
  ...manager,
  query: z.object({ address: sought, after: z.optional(id) }),
  data: z.object({ addresses: z.array(suppressedAddress), nextCursor: z.nullable(z.string()) }),
});

/** Repeatable. Problems: `validation`. */
export const addSuppressed = defineCall({
  id: 'addSuppressed',
  method: 'POST',
  audited: true,
  path: '/buyer-notices/suppressed',
  summary: 'Leave an address alone from now on',
  right: 'stores.manage',
  ...manager,
  body: z.object({ address: z.email().check(z.maxLength(254)) }),
  data: suppressedAddress,
});

/** Problems: `not_found`. */
export const removeSuppressed = defineCall({
  id: 'removeSuppressed',
  method: 'DELETE',
  audited: true,
  path: '/buyer-notices/suppressed/{id}',
  summary: 'Let an address get notices again',
  right: 'stores.manage',
  ...manager,
  params: idParams,
});
