/** The order list: filters, rows, counts (product-spec sections 3, 4, 7; decisions 22 to 27). */
import { TRACKING_STATUSES } from '@scanship/domain/tracking/tracking';
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { autoPopupTag, countryCode, day, id, money, pageNumber, recordVersion, wireDateTime } from '../common.ts';

/** Answered values of fulfillmentStatus (decisions 23); filters take the tab values and compare without case. */
export const FULFILLMENT_STATUSES = [
  'Unfulfilled',
  'Partially-Fulfilled',
  'Manual-Fulfilled',
  'Fulfilled',
  'Cancelled',
] as const;
/** Tab values; the empty one is All Orders, which shows everything but archived. */
export const ORDER_TABS = ['', 'unfulfilled', 'manual-fulfilled', 'fulfilled', 'cancelled', 'archived'] as const;
/** `anything`: number, name, e-mail, telephone, city, postcode, SKU, title and tracking number at once, telephone and tracking number also by their end. */
export const SEARCH_KEYS = ['anything', 'orderNumber', 'recipient', 'email', 'sku', 'trackingNumber'] as const;
export const ORDER_SOURCES = ['store', 'manual', 'file', 'api'] as const;
export const PAGE_SIZES = [10, 20, 50, 100, 200] as const;
export const DEFAULT_PAGE_SIZE = 20;
/**
 * Closed list: each has an index and is paged by key. "-" turns it round; the default is -placedAt. Orders without a
 * ship-by date stand behind all others in shipBy, in front in -shipBy. `number` puts shorter numbers first ("#999" before
 * "#1000"); `total` compares amounts as they are, without exchange rates.
 */
export const ORDER_SORTS = [
  'placedAt',
  '-placedAt',
  'shipBy',
  '-shipBy',
  'number',
  '-number',
  'total',
  '-total',
] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];
/**
 * Ranges that move with the day (product-spec section 3), in the customer's time zone and up to the end of today: today,
 * the last 7, 30 and 365 days. `custom` takes fromDate and toDate.
 */
export const DATE_RANGES = ['today', 'byWeek', 'byMonth', 'byYear', 'custom'] as const;
export type DateRangeName = (typeof DATE_RANGES)[number];
/** Row signs (ux.md line 14): each has a text and can be filtered. */
export const ORDER_SIGNS = [
  'note',
  'gift',
  'international',
  'unverified',
  'combinable',
  'hold',
  'failed',
  'partial',
  'overdue',
] as const;

/**
 * What waiting orders lack before they can ship, and labels nobody has printed: `weight` of an item, `customs` facts of an item
 * that crosses a border (HS code, origin, value, description), `print`.
 */
export const ORDER_LACKS = ['weight', 'customs', 'print'] as const;
export type OrderLack = (typeof ORDER_LACKS)[number];

const list = <T extends z.ZodMiniType>(item: T) => z.optional(z.nullable(z.array(item).check(z.maxLength(200))));
const text = (max: number) => z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max))));

export const orderFilters = z.object({
  fulfillmentStatus: text(40),
  countryCode: text(2),
  provinceCode: text(10),
  fromDate: z.optional(z.nullable(wireDateTime)),
  toDate: z.optional(z.nullable(wireDateTime)),
  /** Worked out when the list is asked for, so that a saved view means the same tomorrow; fromDate and toDate count only beside `custom` or without it. */
  dateRange: z.optional(z.nullable(z.enum(DATE_RANGES))),
  skus: list(z.string().check(z.maxLength(100))),
  tags: list(z.string().check(z.maxLength(60))),
  orderSource: list(z.enum(ORDER_SOURCES)),
  search: z.optional(
    z.nullable(z.object({ key: z.optional(z.enum(SEARCH_KEYS)), value: z.string().check(z.maxLength(100)) })),
  ),
  defaultFilter: z.optional(z.nullable(z.boolean())),
  platformIds: list(z.int()),
  storeIds: list(z.string().check(z.maxLength(40))),
  warehouseIds: list(z.string().check(z.maxLength(40))),
  /** Rows that carry any of these signs (ux.md line 14). */
  signs: list(z.enum(ORDER_SIGNS)),
  /** Orders that lack any of these. */
  lacks: list(z.enum(ORDER_LACKS)),
  /** Orders that came in with these files (`commitImport`), whenever they were placed unless dates are chosen. */
  importIds: list(id),
  /** Who looks after the order: ids of users, `me`, `nobody`. */
  assignees: list(z.string().check(z.maxLength(40))),
  /** These orders alone, such as those a command refused; archived and older ones, too, unless a tab or dates are chosen. */
  orderIds: list(id),
});
export type OrderFilters = z.infer<typeof orderFilters>;

