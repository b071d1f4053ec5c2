/**
 * `GET /dashboard`: the role decides the shape, `kind` says which it is (issue 4, line 4; decisions 9). All figures are
 * from roll-ups and counters, never from a scan; days are of the tenant's time zone.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { currency, day, id, minor, money } from '../common.ts';

export const DASHBOARD_RANGES = ['today', 'byWeek', 'byMonth', 'byYear', 'custom'] as const;

const range = z.object({ from: day, to: day });
/** A day without anything is a row of zeros, so that a chart has every day. */
const customerDay = z.object({ day, labels: z.int(), voided: z.int(), spendMinor: z.nullable(minor) });
/** How parcels arrived, of those bought in the range. */
const delivery = z.object({
  delivered: z.int(),
  /** Of these, with a day the carrier promised; of these, there by that day. */
  promised: z.int(),
  onTime: z.int(),
  /** From buying to the door, to a tenth of a day; null while nothing arrived. */
  averageDays: z.nullable(z.number()),
});
const carrierShare = z.object({
  carrier: z.string(),
  name: z.string(),
  labels: z.int(),
  /** Null for who may not see money. */
  spendMinor: z.nullable(minor),
});

export const customerDashboard = z.object({
  kind: z.literal('customer'),
  range,
  currency,
  /** Orders by state as they are now, whatever the range. */
  orders: z.object({
    unfulfilled: z.int(),
    manualFulfilled: z.int(),
    fulfilled: z.int(),
    cancelled: z.int(),
    archived: z.int(),
    /** Unfulfilled past their ship-by date. */
    late: z.int(),
    /** Ship-by date is today. */
    dueToday: z.int(),
  }),
  labels: z.int(),
  voided: z.int(),
  spend: z.nullable(money),
  /**
   * Against the carriers' public prices, of the labels whose carrier names one. Null where none does, and for who may not
   * see money.
   */
  savings: z.nullable(z.object({ retail: money, saved: money })),
  delivery,
  /** The same number of days just before, for the trend. */
  before: z.object({ labels: z.int(), spendMinor: z.nullable(minor) }),
  /** Outcomes a person must decide. */
  exceptions: z.int(),
  carriers: z.array(z.extend(carrierShare, { delivery })),
  days: z.array(customerDay),
  /** When the roll-ups were last made. */
  asOf: z.nullable(z.iso.datetime()),
});
export type CustomerDashboard = z.infer<typeof customerDashboard>;

export const TROUBLE_KINDS = [
  'open_outcomes',
  'late_orders',
  'over_credit',
  'near_credit',
  'gone_quiet',
  'not_started',
  'host_pending',
] as const;

export const franchiseDashboard = z.object({
  kind: z.literal('franchise'),
  range,
  currency,
  /** A sales agent's are those assigned to them. */
  customers: z.object({
    active: z.int(),
    suspended: z.int(),
    /** Created within the range. */
    added: z.int(),
    /** Bought a label within the range. */
    shipping: z.int(),
    byPlan: z.object({ Basic: z.int(), Standard: z.int(), Advanced: z.int() }),
  }),
  labels: z.int(),
  voided: z.int(),
  /** What customers paid for labels on the franchise's accounts and their own. */
  spend: money,
  /** Null for who may not see costs. */
  margin: z.nullable(money),
  before: z.object({ labels: z.int(), spendMinor: minor, marginMinor: z.nullable(minor) }),
  top: z.array(
    z.object({ customerId: id, name: z.string(), labels: z.int(), spendMinor: minor, marginMinor: z.nullable(minor) }),
  ),
  carriers: z.array(carrierShare),
  days: z.array(z.object({ day, labels: z.int(), voided: z.int(), spendMinor: minor, marginMinor: z.nullable(minor) })),
  /** What needs attention, worst first. */
  trouble: z.array(
    z.object({
      kind: z.enum(TROUBLE_KINDS),
      /** Null: of the franchise itself. */
      customerId: z.nullable(id),
      customerName: z.nullable(z.string()),
      count: z.int(),
      /** English; screens have their own words by `kind`. */
      message: z.string(),
    }),
  ),
  asOf: z.nullable(z.iso.datetime()),
});
export type FranchiseDashboard = z.infer<typeof franchiseDashboard>;

export const platformDashboard = z.object({
  kind: z.literal('platform'),
  range,
  franchises: z.array(
    z.object({
      id,
      name: z.string(),
      state: z.enum(['active', 'suspended']),
      customers: z.int(),
      labels: z.int(),
      /** In the franchise's currency. */
      spend: money,
      hostsPending: z.int(),
      lastLabelAt: z.nullable(z.iso.datetime()),
    }),
  ),
  totals: z.object({ franchises: z.int(), customers: z.int(), labels: z.int() }),
  /** Whether the installation works. */
});
export type PlatformDashboard = z.infer<typeof platformDashboard>;

export const dashboard = z.discriminatedUnion('kind', [customerDashboard, franchiseDashboard, platformDashboard]);
export type Dashboard = z.infer<typeof dashboard>;

export const getDashboard = defineCall({
  id: 'getDashboard',
  method: 'GET',
  path: '/dashboard',
  summary: 'Figures of a customer, a franchise or the platform, by who asks',
  auth: 'access',
  permission: 'DASHBOARD',
  query: z.object({
    /** Default byMonth: the last 30 days; byWeek 7, byYear 365, custom takes from and to (at most 366 days). */
    range: z.optional(z.enum(DASHBOARD_RANGES)),
    from: z.optional(day),
    to: z.optional(day),
  }),
  data: dashboard,
});
