/**
 * Products (product-spec sections 3 and 7): list, edit, bulk edit, aliases and bundles, pictures. What a store sent is kept
 * beside what people corrected; the answered value is the correction, else the store's.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import {
  countryCode,
  currency,
  dangerousProduct,
  dimensions,
  grams,
  id,
  idParams,
  minor,
  optionalText,
  pageNumber,
  recordVersion,
  required,
  wireDateTime,
} from '../common.ts';
import { DEFAULT_PAGE_SIZE } from '../orders/order-list.ts';

export { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '../orders/order-list.ts';

/** What is kept of a product and can be corrected; `dimensions` and `value` are one correction each. */
export const PRODUCT_FIELDS = [
  'title',
  'weightGrams',
  'dimensions',
  'hsCode',
  'originCountry',
  'customsText',
  'dangerousGoods',
  'value',
  'barcode',
  'binLocation',
  'picture',
] as const;
export type ProductField = (typeof PRODUCT_FIELDS)[number];

/** What a product can lack; each is a filter of the list. */
export const PRODUCT_GAPS = ['weight', 'hsCode', 'originCountry', 'value'] as const;
export type ProductGap = (typeof PRODUCT_GAPS)[number];

/** Closed list: each has an index. */
export const PRODUCT_SORTS = [
  '-createdAt',
  'createdAt',
  '-updatedAt',
  'updatedAt',
  'sku',
  '-sku',
  'title',
  '-title',
] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];

/** Most products that one command takes. */
export const MOST_PRODUCTS = 100_000;

const list = <T extends z.ZodMiniType>(item: T) => z.optional(z.nullable(z.array(item).check(z.maxLength(200))));

export const productFilters = z.object({
  /** When the product came in; no default range (decisions 25). */
  fromDate: z.optional(z.nullable(wireDateTime)),
  toDate: z.optional(z.nullable(wireDateTime)),
  /** `orderNumber` means name, SKU or barcode (decisions 25). */
  search: z.optional(
    z.nullable(z.object({ key: z.optional(z.enum(['orderNumber'])), value: z.string().check(z.maxLength(100)) })),
  ),
  storeIds: list(z.string().check(z.maxLength(40))),
  /** Products that lack any of these. */
  missing: list(z.enum(PRODUCT_GAPS)),
  /** true: the archived ones; otherwise those in use. */
  archived: z.optional(z.nullable(z.boolean())),
});
export type ProductFilters = z.infer<typeof productFilters>;

/** HS code as digits: 6 for all countries, up to 10 (12 at the most) as the importing country counts. */
const hsCode = z.string().check(z.regex(/^\d{6,12}$/));
const value = z.object({ minor, currency });

/** Current values of a product. Weight in grams of one unit, lengths in millimetres, value in minor units. */
const facts = {
  title: z.string(),
  weightGrams: z.nullable(z.int()),
  dimensions: z.nullable(z.object({ lengthMm: z.int(), widthMm: z.int(), heightMm: z.int() })),
  hsCode: z.nullable(z.string()),
  originCountry: z.nullable(z.string()),
  customsText: z.nullable(z.string()),
  /** Null: none that anybody named. */
  dangerousGoods: z.nullable(dangerousProduct),
  value: z.nullable(value),
  barcode: z.nullable(z.string()),
  binLocation: z.nullable(z.string()),
  /** An https address of the store, or a path below `/api` that needs the session; null: none. */
  picture: z.nullable(z.string()),
};

export const productRow = z.object({
  id,
  /** Empty where the store sells it without one. */
  sku: z.string(),
  ...facts,
  /** Fields that people corrected. */
  corrected: z.array(z.enum(PRODUCT_FIELDS)),
  /** Names of the stores that sell it. */
  stores: z.array(z.string()),
  /** Other SKUs that mean this product. */
  aliasCount: z.int(),
  /** Made of other products. */
  bundle: z.boolean(),
  archived: z.boolean(),
  /** Instants, ISO 8601. */
  createdAt: z.string(),
  updatedAt: z.string(),
  version: recordVersion,
});
export type ProductRow = z.infer<typeof productRow>;

/** A listing of a store. */
export const productListing = z.object({
  storeId: id,
  storeName: z.string(),
  externalId: z.string(),
  sku: z.nullable(z.string()),
  barcode: z.nullable(z.string()),
  /** Units of the product in one unit of the listing. */
  multiplier: z.int(),
});

export const PRODUCT_EVENTS = [
  'created',
  'edited',
  'file',
  'archived',
  'restored',
  'merged',
  'separated',
  'bundle',
] as const;
export type ProductEvent = (typeof PRODUCT_EVENTS)[number];

