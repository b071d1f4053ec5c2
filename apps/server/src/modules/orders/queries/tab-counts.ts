/**
 * Orders per tab within a range of time: sums of the daily counters for whole days (UTC), and the rows themselves for the
 * two days that the range cuts. Exact, and independent of how many orders there are.
 */
import type { OrderCounts } from '@scanship/contracts/order-list';
import { TABS, type Tab } from '@scanship/domain/order';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { DateRange } from './filters.ts';

const DAY_MS = 86_400_000;
const midnight = (date: Date): number => Math.floor(date.getTime() / DAY_MS) * DAY_MS;
const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

interface Parts {
  /** Whole days [from, to), null = open. */
  readonly firstDay: number | null;
  readonly endDay: number | null;
  /** Cut days: rows of these spans are counted. */
  readonly spans: readonly (readonly [number, number])[];
}

/** Splits a range into whole UTC days and what is left at both ends. */
export function splitRange({ from, to }: DateRange): Parts {
  const firstDay = from && (midnight(from) === from.getTime() ? from.getTime() : midnight(from) + DAY_MS);
  const endDay = to && midnight(to);
  if (from && to && firstDay !== null && endDay !== null && firstDay > endDay)
    return { firstDay: 0, endDay: 0, spans: [[from.getTime(), to.getTime()]] };
  const spans: (readonly [number, number])[] = [];
  if (from && firstDay !== null && firstDay > from.getTime()) spans.push([from.getTime(), firstDay]);
  if (to && endDay !== null && to.getTime() > endDay) spans.push([endDay, to.getTime()]);
  return { firstDay, endDay, spans };
}

const ofStores = (column: RawBuilder<unknown>, storeIds: readonly string[] | undefined): RawBuilder<unknown> =>
  storeIds === undefined ? sql`` : sql`AND ${column} IN (${sql.join(storeIds.map((id) => sql`${id}::uuid`))})`;

/** Counts of every tab; `all` is everything but archived (decisions 23). */
export async function tabCounts(tx: Tx, range: DateRange, storeIds?: readonly string[]): Promise<OrderCounts> {
  const { rows } = await tabCountsSql(range, storeIds).execute(tx);
  const of = (tab: Tab): number => rows.find((row) => row.tab === tab)?.n ?? 0;
  return {
    all: TABS.filter((tab) => tab !== 'archived').reduce((n, tab) => n + of(tab), 0),
    unfulfilled: of('unfulfilled'),
    'manual-fulfilled': of('manual_fulfilled'),
    fulfilled: of('fulfilled'),
    cancelled: of('cancelled'),
    archived: of('archived'),
  };
}

export function tabCountsSql(range: DateRange, storeIds?: readonly string[]): RawBuilder<{ tab: Tab; n: number }> {
  const { firstDay, endDay, spans } = splitRange(range);
  const days = [
    ...(firstDay === null ? [] : [sql`AND day >= ${dayText(firstDay)}::date`]),
    ...(endDay === null ? [] : [sql`AND day < ${dayText(endDay)}::date`]),
  ];
  const counted = spans.map(
    ([start, end]) => sql`UNION ALL SELECT o.tab, count(*) AS n FROM orders o
      WHERE o.placed_at >= ${new Date(start).toISOString()}::timestamptz
        AND o.placed_at < ${new Date(end).toISOString()}::timestamptz ${ofStores(sql`o.store_id`, storeIds)} GROUP BY o.tab`,
  );
  return sql<{ tab: Tab; n: number }>`SELECT tab, sum(n)::int8 AS n FROM (
      SELECT tab, sum(n)::int8 AS n FROM order_counts
      WHERE true ${sql.join(days, sql` `)} ${ofStores(sql`store_id`, storeIds)} GROUP BY tab
      ${sql.join(counted, sql` `)}
    ) AS parts GROUP BY tab`;
}
