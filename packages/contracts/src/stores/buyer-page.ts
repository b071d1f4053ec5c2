/** What a seller decides of the page on which buyers follow their orders. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';

export const LEAST_LIFE_DAYS = 30;
export const MOST_LIFE_DAYS = 365;
export const USUAL_LIFE_DAYS = 90;

export const buyerPageSettings = z.object({
  /** A link leads to its page so long after the last delivery; longer while a return may still be asked for. */
  lifeDays: z.int().check(z.minimum(LEAST_LIFE_DAYS), z.maximum(MOST_LIFE_DAYS)),
  /** 0 before anybody saved them. */
  version: recordVersion,
});
export type BuyerPageSettings = z.infer<typeof buyerPageSettings>;

const manager = { auth: 'access', permission: 'ECOMMERCE_STORE_MANAGER' } as const;

export const getBuyerPageSettings = defineCall({
  id: 'getBuyerPageSettings',
  method: 'GET',
  path: '/buyer-page/settings',
  summary: 'How long the tracking page of an order lives',
  ...manager,
  data: buyerPageSettings,
});

/** Problems: `stale_version`. */
export const putBuyerPageSettings = defineCall({
  id: 'putBuyerPageSettings',
  method: 'PUT',
  path: '/buyer-page/settings',
  summary: 'Change how long the tracking page of an order lives',
  right: 'stores.manage',
  audited: true,
  ...manager,
  body: buyerPageSettings,
  data: buyerPageSettings,
});
