/**
 * Reports: what sold and to whom, for a franchise and the operator; what shipping cost, for a seller. Two spans of days beside
 * each other, the last whole week and the one before unless others are asked for. What each figure means: docs/money.md.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, minor } from '../common.ts';

export const BUSINESS_TABLES = [
  'total',
  'new',
  'falling',
  'lost',
  'carriers',
  'services',
  'lanes',
  'customers',
  'agents',
  'unpaid',
  'adjustments',
  'late',
  'below-cost',
] as const;
export const SPEND_TABLES = [
  'total',
  'stores',
  'carriers',
  'services',
  'zones',
  'savings',
  'late',
  'returns',
  'return-reasons',
] as const;
export type ReportTableId = (typeof BUSINESS_TABLES)[number] | (typeof SPEND_TABLES)[number];

/** What a column holds: a number of things, or an amount in minor units of the report's currency. */
export const REPORT_COLUMNS = {
  labels: 'count',
  sold: 'count',
  orders: 'count',
  voided: 'count',
  revenue: 'money',
  cost: 'money',
  margin: 'money',
  spend: 'money',
  perOrder: 'money',
  compared: 'money',
  cheapest: 'money',
  saving: 'money',
  owed: 'money',
  overdue: 'money',
  adjustments: 'count',
  below: 'count',
  loss: 'money',
  delivered: 'count',
  promised: 'count',
  late: 'count',
  returned: 'count',
  received: 'count',
  faulty: 'count',
} as const satisfies Readonly<Record<string, 'count' | 'money'>>;
export type ReportColumn = keyof typeof REPORT_COLUMNS;
const COLUMN_NAMES = Object.keys(REPORT_COLUMNS) as ReportColumn[];

export const reportTable = z.object({
  id: z.enum([...new Set([...BUSINESS_TABLES, ...SPEND_TABLES])]),
  columns: z.array(z.enum(COLUMN_NAMES)),
  rows: z.array(
    z.object({
      key: z.string(),
      /** Null: of no customer, agent or store; of all in `total` and `adjustments`. */
      name: z.nullable(z.string()),
      /** Of `columns`, in their order; null: there is nothing to divide by. */
      now: z.array(z.nullable(minor)),
      /** The same of the days it is compared with; null: a figure of this moment only. */
      before: z.nullable(z.array(z.nullable(minor))),
    }),
  ),
  /** Rows that are in the file only. */
  more: z.int(),
});
export type ReportTable = z.infer<typeof reportTable>;

const span = z.object({ from: day, to: day });
export const report = z.object({
  currency,
  range: span,
  before: span,
  tables: z.array(reportTable),
  /** In which there are labels as well; they are in no sum above. */
  otherCurrencies: z.array(currency),
});
export type Report = z.infer<typeof report>;

const query = {
  /** Both of a pair or none. Absent: the last whole week from Monday; of the second pair: as many days just before. */
  from: z.optional(day),
  to: z.optional(day),
  beforeFrom: z.optional(day),
  beforeTo: z.optional(day),
  /** Absent: the level's own. */
  currency: z.optional(currency),
};
/** Absent: as the Accept header asks. */
const fileFormat = z.optional(z.enum(['xlsx', 'csv']));
const file = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const earning = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'rates.see-cost',
} as const;

export const getBusinessReport = defineCall({
  id: 'getBusinessReport',
  method: 'GET',
  path: '/reports/business',
  summary: 'Customers, labels, revenue, cost and margin, what is unpaid, late or sold below cost, against other days',
  ...earning,
  query: z.object(query),
  data: report,
});

export const exportBusinessReport = defineCall({
  id: 'exportBusinessReport',
  method: 'GET',
  path: '/reports/business/export',
  summary: 'One table of the report with all its rows, as XLSX; CSV where Accept asks for it',
  ...earning,
  query: z.object({ ...query, table: z.enum(BUSINESS_TABLES), format: fileFormat }),
  produces: file,
  orCsv: true,
});

const spending = {
  auth: 'access',
  roles: ['ROLE_CUSTOMER_ADMIN', 'ROLE_CUSTOMER_USER', 'ROLE_USER'],
  right: 'money.view',
} as const;

export const getSpendReport = defineCall({
  id: 'getSpendReport',
  method: 'GET',
  path: '/reports/spend',
  summary:
    'What shipping cost by store, carrier, service and zone, what the cheapest offers would have saved, what came back and why',
  ...spending,
  query: z.object(query),
  data: report,
});

export const exportSpendReport = defineCall({
  id: 'exportSpendReport',
  method: 'GET',
  path: '/reports/spend/export',
  summary: 'One table of the report with all its rows, as XLSX; CSV where Accept asks for it',
  ...spending,
  query: z.object({ ...query, table: z.enum(SPEND_TABLES), format: fileFormat }),
  produces: file,
  orCsv: true,
});
