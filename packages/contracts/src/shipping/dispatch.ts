/** What is handed over: the end of a day at each ship-from place (decisions 9), and the pick list by bin location. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, optionalText } from '../common.ts';
import { selectionFields } from '../orders/order-selection.ts';

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
  /** The carrier's own paper that closing makes; null: only a list for the driver. */
  paper: z.nullable(
    z.object({
      /** What the carrier calls it ("SCAN form"). */
      name: z.string(),
      /** Without it the carrier does not bill or move the parcels. */
      required: z.boolean(),
      /** What stands on it can no longer be cancelled. */
      endsVoiding: z.boolean(),
      /** Of the group's shipments, those whose service goes on it; the others go on a list for the driver. */
      shipments: z.int(),
    }),
  ),
  /** A driver can be called with this account. */
  pickup: z.boolean(),
  /** Why not, one sentence. */
  pickupWhy: z.nullable(z.string()),
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

/** `closing`: the carrier is being asked. `failed`: it made no paper, and what was on it waits again. */
export const CLOSED_STATES = ['closing', 'closed', 'failed', 'unknown'] as const;

export const closedList = z.object({
  id,
  number: z.int(),
  state: z.enum(CLOSED_STATES),
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
  /** What the carrier calls its paper; null on a list of ours. */
  paperName: z.nullable(z.string()),
  /** The carrier's numbers of its papers. */
  numbers: z.array(z.string()),
  /** Its papers, to be opened with `GET /end-of-day/{id}/papers/{no}`, counted from 1. */
  papers: z.int(),
  /** What the carrier left out, in its words; these wait again. */
  leftOut: z.array(z.object({ shipmentId: id, orderNumbers: z.array(z.string()), message: z.string() })),
  /** Why there is no paper, or none yet. */
  problem: z.nullable(z.string()),
  /** Present while the outcome is unknown. */
  open: z.nullable(z.object({ reference: z.string(), canDecide: z.boolean(), canAsk: z.boolean() })),
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
  summary: 'Hand over what waits: the carrier’s own paper where it has one, else a list, for each place and account',
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

/** The same bytes each time. */
export const openCarrierPaper = defineCall({
  id: 'openCarrierPaper',
  method: 'GET',
  path: '/end-of-day/{id}/papers/{no}',
  summary: 'The carrier’s own paper of a closed day, as it came',
  ...carrierPage,
  params: z.object({ id, no: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)) }),
  produces: 'application/octet-stream',
});

/** Problems: `not_found`, `forbidden` with the reason. */
export const decideClosing = defineCall({
  id: 'decideClosing',
  method: 'POST',
  path: '/end-of-day/{id}/decide',
  summary: 'Say whether the carrier has closed the day, or ask it again',
  ...carrierPage,
  right: 'labels.settle',
  audited: true,
  params: idParams,
  body: z.object({
    decision: z.enum(['exists', 'absent', 'ask-again']),
    /** The carrier's numbers of its papers, where they are known. */
    numbers: z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(60))).check(z.maxLength(50))),
    note: optionalText(500),
  }),
  data: closedList,
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
