/**
 * Which orders a command on many means: those named, or all that match the filters of the list but for some (ux.md line
 * 10, decisions 25). "All 12,400 that match" therefore sends no ids.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';
import { ORDER_SORTS, orderFilters } from './order-list.ts';

/** Most orders that one command takes. */
export const MOST_SELECTED = 100_000;

/** Fields of the selection, to be spread into a body beside its own: `z.object({ ...selectionFields, archived })`. */
export const selectionFields = {
  /** These orders, in this order. */
  ids: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
  /** Without ids: every order that these filters match. */
  filters: z.optional(z.nullable(orderFilters)),
  /** Taken out of what the filters match. */
  excludeIds: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
  /** Order of what the filters match; default -placedAt, as in the list. */
  sort: z.optional(z.nullable(z.enum(ORDER_SORTS))),
};

export const orderSelection = z.object(selectionFields);
export type OrderSelection = z.infer<typeof orderSelection>;

/** What became of a command on many orders; each order for itself, one that is refused changes nothing for the others. */
export const bulkOutcome = z.object({
  changed: z.int(),
  /** Already as asked for. */
  unchanged: z.int(),
  refused: z.int(),
  /** The first 200 of the refused, with the reason and what to do. */
  problems: z.array(z.object({ orderId: id, orderNumber: z.string(), code: z.string(), message: z.string() })),
});
export type BulkOutcome = z.infer<typeof bulkOutcome>;

/** Problems: `validation` (nothing is chosen, a filter is wrong), `search_too_slow`. */
export const countSelection = defineCall({
  id: 'countSelection',
  method: 'POST',
  path: '/orders/selection/count',
  summary: 'How many orders a selection holds, exactly',
  noScreen: 'programs that want the count before they act; screens have it from the list',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  body: orderSelection,
  data: z.object({
    count: z.int(),
    /** There are more than one command takes (`most`), and `count` is that number. */
    capped: z.boolean(),
    most: z.int(),
  }),
});
