/** Returns that buyers ask for on their page: the seller's rules, the list, decisions, arrival and what was found. */
import {
  RETURN_CONDITIONS,
  RETURN_HAND_OVERS,
  RETURN_PAYERS,
  RETURN_STATES,
  RETURN_WISHES,
} from '@scanship/domain/shipping/returns';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, money, optionalText, recordVersion, required } from '../common.ts';
import { clockTime, PICKUP_STATES } from './pickups.ts';

export const MOST_REASONS = 20;
export const MOST_EXCLUDED = 500;
/** A buyer's page lives so long after the delivery (decision 0275). */
export const MOST_WINDOW_DAYS = 90;
export const MOST_DECIDED = 200;
/** Phones of today take 12 to 50 million pixels in 3 to 10 MB. */
export const MOST_PHOTO_BYTES = 12 * 1024 * 1024;
export const MOST_PHOTO_PIXELS = 60_000_000;
export const MOST_BUYER_PHOTOS = 5;
export const MOST_TABLE_PHOTOS = 10;
/** What a buyer wants in exchange, in words. */
export const MOST_INSTEAD = 200;

export const returnReason = z.object({
  /** Lower-case letters, digits and hyphens; kept with each return. */
  code: z.string().check(z.regex(/^[a-z0-9-]{1,40}$/)),
  en: required(120),
  fr: required(120),
  /** Who bears the label: a buyer's share is to be taken off the refund. */
  payer: z.enum(RETURN_PAYERS),
});
export type ReturnReason = z.infer<typeof returnReason>;

export const returnRules = z.object({
  /** Buyers may ask. */
  open: z.boolean(),
  /** Counted from the delivery. */
  windowDays: z.int().check(z.minimum(1), z.maximum(MOST_WINDOW_DAYS)),
  /** SKUs and tags of orders that may not come back; upper and lower case are one. */
  notSkus: z.array(required(200)).check(z.maxLength(MOST_EXCLUDED)),
  notTags: z.array(required(100)).check(z.maxLength(MOST_EXCLUDED)),
  reasons: z.array(returnReason).check(z.minLength(1), z.maxLength(MOST_REASONS)),
  wishes: z.array(z.enum(RETURN_WISHES)).check(z.minLength(1), z.maxLength(RETURN_WISHES.length)),
  /** Who wants an exchange is shown the names of the store's products; else only a field for words. Absent: not. */
  offerProducts: z.optional(z.boolean()),
  approval: z.enum(['by-hand', 'at-once']),
  /** Account and service the label is bought from; null: the cheapest that carries it. */
  grantId: z.nullable(id),
  service: z.nullable(required(60)),
  /** The buyer brings the parcel, a driver comes for it, or the buyer chooses. Absent: brought. */
  handOver: z.optional(z.enum([...RETURN_HAND_OVERS, 'buyer'])),
  /** Account and service of parcels that are picked up; null: the cheapest whose carrier comes. */
  pickupGrantId: z.optional(z.nullable(id)),
  pickupService: z.optional(z.nullable(required(60))),
  /** What the buyer reads above the form. */
  intro: z.object({ en: z.string().check(z.maxLength(500)), fr: z.string().check(z.maxLength(500)) }),
});
export type ReturnRules = z.infer<typeof returnRules>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;
const orders = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;
const table = { auth: 'access', permission: 'SCANSHIP' } as const;

const seenRules = z.object({ ...returnRules.shape, version: recordVersion });
export type SeenReturnRules = z.infer<typeof seenRules>;

export const getReturnRules = defineCall({
  id: 'getReturnRules',
  method: 'GET',
  path: '/returns/rules',
  summary: 'What buyers may send back, until when and how',
  ...manager,
  data: seenRules,
});

/** Problems: `validation` for a reason that stands twice, an account that is not connected or whose carrier does not come; `stale_version`. */
export const putReturnRules = defineCall({
  id: 'putReturnRules',
  method: 'PUT',
  audited: true,
  path: '/returns/rules',
  summary: 'Change what buyers may send back; switches their form on or off',
  right: 'stores.manage',
  ...manager,
  body: seenRules,
  data: seenRules,
});

