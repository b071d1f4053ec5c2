/** What leaves the house: the end of a day at each ship-from place (decisions 9), and the pick list by bin location. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { day, id, idParams } from './common.ts';
import { selectionFields } from './order-selection.ts';

/** Most shipments that one list takes. */
export const MOST_HANDED_OVER = 5_000;
/** Most orders that one pick list is made of. */
export const MOST_PICKED = 5_000;

export const waitingGroup = z.object({
  /** Null: bought with an account that was removed since. */
  grantId: z.nullable(id),
  carrier: z.string(),
  carrierName: z.string(),
  accountName: z.string(),
  shipments: z.int(),
  parcels: z.int(),
  /** Grams of all parcels. */
  weightGrams: z.int(),
  oldestAt: z.string(),
  /** Labels of a test account: they never travel. */
  test: z.boolean(),
});

export const waitingPlace = z.object({
  /** Null: shipments that say no place. */
  locationId: z.nullable(id),
  name: z.string(),
  timeZone: z.string(),
  /** Today at the place. */
  day,
  /** Instant of today's cut-off; null on a day on which nothing is handed over. */
  cutOffAt: z.nullable(z.string()),
  groups: z.array(waitingGroup),
});
export type WaitingPlace = z.infer<typeof waitingPlace>;

export const closedList = z.object({
  id,
  number: z.int(),
  day,
  closedAt: z.string(),
  locationName: z.string(),
  carrierName: z.string(),
  accountName: z.string(),
  /** `list`: a paper for the driver. `carrier`: the carrier's own manifest. */
  kind: z.enum(['list', 'carrier']),
  shipments: z.int(),
  parcels: z.int(),
  weightGrams: z.int(),
  /** Shipments taken off it again. */
  takenBack: z.int(),
});
export type ClosedList = z.infer<typeof closedList>;

const carrierPage = { auth: 'access', permission: 'SHIPPING_CARRIER_MANAGER' } as const;
const close = { ...carrierPage, right: 'labels.print' } as const;
const endOfDay = z.object({
  /** Now at the server, for the time that is left. */
  now: z.string(),
  places: z.array(waitingPlace),
  /** The last 50, newest first. */
  closed: z.array(closedList),
});
export type EndOfDay = z.infer<typeof endOfDay>;

export const getEndOfDay = defineCall({
  id: 'getEndOfDay',
  method: 'GET',
  path: '/end-of-day',
  summary: 'What was bought and not handed over yet, by place and carrier account, and the days closed before',
  ...carrierPage,
  data: endOfDay,
});

export const handOverShipment = z.object({
  shipmentId: id,
  orderNumbers: z.array(z.string()),
  trackingNumbers: z.array(z.string()),
  recipient: z.string(),
  destination: z.string(),
  service: z.string(),
  parcels: z.int(),
  weightGrams: z.int(),
  boughtAt: z.string(),
});
export type HandOverShipmentDto = z.infer<typeof handOverShipment>;

export const listWaiting = defineCall({
  id: 'listWaitingShipments',
  method: 'GET',
  path: '/end-of-day/shipments',
  summary: 'The shipments of one place and account that wait, or those on a closed list',
  ...carrierPage,
  query: z.object({
    locationId: z.optional(id),
    grantId: z.optional(id),
    /** A closed list; place and account do not count then. */
    listId: z.optional(id),
  }),
  data: z.object({ shipments: z.array(handOverShipment), capped: z.boolean() }),
});

export const closeDay = defineCall({
  id: 'closeDay',
  method: 'POST',
  path: '/end-of-day/close',
  summary: 'Hand over what waits: one list for each place and account, its shipments marked',
  ...close,
  body: z.object({
    groups: z
      .array(z.object({ locationId: z.nullable(id), grantId: z.nullable(id) }))
      .check(z.minLength(1), z.maxLength(100)),
    /** Parcels that stay here. */
    leaveOut: z.optional(z.array(id).check(z.maxLength(MOST_HANDED_OVER))),
  }),
  data: z.object({ closed: z.array(closedList) }),
  idempotent: true,
});

export const takeBack = defineCall({
  id: 'takeBackFromList',
  method: 'POST',
  path: '/end-of-day/{id}/take-back',
  summary: 'Take shipments off a closed list: the carrier left them here',
  ...close,
  params: idParams,
  body: z.object({ shipmentIds: z.array(id).check(z.minLength(1), z.maxLength(MOST_HANDED_OVER)) }),
  data: endOfDay,
});

export const printHandOverList = defineCall({
  id: 'printHandOverList',
  method: 'GET',
  path: '/end-of-day/{id}/list',
  summary: 'The list of a closed day, as it was closed',
  ...carrierPage,
  params: idParams,
  query: z.object({ paper: z.optional(z.enum(['letter', 'a4'])) }),
  produces: 'application/pdf',
});

const pickBody = z.object({
  ...selectionFields,
  /** Without a selection: orders that wait to be shipped, those due by then first; on hold and broken ones are left out. */
  due: z.optional(z.nullable(z.enum(['today', 'all']))),
  locationId: z.optional(z.nullable(id)),
});
export const pickLine = z.object({
  bin: z.string(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  orders: z.array(z.object({ orderId: id, number: z.string(), quantity: z.int() })),
});
export type PickLineDto = z.infer<typeof pickLine>;
const orders = { auth: 'access', permission: 'ECOMMERCE_ORDERS', readOnly: true } as const;

export const getPickList = defineCall({
  id: 'getPickList',
  method: 'POST',
  path: '/orders/pick-list',
  summary: 'What to take off the shelves for chosen orders or those that wait, by bin location',
  ...orders,
  body: pickBody,
  data: z.object({
    orders: z.int(),
    units: z.int(),
    /** More orders match than one list takes; the oldest are on it. */
    capped: z.boolean(),
    lines: z.array(pickLine),
  }),
});
export const printPickList = defineCall({
  id: 'printPickList',
  method: 'POST',
  path: '/orders/pick-list/pdf',
  summary: 'The pick list as PDF',
  ...orders,
  body: z.extend(pickBody, { paper: z.optional(z.enum(['letter', 'a4'])) }),
  produces: 'application/pdf',
});
export const exportPickList = defineCall({
  id: 'exportPickList',
  method: 'POST',
  path: '/orders/pick-list/xlsx',
  summary: 'The pick list as spreadsheet',
  ...orders,
  body: pickBody,
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});
