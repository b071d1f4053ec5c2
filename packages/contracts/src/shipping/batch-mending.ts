/**
 * Mending what keeps orders of a plan from shipping, without leaving the plan: what their items lack is said once for each
 * product, and the blocked orders alone are planned again.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { countryCode, grams, id, idParams, required } from '../common.ts';
import { batch } from './batches.ts';

const page = { auth: 'access', permission: 'ECOMMERCE_ORDERS' } as const;

/** What an item of an order may lack before it can ship. `value`: neither a price nor a declared value. */
export const ITEM_GAPS = ['weight', 'hsCode', 'origin', 'value', 'description'] as const;
export type ItemGap = (typeof ITEM_GAPS)[number];

/** Products of one answer; the rest appears as these are mended. */
export const MOST_GAPS = 200;

/** Lines of orders are of one product where they have the same SKU, or no SKU and the same title. */
export const gapKey = z.object({
  sku: z.string().check(z.maxLength(100)),
  title: z.string().check(z.maxLength(500)),
});

/** One product that blocked orders of a batch lack something of. */
export const batchGap = z.object({
  ...gapKey.shape,
  /** Blocked orders it is in. */
  orders: z.int(),
  lacks: z.array(z.enum(ITEM_GAPS)),
  /** Currencies of these orders; a value can be given where there is one. */
  currencies: z.array(z.string()),
  /** What all its lines that know it say alike. */
  weightGrams: z.nullable(z.int()),
  hsCode: z.nullable(z.string()),
  originCountry: z.nullable(z.string()),
});
export type BatchGap = z.infer<typeof batchGap>;

export const listBatchGaps = defineCall({
  id: 'listBatchGaps',
  method: 'GET',
  path: '/batches/{id}/gaps',
  summary: 'What items of the blocked orders of a batch lack, once for each product',
  ...page,
  params: idParams,
  data: z.object({
    /** Those in most orders first. */
    products: z.array(batchGap),
    /** There are more than `MOST_GAPS`. */
    more: z.boolean(),
    /** Blocked orders whose address has to be corrected. */
    addresses: z.array(z.object({ orderId: id, orderNumber: z.string(), recipient: z.string(), message: z.string() })),
  }),
});

/**
 * Sets what is missing on every line of these products in the blocked orders of the batch; what a line has already stays. With
 * `saveToProducts` the facts are kept with the products, and complete all other waiting orders, too; that asks for the right
 * to edit products. Problems: `validation` (an HS code that is none, nothing given), `forbidden`.
 */
export const mendBatch = defineCall({
  id: 'mendBatch',
  method: 'POST',
  path: '/batches/{id}/mend',
  summary: 'Give the items of blocked orders what they lack, once for each product',
  ...page,
  right: 'orders.edit',
  idempotent: true,
  params: idParams,
  body: z.object({
    products: z
      .array(
        z.object({
          ...gapKey.shape,
          weightGrams: z.optional(grams.check(z.minimum(1))),
          hsCode: z.optional(z.string().check(z.trim(), z.maxLength(24))),
          originCountry: z.optional(countryCode),
          /** What it is for customs. */
          customsDescription: z.optional(required(200)),
          /** Declared value of one unit, in minor units of the order's currency. */
          unitValueMinor: z.optional(z.int().check(z.minimum(1), z.maximum(10_000_000_000))),
        }),
      )
      .check(z.minLength(1), z.maxLength(MOST_GAPS)),
    saveToProducts: z.boolean(),
  }),
  data: z.object({
    /** Orders of this batch that got something. */
    orders: z.int(),
    /** Products that were made or changed. */
    products: z.int(),
    /** Other waiting orders that got something from the products. */
    otherOrders: z.int(),
  }),
});

/**
 * Plans the blocked orders again and nothing else. Before the start they stay in the same plan, and what is priced keeps its
 * price. Once the batch was started or stopped, they become a plan of their own, under the options of this one, which is the
 * answer. Problems: `validation` where nothing is blocked, `rate_limited`, `shipping_restricted`.
 */
export const planBlocked = defineCall({
  id: 'planBlocked',
  method: 'POST',
  path: '/batches/{id}/plan-blocked',
  summary: 'Plan the blocked orders of a batch again',
  ...page,
  right: 'labels.buy',
  idempotent: true,
  params: idParams,
  data: batch,
});
