/**
 * What people do with orders, one or many at once (product-spec section 7, "Orders"; decisions 23 to 25). Every call takes
 * `selectionFields` and answers `bulkOutcome` unless it says otherwise: each order for itself, in batches of their own, so
 * that one that is refused changes nothing for the others. Repeating a call changes nothing more: what is as asked for
 * already counts as `unchanged`. Codes in `problems` are those of the error catalogue or of `COMMAND_REFUSALS`.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, optionalText, required } from '../common.ts';
import { bulkOutcome, selectionFields } from './order-selection.ts';
import { orderDetail } from './orders.ts';

/** Why one order of a selection was left as it is. */
export const COMMAND_REFUSALS = [
  'not_found',
  'live_label',
  'label_under_way',
  'already_fulfilled',
  'order_cancelled',
  'order_archived',
  'import_failed',
  'nothing_to_ship',
  'cancelled_at_store',
  'not_marked_by_hand',
  'too_many_tags',
] as const;

const many = { auth: 'access', permission: 'ECOMMERCE_ORDERS', data: bulkOutcome } as const;

/** Archived orders stand in their tab alone; taken back, an order has the state it had. One with a label being bought is refused. */
export const archiveOrders = defineCall({
  id: 'archiveOrders',
  method: 'POST',
  path: '/orders/archive',
  summary: 'Archive orders, or take them back',
  right: 'orders.archive',
  ...many,
  body: z.object({ ...selectionFields, archived: z.boolean() }),
});

/**
 * The orders' own cancellation. Refused (`live_label`) while a label is alive: the message says to cancel it first. The
 * order's store is told where its platform can be; else the order gets a notice that says what to do there.
 * `cancelled: false` takes it back; refused (`cancelled_at_store`) where the store itself has cancelled.
 */
export const cancelOrders = defineCall({
  id: 'cancelOrders',
  method: 'POST',
  path: '/orders/cancel',
  summary: 'Cancel orders, or take the cancellation back',
  right: 'orders.archive',
  ...many,
  body: z.object({ ...selectionFields, cancelled: z.boolean(), reason: optionalText(500) }),
});

/** No label can be bought for a held order. Releasing also releases what the store holds, until the store says something new. */
export const holdOrders = defineCall({
  id: 'holdOrders',
  method: 'POST',
  path: '/orders/hold',
  summary: 'Hold orders with a reason, until a day if one is named, or release them',
  right: 'orders.edit',
  ...many,
  body: z.object({
    ...selectionFields,
    held: z.boolean(),
    reason: optionalText(200),
    /** The hold ends by itself when this day begins in the customer's zone: a day after today, within a year. */
    until: z.optional(z.nullable(day)),
  }),
});

/** Most tags of one order. */
export const MOST_TAGS = 50;

/** A tag in both lists is added. */
export const tagOrders = defineCall({
  id: 'tagOrders',
  method: 'POST',
  path: '/orders/tags',
  summary: 'Add tags to orders and take tags off',
  right: 'orders.edit',
  ...many,
  body: z.object({
    ...selectionFields,
    add: z.optional(z.array(required(60)).check(z.maxLength(20))),
    remove: z.optional(z.array(required(60)).check(z.maxLength(20))),
  }),
});

/** `userId` null: nobody. A person who is not active at this customer is refused as `validation`. */
export const assignOrders = defineCall({
  id: 'assignOrders',
  method: 'POST',
  path: '/orders/assign',
  summary: 'Assign orders to a person of the customer',
  right: 'orders.edit',
  ...many,
  body: z.object({ ...selectionFields, userId: z.nullable(id) }),
});

/** People orders can be assigned to, by name. */
export const listAssignees = defineCall({
  id: 'listAssignees',
  method: 'GET',
  path: '/orders/assignees',
  summary: 'People orders can be assigned to',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  data: z.object({ people: z.array(z.object({ id, name: z.string() })) }),
});

/** `locationId` null: back to the store's address or the default. Takes a one-off ship-from address of the order away. */
export const setOrdersShipFrom = defineCall({
  id: 'setOrdersShipFrom',
  method: 'POST',
  path: '/orders/ship-from',
  summary: 'Set the ship-from location of orders',
  right: 'orders.edit',
  ...many,
  body: z.object({ ...selectionFields, locationId: z.nullable(id) }),
});

/** A field that is absent stays; null or an empty text removes the note. What is set here is not replaced by a sync. */
export const noteOrders = defineCall({
  id: 'noteOrders',
  method: 'POST',
  path: '/orders/notes',
  summary: 'Write the internal note or the customer note of orders',
  right: 'orders.edit',
  ...many,
  body: z.object({ ...selectionFields, internalNote: optionalText(2000), customerNote: optionalText(2000) }),
});

const fulfilmentFields = {
  /** Carrier as the seller names it ("Canada Post"); known names lead to the platform's own code. */
  carrier: optionalText(60),
  /** Tracking number; searchable from then on. Absent: shipped without one. */
  number: optionalText(60),
  /** Whether the platform mails the buyer; absent: as the store or the default settings say. */
  notify: z.optional(z.nullable(z.boolean())),
};

/** Marks all units that were not shipped from here and tells the store. Problems: one of `COMMAND_REFUSALS` as `order_not_shippable` with its sentence. */
export const markFulfilled = defineCall({
  id: 'markOrderFulfilled',
  method: 'POST',
  path: '/orders/mark-fulfill/{id}',
  summary: 'Mark an order as fulfilled by hand, with carrier and number, and tell its store',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: z.object(fulfilmentFields),
  data: orderDetail,
  idempotent: true,
});

/** The bulk bar's "Mark as Fulfilled". `numbers` names the tracking number of single orders; the others get `number`. */
export const markManyFulfilled = defineCall({
  id: 'markOrdersFulfilled',
  method: 'POST',
  path: '/orders/mark-fulfilled',
  summary: 'Mark orders as fulfilled by hand and tell their stores',
  right: 'orders.edit',
  ...many,
  body: z.object({
    ...selectionFields,
    ...fulfilmentFields,
    numbers: z.optional(z.array(z.object({ orderId: id, number: required(60) })).check(z.maxLength(10_000))),
  }),
  idempotent: true,
});

/** Back to unfulfilled (or partially fulfilled); withdrawn at the store where it can, else the order gets a notice. */
export const unmarkFulfilled = defineCall({
  id: 'unmarkOrdersFulfilled',
  method: 'POST',
  path: '/orders/unmark-fulfilled',
  summary: 'Take the mark "fulfilled by hand" back',
  right: 'orders.edit',
  ...many,
  body: z.object(selectionFields),
});

/** Most orders that are tried again in one call: each may have to be asked of its store. */
export const MOST_RETRIED = 500;

/**
 * Orders whose import failed are asked of their store again; reports to a store that failed are sent again. Answers per
 * order what went wrong and what to change.
 */
export const retryOrders = defineCall({
  id: 'retryOrders',
  method: 'POST',
  path: '/orders/tenant/retry',
  summary: 'Try failed imports and failed reports to stores again',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: z.object(selectionFields),
  data: z.object({
    results: z.array(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        what: z.enum(['import', 'report', 'nothing']),
        /** done: all is well now; running: sent, its outcome will show on the order; failed: a person has to change something; nothing: nothing had failed. */
        outcome: z.enum(['done', 'running', 'failed', 'nothing']),
        /** What went wrong, in one sentence. */
        problem: z.nullable(z.string()),
        /** What to change before it is tried again. */
        change: z.nullable(z.string()),
      }),
    ),
    done: z.int(),
    running: z.int(),
    failed: z.int(),
    nothing: z.int(),
  }),
});
