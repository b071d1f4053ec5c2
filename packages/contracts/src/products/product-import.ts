/**
 * Products from a CSV or XLSX file: upload, map columns, look at every change and problem, then take all good rows in one
 * go. An empty cell changes nothing; "-" clears.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';
import { rowProblem } from '../orders/order-import.ts';

/** What a column of the file can mean. A row is found by `productId`, else by `sku`. */
export const PRODUCT_IMPORT_FIELDS = [
  'productId',
  'sku',
  'title',
  'weight',
  'length',
  'width',
  'height',
  'hsCode',
  'originCountry',
  'customsText',
  'dangerousGoods',
  'value',
  'currency',
  'barcode',
  'binLocation',
  'picture',
] as const;
export type ProductImportField = (typeof PRODUCT_IMPORT_FIELDS)[number];

/** Written in a cell, either takes the value away; a cell that shall hold just that is written '- (quote first). */
export const CLEAR_WORD = '-';

export const productMapping = z.object({
  /** Column index (from 0) of each field. */
  columns: z.partialRecord(z.enum(PRODUCT_IMPORT_FIELDS), z.int().check(z.minimum(0), z.maximum(500))),
  defaults: z.object({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
    lengthUnit: z.enum(['mm', 'cm', 'in']),
    /** Rows whose SKU no product has make one; otherwise they are left out. */
    createNew: z.boolean(),
  }),
});
export type ProductMapping = z.infer<typeof productMapping>;

const call = { right: 'products.edit', auth: 'access', permission: 'ECOMMERCE_PRODUCTS' } as const;

export const productUpload = z.object({
  importId: id,
  fileName: z.string(),
  sheetName: z.nullable(z.string()),
  headers: z.array(z.string()),
  /** First rows as text, for the mapper. */
  sample: z.array(z.array(z.string())),
  rowCount: z.int(),
  mapping: productMapping,
  /** The mapping comes from an earlier import with the same headers. */
  remembered: z.boolean(),
  warnings: z.array(z.string()),
});

export const uploadProducts = defineCall({
  ...call,
  id: 'uploadProducts',
  method: 'POST',
  path: '/product/import',
  summary: 'Upload a CSV or XLSX of products; nothing is changed yet',
  upload: true,
  data: productUpload,
});

export const PRODUCT_ROW_STATES = ['new', 'changed', 'unchanged', 'blocked'] as const;

export const productCheck = z.object({
  counts: z.object({ new: z.int(), changed: z.int(), unchanged: z.int(), blocked: z.int() }),
  /** Errors first, at most 1,000. */
  problems: z.array(rowProblem),
  problemCount: z.int(),
  /** The first 200 rows that would change something. */
  preview: z.array(
    z.object({
      row: z.int(),
      sku: z.string(),
      title: z.string(),
      state: z.enum(PRODUCT_ROW_STATES),
      changes: z.array(z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    }),
  ),
});
export type ProductCheck = z.infer<typeof productCheck>;

export const checkProductImport = defineCall({
  ...call,
  id: 'checkProductImport',
  method: 'POST',
  path: '/product/import/{id}/check',
  summary: 'Read the whole file with a mapping: what would change, and every problem by row',
  params: idParams,
  body: productMapping,
  data: productCheck,
});

export const commitProductImport = defineCall({
  ...call,
  id: 'commitProductImport',
  method: 'POST',
  path: '/product/import/{id}/commit',
  summary: 'Take the rows over: all of them, or those without errors when `skipBlocked` is said',
  params: idParams,
  body: z.object({
    mapping: productMapping,
    skipBlocked: z.boolean(),
    expected: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  }),
  data: z.object({
    created: z.int(),
    changed: z.int(),
    skipped: z.int(),
    importId: id,
    /** Unfulfilled orders that lack what these products know; `fillProductImport` completes them. Null: not counted in time. */
    openOrders: z.nullable(z.int()),
  }),
  idempotent: true,
});

/** After the import: completes open orders from the products of its file. */
export const fillProductImport = defineCall({
  ...call,
  id: 'fillProductImport',
  method: 'POST',
  path: '/product/import/{id}/fill-orders',
  summary: 'Complete lines of open orders from the products of an import',
  params: idParams,
  data: z.object({ orders: z.int() }),
});

export const productTemplate = defineCall({
  id: 'productTemplate',
  method: 'GET',
  path: '/product/import/template',
  summary: 'A workbook with the columns the import understands, two example products and how it is read',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
});

export const productImportProblems = defineCall({
  id: 'productImportProblems',
  method: 'GET',
  path: '/product/import/{id}/problems',
  summary: 'The rows that could not be taken, with their problems, as CSV',
  auth: 'access',
  permission: 'ECOMMERCE_PRODUCTS',
  params: idParams,
  produces: 'text/csv',
});
