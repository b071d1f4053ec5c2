/** What a seller decides of the page on which buyers follow their orders. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { recordVersion } from '../common.ts';
import { dnsRecord } from '../network/franchises.ts';

export const LEAST_LIFE_DAYS = 30;
export const MOST_LIFE_DAYS = 365;
export const USUAL_LIFE_DAYS = 90;
export const MOST_SHOPS = 20;
export const MOST_PAGE_LINKS = 6;
export const MOST_LINK_LABEL = 40;
/** Pixels of the picture at the head of the page; it is shown two thirds as wide. */
export const BANNER = { width: 960, height: 240 } as const;

const pageLink = z.object({
  label: z.string().check(z.maxLength(MOST_LINK_LABEL)),
  url: z.string().check(z.maxLength(500)),
});
export type PageLink = z.infer<typeof pageLink>;

/** How the page looks and what it says; what is absent is left as it is. */
const look = {
  /** The logo of the company's documents stands in place of its name. */
  logo: z.optional(z.boolean()),
  /** "#24618f"; null: the franchise's. Text on it is black or white, whichever reads better. */
  colour: z.optional(z.nullable(z.string().check(z.maxLength(7)))),
  /** https addresses with their names ("Shop", "Returns policy"). */
  links: z.optional(z.array(pageLink).check(z.maxLength(MOST_PAGE_LINKS))),
  /** Where buyers ask; null: what stands on the papers of the store. */
  supportEmail: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
  supportPhone: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
  /** A delivered parcel says what the carrier says of its delivery, and leads to the proof that was asked for. */
  proof: z.optional(z.boolean()),
};

export const buyerPageSettings = z.object({
  /** A link leads to its page so long after the last delivery; longer while a return may still be asked for. */
  lifeDays: z.int().check(z.minimum(LEAST_LIFE_DAYS), z.maximum(MOST_LIFE_DAYS)),
  /** Addresses of shops that may show the page inside theirs ("https://maple.example"); absent: left as they are. */
  shops: z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(MOST_SHOPS))),
  /** The page says what is in each parcel; absent: left as it is. */
  contents: z.optional(z.boolean()),
  /** Shops of the seller's own are told this page in place of the carrier's; absent: left as it is. */
  tellStores: z.optional(z.boolean()),
  ...look,
  /** 0 before anybody saved them. */
  version: recordVersion,
});
export type BuyerPageSettings = z.infer<typeof buyerPageSettings>;

const seenSettings = z.object({
  ...buyerPageSettings.shape,
  shops: z.array(z.string()),
  contents: z.boolean(),
  tellStores: z.boolean(),
  logo: z.boolean(),
  colour: z.nullable(z.string()),
  links: z.array(pageLink),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
  proof: z.boolean(),
  /** The company has a logo of its documents. */
  hasLogo: z.boolean(),
  /** Path of the picture at the head of the page; null: none. */
  banner: z.nullable(z.string()),
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

/** Problems: `stale_version`; `validation` at what is no address of a shop, no https link, no colour, or a logo that cannot be drawn. */
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

/** Problems: `validation`. */
export const previewBuyerPage = defineCall({
  id: 'previewBuyerPage',
  method: 'POST',
  path: '/buyer-page/preview',
  summary: 'The tracking page as a buyer would see it with these settings, with a made-up order',
  readOnly: true,
  ...manager,
  body: z.object({ ...look, contents: z.optional(z.boolean()), language: z.enum(['en', 'fr']) }),
  /** A whole document; show it in a sandboxed frame without scripts. Pictures are paths of this host. */
  data: z.object({ html: z.string() }),
});

const picture = { ...manager, right: 'stores.manage', audited: true, path: '/buyer-page/banner' } as const;

/** The settings keep their version. Problems: `picture_refused`, `file_too_large`. */
export const putBuyerBanner = defineCall({
  id: 'putBuyerBanner',
  method: 'POST',
  summary:
    'Upload the picture at the head of the tracking page: PNG or JPEG, at most 12 MB; the middle of it is drawn anew, 4 to 1',
  ...picture,
  upload: true,
  data: seenSettings,
});

/** Repeatable. */
export const removeBuyerBanner = defineCall({
  id: 'removeBuyerBanner',
  method: 'DELETE',
  summary: 'Show no picture at the head of the tracking page',
  ...picture,
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
