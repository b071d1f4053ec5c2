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
