/** What a seller decides of the page on which buyers follow their orders. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';
import { dnsRecord } from '../network/franchises.ts';

export const LEAST_LIFE_DAYS = 30;
export const MOST_LIFE_DAYS = 365;
export const USUAL_LIFE_DAYS = 90;
export const MOST_SHOPS = 20;

export const buyerPageSettings = z.object({
  /** A link leads to its page so long after the last delivery; longer while a return may still be asked for. */
  lifeDays: z.int().check(z.minimum(LEAST_LIFE_DAYS), z.maximum(MOST_LIFE_DAYS)),
  /** Addresses of shops that may show the page inside theirs ("https://maple.example"); absent: left as they are. */
  shops: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(MOST_SHOPS))),
  /** The page says what is in each parcel; absent: left as it is. */
  contents: z.optional(z.boolean()),
  /** 0 before anybody saved them. */
  version: recordVersion,
});
export type BuyerPageSettings = z.infer<typeof buyerPageSettings>;

const seenSettings = z.object({
  ...buyerPageSettings.shape,
  shops: z.array(z.string()),
  contents: z.boolean(),
  /** Names the seller in the script of its shop. */
  shopKey: z.string(),
});
export type SeenBuyerPageSettings = z.infer<typeof seenSettings>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;

export const getBuyerPageSettings = defineCall({
  id: 'getBuyerPageSettings',
  method: 'GET',
  path: '/buyer-page/settings',
  summary: 'How long the tracking page of an order lives, what it says, and which shops may show it',
  ...manager,
  data: seenSettings,
});

/** Problems: `stale_version`; `validation` for what is no address of a shop. */
export const putBuyerPageSettings = defineCall({
  id: 'putBuyerPageSettings',
  method: 'PUT',
  path: '/buyer-page/settings',
  summary: 'Change how long the tracking page of an order lives, what it says, and which shops may show it',
  right: 'stores.manage',
  audited: true,
  ...manager,
  body: buyerPageSettings,
  data: seenSettings,
});

/** The seller's own host for these pages. waiting: its record was not found yet, so pages are on the franchise's host. */
export const buyerHost = z.object({
  host: z.nullable(z.string()),
  state: z.enum(['none', 'waiting', 'proved']),
  /** The record that proves whose it is; null: there is no host. */
  proof: z.nullable(dnsRecord),
  /** Where the address of the host must lead; null: this installation has no public host yet. */
  pointTo: z.nullable(z.string()),
  /** Where the pages are now. */
  origin: z.nullable(z.string()),
  checkedAt: z.nullable(z.iso.datetime()),
  /** What the last look-up found and what to do, in words. */
  finding: z.nullable(z.string()),
  /** 0 while there is none. */
  version: recordVersion,
});
export type BuyerHost = z.infer<typeof buyerHost>;

const hostChange = { ...manager, right: 'stores.manage', audited: true } as const;

export const getBuyerHost = defineCall({
  id: 'getBuyerHost',
  method: 'GET',
  path: '/buyer-page/host',
  summary: "The seller's own host for pages of buyers, and the record that proves it",
  ...manager,
  data: buyerHost,
});

/** Another host begins anew. Problems: `validation` for what cannot be a seller's own host; `stale_version`. */
export const putBuyerHost = defineCall({
  id: 'putBuyerHost',
  method: 'PUT',
  path: '/buyer-page/host',
  summary: 'Set an own host for pages of buyers; it is served once its record is found',
  ...hostChange,
  body: z.object({ host: z.string().check(z.trim(), z.maxLength(253)), version: recordVersion }),
  data: buyerHost,
});

/** Problems: `not_found` when no host is set. */
export const verifyBuyerHost = defineCall({
  id: 'verifyBuyerHost',
  method: 'POST',
  path: '/buyer-page/host/verify',
  summary: 'Look up the record of the own host now; from then on pages of buyers are there',
  ...hostChange,
  data: buyerHost,
});

/** Repeatable. */
export const removeBuyerHost = defineCall({
  id: 'removeBuyerHost',
  method: 'DELETE',
  path: '/buyer-page/host',
  summary: "Have pages of buyers on the franchise's host again, at once",
  ...hostChange,
  data: buyerHost,
});
