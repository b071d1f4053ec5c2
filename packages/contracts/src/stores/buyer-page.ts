/** What a seller decides of the page on which buyers follow their orders. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';

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
