/**
 * The exceptions inbox (ux.md lines 16, 25, 40; issue "The main job II", line 7): everything that will not come right by
 * itself, each with its cause, who looks after it and what can be done. It closes by itself when its cause is gone.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams, optionalText, recordVersion, required } from '../common.ts';

export const EXCEPTION_KINDS = [
  /** Nobody knows whether the carrier made the label. */
  'purchase',
  /** A cancellation was declined, or nobody knows whether it happened. */
  'void',
  /** The store was not told of a shipment or its cancellation, or nobody knows whether it was. */
  'push',
  /** A store is not synchronised any more. */
  'store',
  /** A refund that was promised has not come. */
  'refund',
  /** A parcel is in trouble: the carrier reports a problem, it comes back, it stands still, a voided label travels. */
  'tracking',
  /** Orders of a file or store that could not be imported. */
  'import',
  /** A carrier account that does not work. */
  'carrier',
  /** Nobody knows whether a driver comes. */
  'pickup',
  /** The carrier's own paper of a day: due before the cut-off, or nobody knows whether it was made. */
  'end-of-day',
  /** Something was not printed, or nobody knows whether it was. */
  'print',
  /** Nobody knows whether the carrier has a claim, or it wants to know something about one. */
  'claim',
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];

/** `snoozed` ones are open and come back by themselves at `snoozedUntil`. */
export const EXCEPTION_STATES = ['open', 'snoozed', 'resolved'] as const;

/**
 * What can be done from here. `open-*`, `contact-carrier`, `reconnect-*`, `decide-*` and `mark-lost` lead to a page, dialog or
 * call of their own: decide-purchase and decide-void to `POST /exceptions/{id}/decide` (contracts/shipments), mark-lost to
 * `POST /shipment/{id}/tracking/lost`. The others are done by `POST /exceptions/{id}/act`.
 */
export const EXCEPTION_ACTIONS = [
  'decide-purchase',
  'decide-void',
  'ask-again',
  'cancel-again',
  'retry-push',
  'push-done',
  'sync-store',
  'reconnect-store',
  'reconnect-carrier',
  'test-carrier',
  'refund-received',
  'refund-refused',
  'refund-wait',
  'refresh-tracking',
  'mark-lost',
  'mark-handled',
  'contact-carrier',
  'open-order',
  'open-shipment',
  'open-store',
  'open-import',
  'open-pickups',
  'open-claims',
  'open-end-of-day',
  'print-again',
  'did-print',
  'open-devices',
  'open-sender',
] as const;
export type ExceptionAction = (typeof EXCEPTION_ACTIONS)[number];

/** The actions that `POST /exceptions/{id}/act` does. */
export const ACTS = [
  'ask-again',
  'cancel-again',
  'retry-push',
  'push-done',
  'sync-store',
  'test-carrier',
  'refund-received',
  'refund-refused',
  'refund-wait',
  'refresh-tracking',
  'mark-handled',
  'print-again',
  'did-print',
] as const satisfies readonly ExceptionAction[];
export type Act = (typeof ACTS)[number];

const subject = z.object({ id, name: z.string() });

export const exceptionRow = z.object({
  id,
  kind: z.enum(EXCEPTION_KINDS),
  /** Within the kind: "unknown", "disputed", "refused", "stale", "needs-consent", "overdue", "exception", "returned", "quiet" ... */
  reason: z.string(),
  state: z.enum(EXCEPTION_STATES),
  /** What is the matter, one plain sentence. */
  summary: z.string(),
  /** What happens next or what to do, one plain sentence. */
  nextStep: z.string(),
  actions: z.array(z.enum(EXCEPTION_ACTIONS)),
  /** What it is about, as far as it applies; names are those of when it came up. */
  subject: z.object({
    order: z.nullable(subject),
    /** `name` is the tracking number, or the service where there is none. */
    shipment: z.nullable(subject),
    store: z.nullable(subject),
    /** The carrier's grant (`grantId` of contracts/carriers). */
    carrier: z.nullable(subject),
    import: z.nullable(subject),
    /** Of a purchase, a void or a push: its own id. */
    operationId: z.nullable(id),
  }),
  since: z.string(),
  /** Who looks after it; null: nobody yet. */
  owner: z.nullable(z.object({ id, name: z.string() })),
  snoozedUntil: z.nullable(z.string()),
  lastNote: z.nullable(z.string()),
  /** `cause-gone`: by itself; `handled`: a person said so. */
  resolved: z.nullable(z.object({ at: z.string(), how: z.enum(['cause-gone', 'handled']) })),
  /** For changes by people: `stale_version` when somebody was faster. */
  version: recordVersion,
});
export type ExceptionRow = z.infer<typeof exceptionRow>;