const returnRow = z.object({
  id,
  /** "1042-R1". */
  number: z.string(),
  state: z.enum(RETURN_STATES),
  orderId: id,
  orderNumber: z.string(),
  reason: z.string(),
  payer: z.enum(RETURN_PAYERS),
  wish: z.enum(RETURN_WISHES),
  units: z.int(),
  askedAt: z.string(),
  /** What keeps its label from being bought; null: nothing. */
  problem: z.nullable(z.string()),
  trackingNumber: z.nullable(z.string()),
  test: z.boolean(),
});
export type ReturnRow = z.infer<typeof returnRow>;

const returnItem = z.object({
  line: z.int(),
  sku: z.string(),
  title: z.string(),
  quantity: z.int(),
  unit: money,
  received: z.nullable(z.int()),
  condition: z.nullable(z.enum(RETURN_CONDITIONS)),
  /** What the buyer typed to get for it in exchange; null: the same again. */
  instead: z.nullable(z.string()),
  /** The product that is meant by it; null where it is words only. */
  insteadProduct: z.nullable(z.object({ id, sku: z.string(), title: z.string() })),
});

/** How a refund that a store was told of stands. */
export const storeRefundReport = z.object({
  id,
  state: z.enum(['waiting', 'sending', 'unknown', 'done', 'failed']),
  /** Nobody can tell whether it took effect: a person says so. */
  open: z.boolean(),
  amount: money,
  restockedUnits: z.int(),
  at: z.string(),
  /** A person saw to it at the store. */
  byHand: z.boolean(),
  problem: z.nullable(z.string()),
  nextStep: z.nullable(z.string()),
});
export type StoreRefundReport = z.infer<typeof storeRefundReport>;

/** What the order's store is told of a return; null for orders of no store. */
export const returnAtStore = z.object({
  storeId: id,
  storeName: z.string(),
  /** As the store's settings say, as far as its platform has a call for it. */
  refund: z.boolean(),
  restock: z.boolean(),
  /** Its platform has such calls. */
  offered: z.boolean(),
  /** Newest; null: nothing was told yet. */
  report: z.nullable(storeRefundReport),
});
export type ReturnAtStore = z.infer<typeof returnAtStore>;

export const returnPhoto = z.object({
  id,
  source: z.enum(['buyer', 'table']),
  width: z.int(),
  height: z.int(),
  at: z.string(),
});
export type ReturnPhoto = z.infer<typeof returnPhoto>;

/** How a driver comes for a return, at its buyer's. */
export const returnPickup = z.object({
  /** Null: the buyer has not chosen a time, or the carrier does not come. */
  booking: z.nullable(
    z.object({
      state: z.enum(PICKUP_STATES),
      day,
      readyTime: clockTime,
      closeTime: clockTime,
      confirmation: z.nullable(z.string()),
    }),
  ),
  /** What the carrier charges the own account for it. */
  price: z.nullable(money),
  problem: z.nullable(z.string()),
  nextStep: z.nullable(z.string()),
});
export type ReturnPickup = z.infer<typeof returnPickup>;

export const returnDetail = z.object({
  ...returnRow.shape,
  items: z.array(returnItem),
  /** The buyer's words. */
  note: z.nullable(z.string()),
  answer: z.nullable(z.string()),
  checkNote: z.nullable(z.string()),
  returnOf: id,
  shipmentId: z.nullable(id),
  /** What the label cost; null before it is bought. */
  price: z.nullable(money),
  /** Null where the buyer brings it to the carrier. */
  pickup: z.nullable(returnPickup),
  carrierName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
  /** Null: by the rules. */
  decidedBy: z.nullable(z.string()),
  labelAt: z.nullable(z.string()),
  arrivedAt: z.nullable(z.string()),
  checkedAt: z.nullable(z.string()),
  doneAt: z.nullable(z.string()),
  atStore: z.nullable(returnAtStore),
  /** The order that was made in exchange; null before, and once it was cancelled. */
  exchange: z.nullable(z.object({ id, number: z.string() })),
  photos: z.array(returnPhoto),
  may: z.object({
    decide: z.boolean(),
    buy: z.boolean(),
    arrive: z.boolean(),
    check: z.boolean(),
    finish: z.boolean(),
    /** The store can be told to refund or restock it now. */
    refund: z.boolean(),
    /** An order can be made in exchange now. */
    exchange: z.boolean(),
  }),
});
export type ReturnDetail = z.infer<typeof returnDetail>;

