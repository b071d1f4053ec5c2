/**
 * One search over everything a person may see (issues 21 and 23). Without accents and case, by the beginning of words; telephones
 * in any form, by their last seven digits or more; tracking numbers also by their last four characters or more; order numbers with
 * or without their sign.
 *
 * A customer's people search their own company. Staff search the customers below them: a sales agent those assigned to them, and
 * orders and shipments only with the right to act for their owners. Of those they see the number, never the buyer.
 */
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id } from '../common.ts';
import { FULFILLMENT_STATUSES } from '../orders/order-list.ts';
import { SHIPMENT_STATES } from '../shipping/shipments.ts';

/** In the order in which they are shown. */
export const SEARCH_GROUPS = [
  'orders',
  'shipments',
  'products',
  'franchises',
  'customers',
  'people',
  'invoices',
] as const;
export type SearchGroup = (typeof SEARCH_GROUPS)[number];
/** Hits of a group; of one that is asked for alone. */
export const HITS = 5;
export const HITS_OF_ONE = 50;
/** Shorter texts fit too much to be looked for. */
export const LEAST_SEARCH = 2;

/** Whose it is; null for the caller's own. */
const owner = z.nullable(z.object({ id, name: z.string(), franchiseId: z.nullable(id) }));
export type HitOwner = z.infer<typeof owner>;

export const orderHit = z.object({
  id,
  number: z.string(),
  status: z.enum(FULFILLMENT_STATUSES),
  archived: z.boolean(),
  placedAt: z.string(),
  /** Empty for staff. */
  recipient: z.string(),
  city: z.string(),
  owner,
});
export const shipmentHit = z.object({
  id,
  trackingNumber: z.string(),
  /** Null for a shipment without an order. */
  orderId: z.nullable(id),
  carrierName: z.string(),
  state: z.enum(SHIPMENT_STATES),
  trackingStatus: z.nullable(z.enum(TRACKING_STATUSES)),
  createdAt: z.string(),
  owner,
});
export const productHit = z.object({ id, title: z.string(), sku: z.string() });
export const franchiseHit = z.object({ id, name: z.string() });
export const customerHit = z.object({
  id,
  name: z.string(),
  suspended: z.boolean(),
  franchise: z.nullable(z.object({ id, name: z.string() })),
});
export const personHit = z.object({ id, fullName: z.string(), userName: z.string(), email: z.string(), owner });
export const invoiceHit = z.object({
  id,
  number: z.string(),
  /** First day of the month it is for. */
  month: z.string(),
  partyName: z.string(),
});

const group = <T extends z.ZodMiniType>(hit: T) => z.object({ hits: z.array(hit), more: z.boolean() });

export const found = z.object({
  orders: group(orderHit),
  shipments: group(shipmentHit),
  products: group(productHit),
  franchises: group(franchiseHit),
  customers: group(customerHit),
  people: group(personHit),
  invoices: group(invoiceHit),
});
export type Found = z.infer<typeof found>;

/** A body, because what people look for are names and numbers of other people, which do not belong into an address. */
export const searchEverything = defineCall({
  id: 'searchEverything',
  method: 'POST',
  path: '/search',
  summary: 'What a text finds among everything the person may see, by kind, the newest first',
  readOnly: true,
  auth: 'access',
  body: z.object({
    text: z.string().check(z.trim(), z.maxLength(100)),
    /** This kind alone, with more hits. */
    group: z.optional(z.enum(SEARCH_GROUPS)),
  }),
  data: z.object({
    /** The kinds that were looked through. */
    searched: z.array(z.enum(SEARCH_GROUPS)),
    found,
  }),
});