export const exceptionDetail = z.object({
  ...exceptionRow.shape,
  /** What happened, step by step, in the words of the other side where it said something; oldest first. */
  evidence: z.array(z.object({ at: z.string(), step: z.string(), what: z.string() })),
  /** Whether `decide-purchase` or `decide-void` is possible yet (the carrier's settle time must have passed). */
  canDecide: z.boolean(),
  /** Our reference at the carrier, for looking it up there. */
  reference: z.nullable(z.string()),
  /** What was done about it, oldest first. */
  history: z.array(
    z.object({
      at: z.string(),
      /** Name; "ScanShip" for what happened by itself. */
      who: z.string(),
      what: z.enum(['opened', 'changed', 'assigned', 'snoozed', 'woken', 'note', 'acted', 'resolved', 'reopened']),
      note: z.nullable(z.string()),
    }),
  ),
});
export type ExceptionDetail = z.infer<typeof exceptionDetail>;

const counts = z.object({
  /** Open and not snoozed: the badge. */
  open: z.int(),
  mine: z.int(),
  unowned: z.int(),
  snoozed: z.int(),
  /** Open and not snoozed of each kind; a kind without any is 0. */
  kinds: z.record(z.enum(EXCEPTION_KINDS), z.int()),
});

const access = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;

/** Oldest first; resolved ones newest first. `owner` is a user's id, `me` or `nobody`. */
export const listExceptions = defineCall({
  id: 'listExceptions',
  method: 'GET',
  path: '/exceptions',
  summary: 'What needs a person, with owner and next step; counts for a badge',
  ...access,
  query: z.object({
    kind: z.optional(z.enum(EXCEPTION_KINDS)),
    owner: z.optional(z.union([z.enum(['me', 'nobody']), id])),
    /** Default `open`. */
    state: z.optional(z.enum(EXCEPTION_STATES)),
    page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10_000))),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  data: z.object({
    exceptions: z.array(exceptionRow),
    /** Of the filters asked, at most 10,000. */
    total: z.int(),
    page: z.int(),
    size: z.int(),
    counts,
  }),
});

/** For the badge in the menu: the counts alone. */
export const countExceptions = defineCall({
  id: 'countExceptions',
  method: 'GET',
  path: '/exceptions/counts',
  summary: 'How many things need a person, by kind',
  ...access,
  data: counts,
});

/** Problems: `not_found`. */
export const getException = defineCall({
  id: 'getException',
  method: 'GET',
  path: '/exceptions/{id}',
  summary: 'One exception with its evidence and history',
  ...access,
  params: idParams,
  data: exceptionDetail,
});

/** The people of the customer who can look after an exception. */
export const listExceptionOwners = defineCall({
  id: 'listExceptionOwners',
  method: 'GET',
  path: '/exceptions/owners',
  summary: 'People an exception can be given to',
  ...access,
  data: z.object({ people: z.array(z.object({ id, name: z.string() })) }),
});

/** Null takes it from its owner. Problems: `not_found`, `validation` (not a person of this customer), `stale_version`. */
export const assignException = defineCall({
  id: 'assignException',
  method: 'POST',
  path: '/exceptions/{id}/assign',
  summary: 'Give an exception to somebody, or to nobody',
  ...access,
  params: idParams,
  body: z.object({ ownerId: z.nullable(id), version: z.optional(recordVersion) }),
  data: exceptionDetail,
});

/** Null wakes it. At most 90 days ahead. Problems: `not_found`, `validation`, `exception_resolved`. */
export const snoozeException = defineCall({
  id: 'snoozeException',
  method: 'POST',
  path: '/exceptions/{id}/snooze',
  summary: 'Snoozed an exception until a time',
  ...access,
  params: idParams,
  body: z.object({ until: z.nullable(z.iso.datetime({ offset: true })), note: optionalText(500) }),
  data: exceptionDetail,
});

/** Problems: `not_found`. */
export const noteException = defineCall({
  id: 'noteException',
  method: 'POST',
  path: '/exceptions/{id}/note',
  summary: 'Write a note to an exception',
  ...access,
  params: idParams,
  body: z.object({ note: required(500) }),
  data: exceptionDetail,
});

/**
 * Does one of the exception's `actions`. `mark-handled` closes it although its cause is still there; it comes back when the
 * cause changes. The answer may still be open: what was begun goes on, and it closes when the cause is gone.
 * Problems: `not_found`; `exception_resolved`; `forbidden` for an action it does not have, or that failed, with the reason.
 */
export const actOnException = defineCall({
  id: 'actOnException',
  method: 'POST',
  path: '/exceptions/{id}/act',
  summary: 'Do one of the next steps of an exception',
  right: 'labels.settle',
  ...access,
  params: idParams,
  body: z.object({ action: z.enum(ACTS), note: optionalText(500) }),
  data: exceptionDetail,
  idempotent: true,
});