export const listReturns = defineCall({
  id: 'listReturns',
  method: 'GET',
  path: '/returns',
  summary: 'Returns that buyers asked for, newest first, with how many are in each state',
  ...orders,
  query: z.object({
    state: z.optional(z.enum(RETURN_STATES)),
    /** Order number, or the beginning of it. */
    order: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    /** `nextCursor` of the page before. */
    after: z.optional(id),
  }),
  data: z.object({
    returns: z.array(returnRow),
    nextCursor: z.nullable(z.string()),
    /** At most 1,000 of each. */
    counts: z.record(z.enum(RETURN_STATES), z.int()),
  }),
});

/** Problems: `not_found`. */
export const getReturn = defineCall({
  id: 'getReturn',
  method: 'GET',
  path: '/returns/{id}',
  summary: 'One return with its items, its label and what happened',
  ...orders,
  params: idParams,
  data: returnDetail,
});

/** Those that were decided before are passed over. Problems: `validation` for a refusal without a reason. */
export const decideReturns = defineCall({
  id: 'decideReturns',
  method: 'POST',
  path: '/returns/decide',
  summary: 'Approve returns, which buys their labels, or refuse them',
  right: 'labels.buy',
  ...orders,
  body: z.object({
    ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_DECIDED)),
    approve: z.boolean(),
    /** For the buyer; wanted where it is refused. */
    answer: optionalText(500),
  }),
  data: z.object({ decided: z.array(id), passedOver: z.array(id) }),
});

/** After one that failed or was cancelled. Problems: `not_found`, `return_state`. */
export const buyReturnLabel = defineCall({
  id: 'buyReturnLabel',
  method: 'POST',
  path: '/returns/{id}/label',
  summary: 'Have the label of an approved return bought again',
  right: 'labels.buy',
  ...orders,
  params: idParams,
  data: returnDetail,
});

/** Repeatable. Problems: `not_found` for a code that is no return's; `return_state` for one that was refused. */
export const scanReturn = defineCall({
  id: 'scanReturn',
  method: 'POST',
  path: '/returns/scan',
  summary: 'A return is on the table: found by its label, marked as arrived',
  ...table,
  body: z.object({
    /** What the scanner read: tracking number, or number of the return. */
    code: required(200),
  }),
  data: returnDetail,
});

