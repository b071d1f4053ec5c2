/** One order: detail, manual entry, address edit (product-spec section 7, "Orders"; decisions 19, 24, 25). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  address,
  addressProblem,
  amountMinor,
  autoPopupTag,
  countryCode,
  currencyInput,
  customs,
  dangerousProduct,
  givenAddress,
  grams,
  id,
  idParams,
  money,
  optionalText,
  recordVersion,
  required,
} from '../common.ts';
import { orderRow } from './order-list.ts';
import { shipmentSummary } from '../shipping/shipments.ts';
import { orderPush, storeNotice } from '../stores/stores.ts';

/** What a person may set on a line of an order. */
export const ITEM_FACTS = ['weightGrams', 'hsCode', 'originCountry', 'customsDescription', 'unitValueMinor'] as const;

export const orderItem = z.object({
  line: z.int(),
  sku: z.nullable(z.string()),
  title: z.string(),
  quantity: z.int(),
  allocated: z.int(),
  shipped: z.int(),
  /** Units that will not be shipped from here, those shipped elsewhere included. */
  cancelled: z.int(),
  /** Of these, units the store says somebody else has shipped. */
  shippedElsewhere: z.int(),
  unitPrice: money,
  weightGrams: z.nullable(z.int()),
  hsCode: z.nullable(z.string()),
  originCountry: z.nullable(z.string()),
  /** What it is for customs; null: its title. */
  customsDescription: z.nullable(z.string()),
  /** Declared value of one unit: as a person set it, else its price. */
  unitValue: money,
  /** As its product says; absent in older answers. */
  dangerousGoods: z.optional(z.nullable(dangerousProduct)),
  /** Shelf of the product; edited with the product. */
  bin: z.nullable(z.string()),
  /** Picture of the product, else the one its store gave the line; a path of ours that needs the session. */
  imageUrl: z.nullable(z.string()),
  /** Fields a person set on this order, with what they were before (null: nothing); a re-sync keeps them. */
  edited: z.array(z.object({ field: z.enum(ITEM_FACTS), before: z.nullable(z.union([z.string(), z.int()])) })),
});
export type OrderItemDto = z.infer<typeof orderItem>;

export const ORDER_EVENTS = [
  'created',
  'address',
  'address-reverted',
  'ship-from',
  'items',
  'store',
  'push',
  'erased',
  'status',
  'archived',
  'restored',
  'cancelled',
  'uncancelled',
  'held',
  'released',
  'tags',
  'assigned',
  'note',
  'retried',
] as const;

export const historyEntry = z.object({
  at: z.string(),
  /** Whoever really acted: the person behind an impersonation. */
  who: z.string(),
  /** In whose name, while somebody acted for them; else null. */
  forWhom: z.nullable(z.string()),
  /** Code of what happened ("archived", "tags"), for words of the screen's own; see `ORDER_EVENTS`. */
  event: z.enum(ORDER_EVENTS),
  what: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  why: z.nullable(z.string()),
});

/** An order that sends another one again, or in exchange for what came back of it. */
const relatedOrder = z.object({
  id,
  number: z.string(),
  /** The return in exchange for which it is sent; null or absent: it only sends the order again. */
  exchangeFor: z.optional(z.nullable(z.object({ id, number: z.string() }))),
});

export const orderDetail = z.object({
  ...orderRow.shape,
  /** Why a person holds it; `hold` is the code. */
  holdReason: z.nullable(z.string()),
  shipTo: givenAddress,
  shipToImported: z.nullable(givenAddress),
  /** Why name and address are empty: the buyer's data were erased, because the platform or the buyer wants it so. */
  buyerErased: z.optional(z.nullable(z.object({ at: z.string(), note: z.string() }))),
  shipToProblems: z.array(addressProblem),
  /** Whether the ship-to address was corrected here; `putOrderAddress` with `revert` takes that back. */
  shipToEdited: z.boolean(),
  /** `locationId` null: a one-off address of this order alone. */
  shipFrom: z.nullable(z.object({ locationId: z.nullable(id), name: z.string(), address })),
  /** The location or one-off address was chosen for this order; else it follows the store or the default. */
  shipFromChosen: z.boolean(),
  /** When it was marked as fulfilled by hand, and how; null where it is not. */
  markedFulfilled: z.nullable(
    z.object({ carrier: z.nullable(z.string()), number: z.nullable(z.string()), at: z.string(), who: z.string() }),
  ),
  /** Unfulfilled orders to the same recipient and place that could go in one shipment with this one; at most 20. */
  /** Path of the page on which the buyer follows the order, on the franchise's host. */
  buyerPage: z.string(),
  /** The order that this one sends again; absent in older answers. */
  sendsAgain: z.optional(z.nullable(relatedOrder)),
  /** Orders that send this one again, oldest first; absent in older answers. */
  sentAgain: z.optional(z.array(relatedOrder)),
  combinableWith: z.array(
    z.object({ id, ecomOrderNumber: z.string(), itemSummary: z.string(), weightGrams: z.nullable(z.int()) }),
  ),
  items: z.array(orderItem),
  customerNote: z.nullable(z.string()),
  internalNote: z.nullable(z.string()),
  /** A customs proposal from the items when the shipment crosses a border. */
  customs: z.nullable(customs),
  customsGaps: z.array(z.object({ line: z.nullable(z.int()), field: z.string(), message: z.string() })),
  shipments: z.array(shipmentSummary),
  /** What was reported to the order's store, newest first; empty for an order without a store. */
  pushes: z.array(orderPush),
  /** What the store did that a person should look at. */
  storeNotices: z.array(storeNotice),
  /**
   * Why the order (`importFailed`), or its newest version, could not be read, and since when what the store answered about it is kept:
   * `getUnreadOrder` shows it. Absent in older answers.
   */
  unread: z.optional(z.nullable(z.object({ message: z.string(), seenAt: z.nullable(z.string()), kept: z.boolean() }))),
  history: z.array(historyEntry),
});
export type OrderDetail = z.infer<typeof orderDetail>;

