/** Claims at carriers for what was lost or damaged: begun from a shipment with what is known of it, followed until money comes. */
import { CLAIM_KINDS, CLAIM_STATES } from '@scanship/domain/shipping/claims';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { amount, day, id, idParams, money, optionalText, recordVersion } from '../common.ts';

const claimRow = z.object({
  id,
  kind: z.enum(CLAIM_KINDS),
  state: z.enum(CLAIM_STATES),
  shipmentId: id,
  orderId: id,
  orderNumber: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  trackingNumber: z.nullable(z.string()),
  amount: money,
  paid: z.nullable(money),
  /** The last day on which the carrier takes it; null where that is not known. */
  until: z.nullable(day),
  openedAt: z.string(),
});
export type ClaimRow = z.infer<typeof claimRow>;

export const MOST_CLAIM_PHOTOS = 10;

/** A photo of what is claimed (`getClaimPhoto`). */
export const claimPhoto = z.object({ id, width: z.int(), height: z.int(), at: z.string() });
export type ClaimPhoto = z.infer<typeof claimPhoto>;

/** How the carrier takes it through its interface. */
const claimFiling = z.object({
  /** Which claims it takes and who pays. */
  about: z.string(),
  /** Parcels of the shipment; one of them is claimed. */
  trackingNumbers: z.array(z.string()),
  /** The only currency of amounts; null: any. */
  currency: z.nullable(z.string()),
  /** Who the carrier writes to, and in whose name; null where it writes to nobody. */
  contact: z.nullable(z.object({ name: z.string(), email: z.string() })),
  /** Why photos do not go along; null where they do. */
  withoutPhotos: z.nullable(z.string()),
  /** What it would be refused for. */
  missing: z.array(z.object({ field: z.enum(['kind', 'amount', 'note', 'photos', 'contact']), message: z.string() })),
});

export const claimDetail = z.object({
  ...claimRow.shape,
  version: recordVersion,
  note: z.string(),
  /** The carrier's number of it. */
  reference: z.nullable(z.string()),
  /** What the carrier said when it refused or accepted. */
  answer: z.nullable(z.string()),
  /** Not before this day; null: at once. */
  from: z.nullable(day),
  /** Page of the carrier on which it is filed; null where none is known. */
  where: z.nullable(z.string()),
  filedAt: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  paidAt: z.nullable(z.string()),
  /** Null where it is filed on paper, for the reason `notFiled`. */
  filing: z.nullable(claimFiling),
  notFiled: z.nullable(z.string()),
  /** What became of filing it with the carrier; null where that was not tried. Of `unknown` a person says what the carrier has. */
  act: z.nullable(
    z.object({
      state: z.enum(['under-way', 'unknown', 'filed', 'refused']),
      /** Our reference of it. */
      reference: z.string(),
      /** The carrier can be asked about it. */
      canAsk: z.boolean(),
      /** Its time to answer is over: a person may say what it has. */
      canDecide: z.boolean(),
      /** It cannot begin, nothing was sent, and a person may take it back. */
      canTakeBack: z.boolean(),
      trackingNumber: z.string(),
      problem: z.nullable(z.string()),
    }),
  ),
  /** What the carrier last said of it, where it can be asked. */
  carrierState: z.nullable(z.enum(['open', 'asks', 'accepted', 'refused', 'withdrawn'])),
  askedAt: z.nullable(z.string()),
  /** It can be asked now. */
  mayAsk: z.boolean(),
  /** What the carrier said it pays. */
  approved: z.nullable(money),
  photos: z.array(claimPhoto),
  /** Photos of returns of the shipment that are not here yet (`takeReturnPhotos`). */
  returnPhotos: z.int(),
  /** What there is to prove it. */
  evidence: z.object({
    value: money,
    postage: z.nullable(money),
    insured: z.nullable(money),
    items: z.array(z.object({ sku: z.string(), title: z.string(), quantity: z.int(), worth: money })),
    /** Oldest first. */
    scans: z.array(z.object({ at: z.string(), said: z.string(), place: z.nullable(z.string()) })),
    said: z.array(z.object({ at: z.string(), said: z.string() })),
    /** Label and proof of delivery (`getDocument`). */
    documents: z.array(z.object({ id, kind: z.string() })),
  }),
});
export type ClaimDetail = z.infer<typeof claimDetail>;

const access = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;
const settle = { ...access, right: 'labels.settle' } as const;

export const listClaims = defineCall({
  id: 'listClaims',
  method: 'GET',
  path: '/claims',
  summary: 'Claims at carriers, newest first',
  ...access,
  query: z.object({
    state: z.optional(z.enum(CLAIM_STATES)),
    /** `nextCursor` of the page before. */
    after: z.optional(id),
  }),
  data: z.object({ claims: z.array(claimRow), nextCursor: z.nullable(z.string()) }),
});