export const orderRow = z.object({
  id,
  ecomOrderNumber: z.string(),
  fulfillmentStatus: z.enum(FULFILLMENT_STATUSES),
  archived: z.boolean(),
  hold: z.nullable(z.string()),
  /** The day on which the hold ends by itself, in the customer's zone; null: when somebody releases it. */
  holdUntil: z.nullable(day),
  importFailed: z.boolean(),
  signs: z.array(z.enum(ORDER_SIGNS)),
  source: z.enum(ORDER_SOURCES),
  storeName: z.nullable(z.string()),
  platformName: z.nullable(z.string()),
  /** Instant, ISO 8601; screens format it in the customer's zone. */
  placedAt: z.string(),
  shipBy: z.nullable(z.string()),
  /** The day on which a person wants it to ship, in the zone of the place it ships from. */
  shipDate: z.nullable(day),
  recipient: z.string(),
  city: z.string(),
  provinceCode: z.string(),
  originAddress: z.object({ countryCode: z.nullable(countryCode) }),
  destinationAddress: z.object({ countryCode: z.nullable(countryCode) }),
  itemQuantity: z.int(),
  itemSummary: z.string(),
  weightGrams: z.nullable(z.int()),
  total: money,
  requestedService: z.nullable(z.string()),
  tags: z.array(z.string()),
  autoPopupTag,
  /** Somebody is buying a label for it right now. */
  claimedBy: z.nullable(z.string()),
  /** Name of whoever looks after it; null: nobody. */
  assignedTo: z.nullable(z.string()),
  /** One word for all parcels of the order (`contracts/tracking`); null where nothing travels. */
  trackingStatus: z.nullable(z.enum(TRACKING_STATUSES)),
  /** The buyer's. */
  email: z.nullable(z.string()),
  /** What it left with: its labels that are not cancelled, and marks by hand, oldest first; null: it has none. */
  label: z.nullable(
    z.object({
      trackingNumbers: z.array(z.string()),
      /** Carrier and service as sold, each once. */
      services: z.array(z.object({ carrierName: z.string(), serviceName: z.nullable(z.string()) })),
      /** What the labels cost the seller, summed per currency. */
      costs: z.array(money),
    }),
  ),
  version: recordVersion,
});
export type OrderRow = z.infer<typeof orderRow>;

export const orderCounts = z.object({
  all: z.int(),
  unfulfilled: z.int(),
  'manual-fulfilled': z.int(),
  fulfilled: z.int(),
  cancelled: z.int(),
  archived: z.int(),
});
export type OrderCounts = z.infer<typeof orderCounts>;

export const listOrders = defineCall({
  id: 'listOrders',
  method: 'POST',
  path: '/orders/all',
  summary: 'One page of orders with the counts of the tabs',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  query: z.object({
    page: z.optional(pageNumber),
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    sort: z.optional(z.enum(ORDER_SORTS)),
    /**
     * Opaque key of the neighbouring page (`nextCursor`, `previousCursor`): paging without offset. `page` beside it is
     * the number to answer as currentPage. Without a key, pages within 10,000 rows of either end can be asked for.
     */
    after: z.optional(z.string().check(z.maxLength(200))),
    before: z.optional(z.string().check(z.maxLength(200))),
  }),
  body: orderFilters,
  data: z.object({
    orders: z.array(orderRow),
    totalRecords: z.int(),
    /** The total stopped counting at its cap: show "10,000+". */
    totalCapped: z.boolean(),
    totalPage: z.int(),
    size: z.int(),
    currentPage: z.int(),
    /** Rows on this page. */
    currentPageSize: z.int(),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    counts: orderCounts,
    /** When nothing matched: the filters whose removal alone would give rows, best first (ux.md line 9). */
    emptiedBy: z.array(z.object({ filter: z.string(), rows: z.int() })),
  }),
});

const optionQuery = z.object({
  search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  page: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
});
const optionPage = {
  currentPage: z.int(),
  size: z.int(),
  /** There are more on the next page. */
  more: z.boolean(),
};

/** `search` is the beginning of a SKU, in any case; alphabetical, 20 a page. */
export const listOrderSkus = defineCall({
  id: 'listOrderSkus',
  method: 'GET',
  path: '/orders/sku',
  summary: 'SKUs that occur in orders, for the filter',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  query: optionQuery,
  data: z.object({ skus: z.array(z.object({ sku: z.string(), title: z.string() })), ...optionPage }),
});

/** `search` is any part of a tag, in any case and without accents; alphabetical, 20 a page, of the first 5,000 tags. */
export const listOrderTags = defineCall({
  id: 'listOrderTags',
  method: 'GET',
  path: '/orders/tag',
  summary: 'Tags that occur on orders, for the filter',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  query: optionQuery,
  data: z.object({ tags: z.array(z.string()), ...optionPage }),
});