export const getOrder = defineCall({
  id: 'getOrder',
  method: 'GET',
  path: '/orders/{id}',
  summary: 'One order with items, addresses, shipments and history',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: orderDetail,
});

/** What the store answered about an order that could not be read, in lines and without secrets. It is gone once the order was read. */
export const getUnreadOrder = defineCall({
  id: 'getUnreadOrder',
  method: 'GET',
  path: '/orders/{id}/unread',
  summary: 'What the store answered about an order that could not be read',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  data: z.object({
    text: z.string(),
    /** The answer was longer than what is kept. */
    shortened: z.boolean(),
    seenAt: z.string(),
  }),
});

/** Who sees orders or scans sees the pictures too, so no page is asked for. */
export const getItemPicture = defineCall({
  id: 'getItemPicture',
  method: 'GET',
  path: '/orders/{id}/items/{line}/picture',
  summary: 'The picture a store gave a line of an order',
  auth: 'access',
  params: z.object({ id, line: z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2_147_483_647)) }),
  produces: 'application/octet-stream',
});

export const orderItemInput = z.object({
  sku: optionalText(100),
  title: required(200),
  quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
  unitPriceMinor: amountMinor,
  weightGrams: z.optional(z.nullable(grams)),
  hsCode: z.optional(z.nullable(z.string().check(z.regex(/^\d{6,12}$/)))),
  originCountry: z.optional(z.nullable(countryCode)),
});

export const manualOrder = z.object({
  /** Left empty, the next free "M-" number is given. */
  number: optionalText(60),
  currency: currencyInput,
  placedAt: z.optional(z.nullable(z.iso.datetime({ offset: true }))),
  shipTo: address,
  items: z.array(orderItemInput).check(z.minLength(1), z.maxLength(500)),
  requestedService: optionalText(100),
  customerNote: optionalText(2000),
  internalNote: optionalText(2000),
  tags: z.optional(z.array(required(60)).check(z.maxLength(20))),
});
export type ManualOrder = z.infer<typeof manualOrder>;

export const addOrder = defineCall({
  id: 'addOrder',
  method: 'POST',
  path: '/orders/add',
  summary: 'Enter an order by hand',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: manualOrder,
  data: orderDetail,
  idempotent: true,
});

/**
 * Corrects an address of an order. What was imported is kept and a re-sync never undoes the correction; `revert` does.
 * - shipTo: `address`, or `revert: true` for what was imported.
 * - shipFrom: `address` (one-off, for this order alone), or `locationId`, or `revert: true` for the store's or default one.
 * Exactly one of the three; else `validation`. `stale_version` when somebody else changed the order meanwhile.
 */
export const putOrderAddress = defineCall({
  id: 'putOrderAddress',
  method: 'PUT',
  path: '/orders/address',
  summary: 'Correct the ship-to or ship-from address of an order, or go back to the original',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    orderId: id,
    party: z.enum(['shipTo', 'shipFrom']),
    address: z.optional(z.nullable(address)),
    locationId: z.optional(z.nullable(id)),
    revert: z.optional(z.boolean()),
    version: recordVersion,
  }),
  data: orderDetail,
});

/** One line; a fact that is absent stays, null goes back to what was imported. */
export const itemFactsInput = z.object({
  line: z.int().check(z.minimum(1), z.maximum(100_000)),
  weightGrams: z.optional(z.nullable(grams.check(z.minimum(1)))),
  hsCode: z.optional(z.nullable(z.string().check(z.trim(), z.regex(/^\d[\d. -]{4,20}$/)))),
  originCountry: z.optional(z.nullable(countryCode)),
  customsDescription: optionalText(200),
  /** Declared value of one unit, minor units of the order's currency. */
  unitValueMinor: z.optional(z.nullable(amountMinor)),
});

/** Sets facts of lines for this order alone; the product keeps its own. A re-sync keeps what is set here. */
export const putOrderItems = defineCall({
  id: 'putOrderItems',
  method: 'PUT',
  path: '/orders/items',
  summary: 'Correct weight, HS code, origin, customs description or value of the items of an order',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({
    orderId: id,
    version: recordVersion,
    items: z.array(itemFactsInput).check(z.minLength(1), z.maxLength(500)),
  }),
  data: orderDetail,
});

/** One field that the suggestion changes; `reason` is a sentence. */
export const addressDifference = z.object({
  field: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
});

/**
 * `mode` is the customer's setting: confirm (show the suggestion and let the person choose), automatic (the suggestion is
 * taken whenever an address is saved or imported; the original is kept), off (`suggestion` is always null).
 */
export const checkAddress = defineCall({
  id: 'checkAddress',
  method: 'POST',
  path: '/address/check',
  summary: 'Check an address by the rules of its country and suggest a better one',
  readOnly: true,
  auth: 'access',
  body: z.object({ address }),
  data: z.object({
    /** The usual spelling of what was typed: blanks and capitals of codes only. */
    normalized: address,
    problems: z.array(addressProblem),
    mode: z.enum(['confirm', 'automatic', 'off']),
    /** Null when there is nothing to improve. `problems` are those the suggestion would still have. */
    suggestion: z.nullable(
      z.object({ address, differences: z.array(addressDifference), problems: z.array(addressProblem) }),
    ),
  }),
});

export const orderAutoPopup = autoPopupTag;