/** Problems: `not_found`. */
export const getClaim = defineCall({
  id: 'getClaim',
  method: 'GET',
  path: '/claims/{id}',
  summary: 'One claim with its evidence',
  ...access,
  params: idParams,
  data: claimDetail,
});

/** Answers the open claim of the shipment where there is one. Problems: `not_found`; `order_not_shippable` before it was sent. */
export const openClaim = defineCall({
  id: 'openClaim',
  method: 'POST',
  audited: true,
  path: '/claims/open',
  summary: 'Begin a claim for a shipment',
  ...settle,
  body: z.object({ shipmentId: id, kind: z.enum(CLAIM_KINDS) }),
  data: claimDetail,
});

/** Before it is filed. Problems: `not_found`, `stale_version`, `claim_state`. */
export const putClaim = defineCall({
  id: 'putClaim',
  method: 'PUT',
  audited: true,
  path: '/claims/{id}',
  summary: 'Change what a claim asks for and why',
  ...settle,
  params: idParams,
  body: z.object({
    version: recordVersion,
    kind: z.enum(CLAIM_KINDS),
    amount,
    note: z.string().check(z.maxLength(2_000)),
  }),
  data: claimDetail,
});

/** Problems: `not_found`, `stale_version`, `claim_state`; `validation` for a payment without its amount. */
export const moveClaim = defineCall({
  id: 'moveClaim',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/move',
  summary: 'Note that a claim was filed, answered, paid or dropped',
  ...settle,
  params: idParams,
  body: z.object({
    version: recordVersion,
    to: z.enum(CLAIM_STATES),
    reference: optionalText(100),
    answer: optionalText(1_000),
    paid: z.optional(z.nullable(amount)),
  }),
  data: claimDetail,
});

/** Problems: `not_found`. */
export const claimPaper = defineCall({
  id: 'claimPaper',
  method: 'GET',
  path: '/claims/{id}/paper',
  summary: 'The claim with its evidence as a PDF',
  ...access,
  params: idParams,
  produces: 'application/pdf',
});

/**
 * One press, one claim: the intent is written down before the carrier is called, and nothing is filed twice. Waits a while for the
 * carrier's answer. Problems: `not_found`, `stale_version`, `claim_state`, `forbidden` with the reason; `validation` at what is missing;
 * `carrier_refused` with the carrier's words, `carrier_unavailable`.
 */
export const fileClaim = defineCall({
  id: 'fileClaim',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/file',
  summary: 'File a claim with the carrier, through its interface',
  ...settle,
  params: idParams,
  body: z.object({ version: recordVersion, trackingNumber: z.string().check(z.minLength(1), z.maxLength(60)) }),
  data: claimDetail,
});

/** Of a filing that nobody knows of. Problems: `not_found`, `forbidden` with the reason; `validation` without the carrier's number. */
export const decideClaim = defineCall({
  id: 'decideClaim',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/file/decide',
  summary: 'Say whether the carrier has a claim',
  ...settle,
  params: idParams,
  body: z.object({
    decision: z.enum(['exists', 'absent', 'ask-again', 'take-back']),
    claimNumber: optionalText(100),
    note: optionalText(500),
  }),
  data: claimDetail,
});

/** Problems: `not_found`, `claim_state` where there is nobody to ask, `carrier_refused`, `carrier_unavailable`. */
export const askClaim = defineCall({
  id: 'askClaim',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/ask',
  summary: 'Ask the carrier what became of a claim',
  ...settle,
  params: idParams,
  data: claimDetail,
});

/** Before it is filed. Problems: `not_found`, `claim_state`, `picture_refused`, `file_too_large`. */
export const addClaimPhoto = defineCall({
  id: 'addClaimPhoto',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/photos',
  summary:
    'Add a photo (JPEG or PNG of at most 12 MB) of what is claimed; it is drawn anew, without where it was taken',
  ...settle,
  params: idParams,
  upload: true,
  data: claimDetail,
});

/** As many as there is room for. Problems: `not_found`, `claim_state`. */
export const takeReturnPhotos = defineCall({
  id: 'takeReturnPhotos',
  method: 'POST',
  audited: true,
  path: '/claims/{id}/photos/of-returns',
  summary: 'Add the photos that returns of the shipment have',
  ...settle,
  params: idParams,
  data: claimDetail,
});

const photoParams = z.object({ id, photoId: id });

/** Before it is filed. Problems: `not_found`, `claim_state`. */
export const removeClaimPhoto = defineCall({
  id: 'removeClaimPhoto',
  method: 'DELETE',
  audited: true,
  path: '/claims/{id}/photos/{photoId}',
  summary: 'Take a photo of a claim away',
  ...settle,
  params: photoParams,
  data: claimDetail,
});

/** Problems: `not_found`. */
export const getClaimPhoto = defineCall({
  id: 'getClaimPhoto',
  method: 'GET',
  path: '/claims/{id}/photos/{photoId}',
  summary: 'A photo of what is claimed',
  ...access,
  params: photoParams,
  produces: 'application/octet-stream',
});
