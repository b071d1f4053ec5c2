/** The lines of an order itself: changed where the order is the customer's own, and split off into an order of their own. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, recordVersion } from '../common.ts';
import { orderDetail, orderItemInput } from './orders.ts';

const one = { auth: 'access', permission: 'ECOMMERCE_ORDERS', right: 'orders.edit' } as const;

/**
 * The lines an order is to have: with `line` those it has, without one new ones; a line that is not named goes. The total follows
 * by what the lines cost more or less, so that postage the buyer paid stays in it. Problems: `stale_version`,
 * `order_not_shippable` (a store's order, or one that is shipped, cancelled, archived, being bought or at a packing table),
 * `validation` (fewer units than labels hold).
 */
export const putOrderLines = defineCall({
  id: 'putOrderLines',
  method: 'PUT',
  path: '/orders/lines',
  summary: 'Add, remove and change the items of an order entered by hand or from a file',
  ...one,
  body: z.object({
    orderId: id,
    version: recordVersion,
    items: z
      .array(
        z.extend(orderItemInput, { line: z.optional(z.nullable(z.int().check(z.minimum(1), z.maximum(100_000)))) }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  data: orderDetail,
});

/**
 * Moves units into a new order of the same buyer, with the number of this one and "-1", "-2". Problems as for `putOrderLines`;
 * `validation` for units that are not open, and where nothing would stay.
 */
export const splitOrder = defineCall({
  id: 'splitOrder',
  method: 'POST',
  path: '/orders/split',
  summary: 'Split items off into an order of their own',
  ...one,
  body: z.object({
    orderId: id,
    version: recordVersion,
    items: z
      .array(
        z.object({
          line: z.int().check(z.minimum(1), z.maximum(100_000)),
          quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(500)),
  }),
  /** The new order. */
  data: orderDetail,
  idempotent: true,
});

/**
 * A further order of what was sent, to the same buyer and place and at no price, linked to this one: for what was lost or arrived
 * broken. Its number is this one's with "-S1", "-S2". Problems: `not_found`; `order_not_shippable` before anything of it was sent
 * and once its buyer was erased; `validation` for units that were not sent.
 */
export const sendAgain = defineCall({
  id: 'sendAgain',
  method: 'POST',
  path: '/orders/send-again',
  summary: 'Send an order, or some of its items, once more',
  ...one,
  body: z.object({
    orderId: id,
    /** Absent: everything that was sent. */
    items: z.optional(
      z.nullable(
        z
          .array(
            z.object({
              line: z.int().check(z.minimum(1), z.maximum(100_000)),
              quantity: z.int().check(z.minimum(1), z.maximum(100_000)),
            }),
          )
          .check(z.minLength(1), z.maxLength(500)),
      ),
    ),
  }),
  /** The new order. */
  data: orderDetail,
  idempotent: true,
});
