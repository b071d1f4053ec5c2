/**
 * Setting the same facts on many orders at once, seen before it is done and taken back afterwards. Facts of items are set on
 * every line of an order, as `putOrderItems` sets them on one; the box is what the order ships in, as a preset would say it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { countryCode, day, grams, id, required } from '../common.ts';
import { bulkOutcome, selectionFields } from './order-selection.ts';

/** What can be set on many orders at once. */
export const EDITABLE_FACTS = [
  'weightGrams',
  'hsCode',
  'originCountry',
  'customsDescription',
  'packageId',
  'holdUntil',
  'shipDate',
  'requestedService',
] as const;
export type EditableFact = (typeof EDITABLE_FACTS)[number];

export const orderEdit = z.object({
  /** Weight of one unit of each line. */
  weightGrams: z.optional(grams.check(z.minimum(1))),
  hsCode: z.optional(z.string().check(z.trim(), z.regex(/^\d[\d. -]{4,20}$/))),
  originCountry: z.optional(countryCode),
  /** What it is for customs. */
  customsDescription: z.optional(required(200)),
  packageId: z.optional(id),
  /** Holds the order; the hold ends by itself when this day begins in the customer's zone. A day after today, within a year. */
  holdUntil: z.optional(day),
  /** The day on which it is to ship: today or later, within a year; null: as soon as it can. */
  shipDate: z.optional(z.nullable(day)),
  /** In place of what the buyer chose at the checkout; null: what the store says. */
  requestedService: z.optional(z.nullable(required(200))),
  /** What a line or an order has already stays; only what is missing is set. */
  onlyMissing: z.optional(z.boolean()),
});
export type OrderEdit = z.infer<typeof orderEdit>;

const many = { auth: 'access', permission: 'ECOMMERCE_ORDERS', right: 'orders.edit' } as const;
const body = z.object({ ...selectionFields, edit: orderEdit });

/** Problems: `validation` (nothing is set, an HS code that is none, a box that is gone, a day that is over,
 * nothing is chosen), `search_too_slow`. */
export const previewOrderEdit = defineCall({
  id: 'previewOrderEdit',
  method: 'POST',
  path: '/orders/edit/preview',
  summary: 'What setting facts on many orders would change',
  readOnly: true,
  ...many,
  body,
  data: z.object({
    ...bulkOutcome.shape,
    /** The first orders that would change, a few of their values as they are and as they would be. */
    sample: z.array(
      z.object({
        orderId: id,
        orderNumber: z.string(),
        changes: z.array(
          z.object({
            field: z.enum(EDITABLE_FACTS),
            /** Title of the line; null: of the whole order. */
            title: z.nullable(z.string()),
            /** Grams, a code, words or the name of a box; null: nothing. */
            from: z.nullable(z.union([z.string(), z.int()])),
            to: z.nullable(z.union([z.string(), z.int()])),
          }),
        ),
      }),
    ),
  }),
});

export const editOrders = defineCall({
  id: 'editOrders',
  method: 'POST',
  path: '/orders/edit',
  summary: 'Set weight, box, customs facts, dates or the requested service on many orders',
  ...many,
  body,
  data: z.object({
    ...bulkOutcome.shape,
    /** For `undoOrderEdit`; null when nothing changed. */
    undoId: z.nullable(id),
  }),
  idempotent: true,
});

/** Problems: `not_found` for an edit that is not there or was undone already. */
export const undoOrderEdit = defineCall({
  id: 'undoOrderEdit',
  method: 'POST',
  path: '/orders/edit/undo',
  summary: 'Give orders back what they had before an edit; one that somebody changed since is left alone',
  ...many,
  body: z.object({ undoId: id }),
  data: bulkOutcome,
});