/** Problems: `not_found`, `return_state`, `validation` for a line that is not in it or more than was asked. */
export const checkReturn = defineCall({
  id: 'checkReturn',
  method: 'POST',
  path: '/returns/{id}/check',
  summary: 'Write down what came back and how it looks',
  ...table,
  params: idParams,
  body: z.object({
    items: z
      .array(
        z.object({
          line: z.int(),
          received: z.int().check(z.minimum(0), z.maximum(100_000)),
          condition: z.enum(RETURN_CONDITIONS),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
    note: optionalText(500),
  }),
  data: returnDetail,
});

/** Problems: `not_found`, `return_state`. */
export const finishReturn = defineCall({
  id: 'finishReturn',
  method: 'POST',
  path: '/returns/{id}/finish',
  summary: 'The buyer has the money, the credit or the exchange: the return is done',
  right: 'orders.edit',
  ...orders,
  params: idParams,
  data: returnDetail,
});

/**
 * Once for each return, unless that order was cancelled. Problems: `not_found`; `return_state` before it arrived, for one that was exchanged,
 * and where the store was told to refund it; `order_not_shippable` once its buyer was erased; `validation` for a line that is not in it or
 * more than came back.
 */
export const exchangeReturn = defineCall({
  id: 'exchangeReturn',
  method: 'POST',
  audited: true,
  path: '/returns/{id}/exchange',
  summary: 'Make the order that sends a buyer something in exchange for what came back, at no price',
  right: 'orders.edit',
  ...orders,
  params: idParams,
  body: z.object({
    lines: z
      .array(
        z.object({
          line: z.int(),
          quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
          /** SKU or name of a product, or words for what is none; null: the same again. */
          instead: optionalText(MOST_INSTEAD),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: returnDetail,
});

const units = z.int().check(z.minimum(0), z.maximum(100_000));
const minorAmount = z.int().check(z.minimum(0), z.maximum(100_000_000_000));

const refundOffer = z.object({
  currency: z.string(),
  /** Money is told to the store, not only what goes back into its stock. */
  refund: z.boolean(),
  restock: z.boolean(),
  /** The store writes to the buyer, or does not, as `notifyBuyer` says. */
  notifies: z.boolean(),
  lines: z.array(
    z.object({
      line: z.int(),
      /** Lines with the same one are one line to the store, and their units are counted together. */
      storeLine: z.string(),
      title: z.string(),
      /** What came back, or was asked where it was not checked; at most what the store has left to refund. */
      quantity: z.int(),
      condition: z.nullable(z.enum(RETURN_CONDITIONS)),
      /** Units the store has left to refund, and what they are worth there. */
      left: z.int(),
      minor: z.int(),
      taxMinor: z.int(),
    }),
  ),
  shipping: z.object({ minor: z.int(), taxMinor: z.int() }),
  mostMinor: z.int(),
  /** The label that the buyer bears, where it was paid in the order's currency. */
  labelMinor: z.nullable(z.int()),
});
export type ReturnRefundOffer = z.infer<typeof refundOffer>;

/** Asks the store. Problems: `not_found`, `return_state`, `store_refused`. */
export const getReturnRefund = defineCall({
  id: 'getReturnRefund',
  method: 'GET',
  path: '/returns/{id}/refund',
  summary: 'What the store still has to refund of the goods of a return',
  ...orders,
  params: idParams,
  data: refundOffer,
});

/**
 * Once for each return. Problems: `not_found`; `return_state` for one that was told before; `validation` for amounts that do not fit;
 * `store_refused` when the store cannot be asked.
 */
export const refundReturn = defineCall({
  id: 'refundReturn',
  method: 'POST',
  audited: true,
  path: '/returns/{id}/refund',
  summary: 'Have the store refund the buyer, put the goods back into its stock, or both',
  right: 'orders.edit',
  ...orders,
  params: idParams,
  body: z.object({
    lines: z.array(z.object({ line: z.int(), quantity: units, restock: z.boolean() })).check(z.maxLength(500)),
    taxes: z.boolean(),
    shipping: z.boolean(),
    /** Taken off the whole. */
    withheldMinor: minorAmount,
    /** What the person saw; another sum by now is refused. */
    totalMinor: minorAmount,
    /** Only where the offer `notifies`. */
    notifyBuyer: z.boolean(),
  }),
  data: returnDetail,
});

/** Problems: `not_found`, `return_state` where nothing failed or is open. */
export const settleReturnRefund = defineCall({
  id: 'settleReturnRefund',
  method: 'POST',
  audited: true,
  path: '/returns/{id}/refund/settle',
  summary: 'Try a failed refund of a return again, or say that it was seen to at the store',
  right: 'orders.edit',
  ...orders,
  params: idParams,
  body: z.object({ as: z.enum(['again', 'done']) }),
  data: returnDetail,
});

/** Problems: `not_found`, `return_state` for a settled one, `picture_refused` for what is no photo or one too many, `file_too_large`. */
export const addReturnPhoto = defineCall({
  id: 'addReturnPhoto',
  method: 'POST',
  path: '/returns/{id}/photos',
  summary: 'Add a photo (JPEG or PNG of at most 12 MB) of what came back; it is drawn anew, without where it was taken',
  ...table,
  params: idParams,
  upload: true,
  data: returnDetail,
});

/** Who sees orders or scans sees the photos too. Problems: `not_found`. */
export const getReturnPhoto = defineCall({
  id: 'getReturnPhoto',
  method: 'GET',
  path: '/returns/{id}/photos/{photoId}',
  summary: 'A photo of a return',
  auth: 'access',
  params: z.object({ id, photoId: id }),
  produces: 'application/octet-stream',
});