export const productDetail = z.extend(productRow, {
  /** What the stores sent last, by field; null where none said anything. A picture is an https address. */
  imported: z.object(facts),
  listings: z.array(productListing),
  /** Other SKUs that mean this product, and how many of it one of them is. */
  aliases: z.array(
    z.object({ id, sku: z.string(), title: z.string(), quantity: z.int(), listings: z.array(productListing) }),
  ),
  /** This product is itself such a SKU. */
  aliasOf: z.nullable(z.object({ id, sku: z.string(), title: z.string(), quantity: z.int() })),
  /** What one unit is made of; empty: it is no bundle. */
  parts: z.array(
    z.object({ id, sku: z.string(), title: z.string(), quantity: z.int(), weightGrams: z.nullable(z.int()) }),
  ),
  /** Newest first, at most 100; what people did. */
  history: z.array(
    z.object({
      at: z.string(),
      who: z.string(),
      event: z.enum(PRODUCT_EVENTS),
      /** Name of the file, SKU of the other product. */
      note: z.nullable(z.string()),
      changes: z.array(
        z.object({ field: z.enum(PRODUCT_FIELDS), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
      ),
    }),
  ),
  /** Unfulfilled orders with lines of this product that lack something it knows; null: too many to be counted in time. */
  openOrders: z.nullable(z.int()),
});
export type ProductDetail = z.infer<typeof productDetail>;

export const listProducts = defineCall({
  id: 'listProducts',
  method: 'POST',
  path: '/product/all',
  summary: 'One page of products',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  query: z.object({
    page: z.optional(pageNumber),
    /** Rows of a page, 20 when absent. */
    size: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200))),
    sort: z.optional(z.enum(PRODUCT_SORTS)),
    /** Opaque key of the neighbouring page, as in the list of orders; without one the first 10,000 rows can be asked for. */
    after: z.optional(z.string().check(z.maxLength(800))),
    before: z.optional(z.string().check(z.maxLength(800))),
  }),
  body: productFilters,
  data: z.object({
    products: z.array(productRow),
    totalRecords: z.int(),
    /** The total stopped counting at 10,000. */
    totalCapped: z.boolean(),
    totalPage: z.int(),
    size: z.int(),
    currentPage: z.int(),
    /** Rows on this page. */
    currentPageSize: z.int(),
    nextCursor: z.nullable(z.string()),
    previousCursor: z.nullable(z.string()),
    /** When nothing matched: the filters whose removal alone would give rows, best first. */
    emptiedBy: z.array(z.object({ filter: z.string(), rows: z.int() })),
  }),
});
export const DEFAULT_PRODUCT_PAGE_SIZE = DEFAULT_PAGE_SIZE;

export const getProduct = defineCall({
  id: 'getProduct',
  method: 'GET',
  path: '/product/{id}',
  summary: 'One product with its listings, aliases, parts and history',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: idParams,
  data: productDetail,
});

/** A field that is absent stays; null clears it, and no store fills it again until it is reverted. */
export const productChanges = z.object({
  title: optionalText(500),
  weightGrams: z.optional(z.nullable(grams.check(z.minimum(1)))),
  dimensions: z.optional(z.nullable(dimensions)),
  hsCode: z.optional(z.nullable(hsCode)),
  originCountry: z.optional(z.nullable(countryCode)),
  customsText: optionalText(200),
  dangerousGoods: z.optional(z.nullable(dangerousProduct)),
  value: z.optional(z.nullable(z.object({ minor: minor.check(z.minimum(0), z.maximum(100_000_000_000)), currency }))),
  barcode: optionalText(60),
  binLocation: optionalText(60),
  /** An https address; files go through `putProductPicture`. */
  picture: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(2000), z.regex(/^https:\/\/\S+$/)))),
});
export type ProductChanges = z.infer<typeof productChanges>;

export const updateProduct = defineCall({
  id: 'updateProduct',
  method: 'PUT',
  path: '/product/update/{id}',
  summary: 'Correct a product; imports keep away from what is corrected',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: idParams,
  body: z.object({
    version: recordVersion,
    changes: z.optional(productChanges),
    /** Fields that follow the stores again. */
    revert: z.optional(z.array(z.enum(PRODUCT_FIELDS)).check(z.maxLength(PRODUCT_FIELDS.length))),
  }),
  data: productDetail,
});

export const addProduct = defineCall({
  id: 'addProduct',
  method: 'POST',
  path: '/product/add',
  summary: 'Enter a product by hand',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({ sku: required(255), changes: productChanges }),
  data: productDetail,
  idempotent: true,
});

export const putProductPicture = defineCall({
  id: 'putProductPicture',
  method: 'POST',
  path: '/product/{id}/picture',
  summary: 'Upload a PNG, JPEG or WebP of at most 2 MB as the picture of a product',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: idParams,
  upload: true,
  data: productDetail,
});

/** Who sees orders or scans sees the pictures too, so no page is asked for. */
export const getProductPicture = defineCall({
  id: 'getProductPicture',
  method: 'GET',
  path: '/product/{id}/picture',
  summary: 'The picture of a product, uploaded or as its store has it',
  auth: 'access',
  params: idParams,
  produces: 'application/octet-stream',
});

