/** A customer's own figures: orders from the counters, labels and money from its roll-up, what is open from its indexes. */
import type { CustomerDashboard } from '@scanship/contracts/network/dashboard';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { addDays, dayIn, startOfDay } from '../../platform/time-zone.ts';
import { tabCounts } from '../orders/index.ts';
import type { DayRange } from './range.ts';

export interface UsageRow {
  readonly day: string;
  readonly slug: string;
  readonly labels: number;
  readonly voided: number;
  readonly spend: number;
  readonly retail: number;
  readonly retail_spend: number;
  readonly delivered: number;
  readonly promised: number;
  readonly on_time: number;
  readonly travel_hours: number;
}

/** Name of a carrier for people; the slug where nothing better is known. */
export type CarrierName = (slug: string) => string;

/**
 * The own courier goes by the name of its account, which is the franchise's or the customer's own. Figures are kept for each
 * carrier, not for each account: where labels of several own couriers are in one sum, no single name is right for it.
 */
export const carrierNames = async (tx: Tx, tenantId: string, vendorName: CarrierName): Promise<CarrierName> => {
  const grants = await tx
    .selectFrom('account_grants')
    .select('name')
    .distinct()
    .where('tenant_id', '=', tenantId)
    .where('slug', '=', 'rate-sheet')
    .execute();
  const [only, ...more] = grants;
  return (slug) => (slug === 'rate-sheet' && only && more.length === 0 ? only.name : vendorName(slug));
};

const sum = (rows: readonly UsageRow[], of: (row: UsageRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

/** Public prices against what was paid, of the labels whose carrier names a public price. */
const savingsOf = (rows: readonly UsageRow[], seesMoney: boolean, currency: string): CustomerDashboard['savings'] => {
  const retailMinor = sum(rows, (row) => row.retail);
  if (!seesMoney || retailMinor === 0) return null;
  return {
    retail: { minor: retailMinor, currency },
    saved: { minor: retailMinor - sum(rows, (row) => row.retail_spend), currency },
  };
};

const deliveryOf = (rows: readonly UsageRow[]): CustomerDashboard['delivery'] => {
  const delivered = sum(rows, (row) => row.delivered);
  const hours = sum(rows, (row) => row.travel_hours);
  return {
    delivered,
    promised: sum(rows, (row) => row.promised),
    onTime: sum(rows, (row) => row.on_time),
    averageDays: delivered === 0 ? null : Math.round((hours / delivered / 24) * 10) / 10,
  };
};

export const readCustomerDashboard = async (
  db: Database,
  ctx: RequestContext,
  range: DayRange,
  options: { readonly now: Date; readonly withTest: boolean; readonly vendorName: CarrierName },
): Promise<CustomerDashboard> => {
  const { tenantId, currency } = ctx;
  const { now } = options;
  const today = dayIn(now, ctx.timeZone);
  const tomorrow = startOfDay(addDays(today, 1), ctx.timeZone);
  const found = await db.tenant(
    ctx,
    async (tx) => {
      const usage = await sql<UsageRow>`
        SELECT day::text AS day, slug, sum(labels)::int AS labels, sum(voided)::int AS voided,
               coalesce(sum(spend_minor) FILTER (WHERE currency = ${currency}), 0)::int8 AS spend,
               coalesce(sum(retail_minor) FILTER (WHERE currency = ${currency}), 0)::int8 AS retail,
               coalesce(sum(retail_spend_minor) FILTER (WHERE currency = ${currency}), 0)::int8 AS retail_spend,
               sum(delivered)::int AS delivered, sum(promised)::int AS promised, sum(on_time)::int AS on_time,
               sum(travel_hours)::int8 AS travel_hours
        FROM usage_days WHERE tenant_id = ${tenantId} AND party_id = ${tenantId} AND day >= ${range.before.from}::date
          AND day <= ${range.to}::date AND (${options.withTest} OR NOT test)
        GROUP BY day, slug ORDER BY day`.execute(tx);
      const open = await sql<{ late: number; due: number; outcomes: number }>`
        SELECT (SELECT count(*)::int FROM (SELECT 1 FROM orders WHERE tenant_id = ${tenantId} AND tab = 'unfulfilled' AND ship_by < ${now} LIMIT 10000) AS late) AS late,
               (SELECT count(*)::int FROM (SELECT 1 FROM orders WHERE tenant_id = ${tenantId} AND tab = 'unfulfilled' AND ship_by >= ${now} AND ship_by < ${tomorrow} LIMIT 10000) AS due) AS due,
               (SELECT count(*)::int FROM purchases WHERE tenant_id = ${tenantId} AND state IN ('unknown', 'disputed'))
                 + (SELECT count(*)::int FROM voids WHERE tenant_id = ${tenantId} AND state IN ('unknown', 'disputed')) AS outcomes`.execute(
        tx,
      );
      const figures = await tx
        .selectFrom('usage_figures')
        .select('as_of')
        .where('tenant_id', '=', tenantId)
        .where('party_id', '=', tenantId)
        .executeTakeFirst();
      return {
        usage: usage.rows,
        open: open.rows[0] ?? { late: 0, due: 0, outcomes: 0 },
        orders: await tabCounts(tx, { from: null, to: null }),
        nameOf: await carrierNames(tx, tenantId, options.vendorName),
        asOf: figures?.as_of ?? null,
      };
    },
    { readOnly: 'standby' },
  );
  const { usage, open, orders, nameOf } = found;
  const seesMoney = ctx.rights.has('money.view');
  const money = (minor: number): number | null => (seesMoney ? minor : null);
  const inRange = usage.filter((row) => row.day >= range.from);
  const earlier = usage.filter((row) => row.day < range.from);
  const slugs = [...new Set(inRange.map(({ slug }) => slug))];
  return {
    kind: 'customer',
    range: { from: range.from, to: range.to },
    currency,
    orders: {
      unfulfilled: orders.unfulfilled,
      manualFulfilled: orders['manual-fulfilled'],
      fulfilled: orders.fulfilled,
      cancelled: orders.cancelled,
      archived: orders.archived,
      late: open.late,
      dueToday: open.due,
    },
    labels: sum(inRange, (row) => row.labels),
    voided: sum(inRange, (row) => row.voided),
    spend: seesMoney ? { minor: sum(inRange, (row) => row.spend), currency } : null,
    savings: savingsOf(inRange, seesMoney, currency),
    delivery: deliveryOf(inRange),
    before: { labels: sum(earlier, (row) => row.labels), spendMinor: money(sum(earlier, (row) => row.spend)) },
    exceptions: open.outcomes,
    carriers: slugs
      .map((slug) => {
        const own = inRange.filter((row) => row.slug === slug);
        return {
          carrier: slug,
          name: nameOf(slug),
          delivery: deliveryOf(own),
          labels: sum(own, (row) => row.labels),
          spendMinor: money(sum(own, (row) => row.spend)),
        };
      })
      .toSorted((a, b) => b.labels - a.labels || a.name.localeCompare(b.name)),
    days: range.days.map((day) => {
      const own = inRange.filter((row) => row.day === day);
      return {
        day,
        labels: sum(own, (row) => row.labels),
        voided: sum(own, (row) => row.voided),
        spendMinor: money(sum(own, (row) => row.spend)),
      };
    }),
    asOf: found.asOf?.toISOString() ?? null,
  };
};
