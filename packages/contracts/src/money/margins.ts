/**
 * What a level earns, from its own books: revenue and cost before taxes, by day, buyer, carrier and service. What others in
 * the chain pay or are paid is not in it.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, minor } from '../common.ts';
import { DASHBOARD_RANGES } from '../network/dashboard.ts';

/** Kinds of entries that bring or cost money; a payment moves it only. */
export const MARGIN_SOURCES = [
  'purchase',
  'void',
  'adjustment',
  'plan',
  'royalty',
  'commission',
  'correction',
] as const;

const sums = z.object({
  /** Bought, less those credited. */
  labels: z.int(),
  revenueMinor: minor,
  costMinor: minor,
});
export type MarginSums = z.infer<typeof sums>;

export const margins = z.object({
  currency,
  range: z.object({ from: day, to: day }),
  total: sums,
  /** The same number of days just before. */
  before: sums,
  /** Collected from buyers, and paid to sellers with labels. */
  taxes: z.object({ collectedMinor: minor, paidMinor: minor }),
  /** As it is now: what buyers owe, what is set aside for labels on their way, and what they have paid in advance. */
  receivables: z.object({ owedMinor: minor, reservedMinor: minor, prepaidMinor: minor, buyers: z.int() }),
  days: z.array(z.extend(sums, { day })),
  sources: z.array(z.extend(sums, { source: z.enum(MARGIN_SOURCES) })),
  buyers: z.array(z.extend(sums, { id: z.nullable(id), name: z.string() })),
  carriers: z.array(z.extend(sums, { carrier: z.string(), name: z.string() })),
  services: z.array(z.extend(sums, { carrier: z.string(), service: z.string(), name: z.string() })),
  /** What stands in other currencies; it is in no sum above. */
  otherCurrencies: z.array(z.extend(sums, { currency })),
});
export type Margins = z.infer<typeof margins>;

const query = z.object({
  range: z.optional(z.enum(DASHBOARD_RANGES)),
  from: z.optional(day),
  to: z.optional(day),
  /** Absent: the level's own. */
  currency: z.optional(currency),
});

const earning = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SUPER_ADMIN'],
  right: 'rates.see-cost',
} as const;

export const getMargins = defineCall({
  id: 'getMargins',
  method: 'GET',
  path: '/money/margins',
  summary: 'Revenue, cost and margin of the level that asks, against the days before',
  ...earning,
  query,
  data: margins,
});

export const exportMargins = defineCall({
  id: 'exportMargins',
  method: 'GET',
  path: '/money/margins/export',
  summary: 'Margins.xlsx: by day and buyer, carrier and service; CSV where Accept asks for it',
  ...earning,
  query,
  produces: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  orCsv: true,
});