/** Which products a command means: those named, or all that match the filters but for some. */
export const productSelectionFields = {
  ids: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
  filters: z.optional(z.nullable(productFilters)),
  excludeIds: z.optional(z.nullable(z.array(id).check(z.maxLength(10_000)))),
};
export const productSelection = z.object(productSelectionFields);
export type ProductSelection = z.infer<typeof productSelection>;

/** What a bulk edit may set: what can be the same on many. Title, barcode and picture are a product's own. */
export const bulkChanges = z.pick(productChanges, {
  weightGrams: true,
  dimensions: true,
  hsCode: true,
  originCountry: true,
  customsText: true,
  dangerousGoods: true,
  value: true,
  binLocation: true,
});
export const BULK_FIELDS = [
  'weightGrams',
  'dimensions',
  'hsCode',
  'originCountry',
  'customsText',
  'dangerousGoods',
  'value',
  'binLocation',
] as const satisfies readonly ProductField[];
const bulkBody = z.object({
  ...productSelectionFields,
  changes: bulkChanges,
  revert: z.optional(z.array(z.enum(BULK_FIELDS)).check(z.maxLength(BULK_FIELDS.length))),
});

export const previewBulkEdit = defineCall({
  id: 'previewBulkEdit',
  method: 'POST',
  path: '/product/bulk/preview',
  summary: 'What a bulk edit would change',
  readOnly: true,
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: bulkBody,
  data: z.object({
    selected: z.int(),
    /** Products of which at least one value changes. */
    changed: z.int(),
    /** The first 20 of them. */
    sample: z.array(
      z.object({
        id,
        sku: z.string(),
        title: z.string(),
        changes: z.array(
          z.object({ field: z.enum(PRODUCT_FIELDS), from: z.nullable(z.string()), to: z.nullable(z.string()) }),
        ),
      }),
    ),
  }),
});

export const bulkEditProducts = defineCall({
  id: 'bulkEditProducts',
  method: 'POST',
  path: '/product/bulk',
  summary: 'Set the same facts on many products, all or none',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: bulkBody,
  data: z.object({ changed: z.int(), unchanged: z.int() }),
  idempotent: true,
});

export const archiveProducts = defineCall({
  id: 'archiveProducts',
  method: 'POST',
  path: '/product/archive',
  summary: 'Archive products or take them back; they keep filling orders',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({ ...productSelectionFields, archived: z.boolean() }),
  data: z.object({ changed: z.int(), unchanged: z.int() }),
});

/** Unfulfilled orders that lack what the products know; with `fill` they get it, without they are only counted. */
export const fillOrders = defineCall({
  id: 'fillOrders',
  method: 'POST',
  path: '/product/fill-orders',
  summary: 'Complete lines of open orders from products; what an order has stays',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({ ...productSelectionFields, fill: z.boolean() }),
  data: z.object({ orders: z.int() }),
});

const quantity = z.int().check(z.minimum(1), z.maximum(10_000));

/** SKUs of several stores that mean one product. The alias stands under the product from now on and takes its facts. */
export const mergeProducts = defineCall({
  id: 'mergeProducts',
  method: 'POST',
  path: '/product/merge',
  summary: 'Make one product an alias of another',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({
    intoId: id,
    /** A product there is, or a SKU that no product has yet. */
    alias: z.union([z.object({ id }), z.object({ sku: required(255) })]),
    /** Units of the product in one unit of the alias. */
    quantity,
  }),
  data: productDetail,
});

export const separateProduct = defineCall({
  id: 'separateProduct',
  method: 'POST',
  path: '/product/separate',
  summary: 'Make an alias a product of its own again',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({ aliasId: id }),
  data: productDetail,
});

export const putProductParts = defineCall({
  id: 'putProductParts',
  method: 'PUT',
  path: '/product/{id}/parts',
  summary: 'Say what a bundle is made of; nothing: it is no bundle',
  right: 'products.edit',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: idParams,
  body: z.object({ version: recordVersion, parts: z.array(z.object({ id, quantity })).check(z.maxLength(50)) }),
  data: productDetail,
});

export const productByCode = defineCall({
  id: 'productByCode',
  method: 'GET',
  path: '/product/code/{value}',
  summary: 'The products that a barcode or SKU means',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: z.object({ value: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)) }),
  data: z.object({ products: z.array(productRow) }),
});

export const exportProducts = defineCall({
  id: 'exportProducts',
  method: 'POST',
  path: '/product/export',
  summary: 'The chosen products as a file that can be edited and imported again',
  readOnly: true,
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  body: z.object({ ...productSelectionFields, format: z.enum(['csv', 'xlsx']) }),
  produces: 'application/octet-stream',
});
