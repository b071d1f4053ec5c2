/** Products made from orders: what orders say of their items is kept for the orders to come. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { selectionFields } from '../orders/order-selection.ts';

/**
 * One product for each SKU in the orders, with title, weight, HS code, origin, customs words and value as the newest of them say.
 * A product that is there is completed; with `replace` what the orders say counts. Waiting orders with the same products get
 * what they lack. Problems: `validation` (nothing is chosen, a filter is wrong), `search_too_slow`.
 */
export const saveProductsFromOrders = defineCall({
  id: 'saveProductsFromOrders',
  method: 'POST',
  path: '/product/from-orders',
  summary: 'Save the items of orders as products',
  // Whoever makes products of orders sees both: the right counts only with the page of products.
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  idempotent: true,
  body: z.object({ ...selectionFields, replace: z.boolean() }),
  data: z.object({
    created: z.int(),
    changed: z.int(),
    /** SKUs whose products had it all. */
    unchanged: z.int(),
    /** Different items without a SKU: nothing tells their product from another. */
    withoutSku: z.int(),
    /** Waiting orders that got something from these products. */
    orders: z.int(),
  }),
});
