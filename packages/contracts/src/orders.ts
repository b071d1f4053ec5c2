/** One order: detail, manual entry, address edit (product-spec section 7, "Orders"; decisions 19, 24, 25). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import {
  address,
  addressProblem,
  autoPopupTag,
  countryCode,
  currencyInput,
  customs,
  grams,
  id,
  idParams,
  minor,
  money,
  optionalText,
  required,
} from './common.ts';
import { orderRow } from './order-list.ts';
import { shipmentSummary } from './shipments.ts';
import { orderPush, storeNotice } from './stores.ts';

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
});
export type OrderItemDto = z.infer<typeof orderItem>;

export const historyEntry = z.object({
  at: z.string(),
  who: z.string(),
  what: z.string(),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
  why: z.nullable(z.string()),
});

export const orderDetail = z.object({
  ...orderRow.shape,
  shipTo: address,
  shipToImported: z.nullable(address),
  shipToProblems: z.array(addressProblem),
  shipFrom: z.nullable(z.object({ locationId: id, name: z.string(), address })),
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

export const orderItemInput = z.object({
  sku: optionalText(100),
  title: required(200),
  quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
  unitPriceMinor: minor.check(z.minimum(0)),
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

export const putOrderAddress = defineCall({
  id: 'putOrderAddress',
  method: 'PUT',
  path: '/orders/address',
  summary: 'Correct the address of an order; the imported one is kept',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object({ orderId: id, party: z.enum(['shipTo']), address, version: z.int() }),
  data: orderDetail,
});

export const checkAddress = defineCall({
  id: 'checkAddress',
  method: 'POST',
  path: '/address/check',
  summary: 'Check an address by the rules of its country',
  readOnly: true,
  auth: 'access',
  body: z.object({ address }),
  data: z.object({ normalized: address, problems: z.array(addressProblem) }),
});

export const orderAutoPopup = autoPopupTag;
