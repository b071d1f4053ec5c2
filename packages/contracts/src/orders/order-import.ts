/** Orders from a CSV or XLSX file: upload, map columns, look at every problem, then create all good rows in one go. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { id, idParams } from '../common.ts';

/** What a column of the file can mean. `orderNumber` groups rows: several rows of one number are one order's lines. */
export const IMPORT_FIELDS = [
  'orderNumber',
  'placedAt',
  'requestedService',
  'currency',
  'customerNote',
  'tags',
  'name',
  /** Joined to `name` where a file keeps first and last name apart. */
  'lastName',
  'companyName',
  'address1',
  'address2',
  'city',
  'provinceCode',
  'zipcode',
  'countryCode',
  'phone',
  'email',
  'sku',
  'title',
  'quantity',
  'unitPrice',
  /** Price of the whole line (unit price times quantity), where a file has no unit price. */
  'lineTotal',
  'weight',
  'hsCode',
  'originCountry',
] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export const REQUIRED_IMPORT_FIELDS: readonly ImportField[] = [
  'orderNumber',
  'name',
  'address1',
  'city',
  'countryCode',
];

export const importMapping = z.object({
  /** Column index (from 0) of each field. */
  columns: z.partialRecord(z.enum(IMPORT_FIELDS), z.int().check(z.minimum(0), z.maximum(500))),
  defaults: z.object({
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    countryCode: z.optional(z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/)))),
    weightUnit: z.enum(['g', 'kg', 'lb', 'oz']),
    dateOrder: z.enum(['ymd', 'dmy', 'mdy']),
  }),
  /**
   * Cells that are read as something else: every cell of the field's column that says `from` (blank ones where it is empty), or the
   * one in a row. The file itself stays as it is.
   */
  readAs: z.optional(
    z
      .array(
        z.object({
          field: z.enum(IMPORT_FIELDS),
          from: z.string().check(z.maxLength(500)),
          to: z.string().check(z.trim(), z.maxLength(500)),
          row: z.optional(z.int().check(z.minimum(1), z.maximum(10_000_000))),
        }),
      )
      .check(z.maxLength(500)),
  ),
});
export type ImportMapping = z.infer<typeof importMapping>;

export const rowProblem = z.object({
  /** Row number as a spreadsheet shows it: the header is row 1. */
  row: z.int(),
  column: z.nullable(z.string()),
  field: z.nullable(z.string()),
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  /** What the cell says, where the problem is of one cell. */
  value: z.optional(z.string()),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** Equal problems of many rows. */
export const problemGroup = z.object({
  column: z.nullable(z.string()),
  field: z.nullable(z.string()),
  severity: z.enum(['error', 'warning']),
  /** What the first of them says. */
  message: z.string(),
  count: z.int(),
  /** The first 200. */
  rows: z.array(z.int()),
  /** What the cells say, each text once, the most frequent first. */
  values: z.array(z.object({ value: z.string(), count: z.int() })),
  moreValues: z.boolean(),
});
export type ProblemGroup = z.infer<typeof problemGroup>;

export const importUpload = z.object({
  importId: id,
  fileName: z.string(),
  sheetName: z.nullable(z.string()),
  headers: z.array(z.string()),
  /** First rows as text, for the mapper. */
  sample: z.array(z.array(z.string())),
  rowCount: z.int(),
  mapping: importMapping,
  /** The mapping comes from an earlier import with the same headers. */
  remembered: z.boolean(),
  warnings: z.array(z.string()),
});

export const uploadOrders = defineCall({
  id: 'uploadOrders',
  method: 'POST',
  path: '/orders/import',
  summary: 'Upload a CSV or XLSX of orders; nothing is created yet',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  upload: true,
  data: importUpload,
});

export const importCheck = z.object({
  orderCount: z.int(),
  readyCount: z.int(),
  /** Orders with at least one error; they are left out. */
  blockedCount: z.int(),
  /** Orders whose number already exists here; they are left out. */
  duplicateCount: z.int(),
  problems: z.array(rowProblem),
  problemCount: z.int(),
  groups: z.array(problemGroup),
  preview: z.array(
    z.object({
      number: z.string(),
      recipient: z.string(),
      place: z.string(),
      itemQuantity: z.int(),
      total: z.string(),
      weightGrams: z.nullable(z.int()),
      state: z.enum(['ready', 'blocked', 'duplicate']),
      rows: z.array(z.int()),
    }),
  ),
});
export type ImportCheck = z.infer<typeof importCheck>;

export const checkImport = defineCall({
  id: 'checkImport',
  method: 'POST',
  path: '/orders/import/{id}/check',
  summary: 'Read the whole file with a mapping and report every problem by row',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: importMapping,
  data: importCheck,
});

export const commitImport = defineCall({
  id: 'commitImport',
  method: 'POST',
  path: '/orders/import/{id}/commit',
  summary: 'Create the orders: all of them, or the ready ones when `skipBlocked` is said',
  right: 'orders.edit',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  body: z.object({ mapping: importMapping, skipBlocked: z.boolean(), expectedReady: z.int() }),
  data: z.object({ created: z.int(), skipped: z.int(), importId: id }),
  idempotent: true,
});

export const importTemplate = defineCall({
  id: 'importTemplate',
  method: 'GET',
  path: '/orders/import/template',
  summary: 'A CSV with the columns the import understands and two example orders',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  produces: 'text/csv',
});

/** Problem rows of a checked import as a CSV to mend and upload again. */
export const importProblems = defineCall({
  id: 'importProblems',
  method: 'GET',
  path: '/orders/import/{id}/problems',
  summary: 'The rows that could not be imported, with their problems, as CSV',
  auth: 'access',
  permission: 'ECOMMERCE_ORDERS',
  params: idParams,
  produces: 'text/csv',
});
