/**
 * Orders per tab within a range of time: sums of the counters for whole months and days (UTC), and the rows themselves for
 * the two days that the range cuts. Exact, and independent of how many orders there are.
 */
import type { OrderCounts } from '@scanship/contracts/orders/order-list';
import { TABS, type Tab } from '@scanship/domain/orders/order';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import type { DateRange } from './filters.ts';

const DAY_MS = 86_400_000;
/** As a bound that is open to one side. */
const EVER = { from: '-infinity', to: 'infinity' } as const;

/** Half-open: `from` belongs to it, `to` does not. Milliseconds; null is open. */
interface Span {
  readonly from: number | null;
  readonly to: number | null;
}

interface Parts {
  readonly months: Span;
  /** Whole days before the first whole month and from the last one on. */
  readonly days: readonly [Span, Span];
  /** What is left of the cut days at both ends: rows of these spans are counted. */
  readonly rows: readonly [Span, Span];
}

const EMPTY: Span = { from: 0, to: 0 };
const dayFloor = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;
const dayCeil = (ms: number): number => Math.ceil(ms / DAY_MS) * DAY_MS;
const monthOf = (ms: number, later: number): number => {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
};
const monthFloor = (ms: number): number => monthOf(ms, 0);
const monthCeil = (ms: number): number => (monthFloor(ms) === ms ? ms : monthOf(ms, 1));
const isEmpty = ({ from, to }: Span): boolean => from !== null && to !== null && from >= to;

/** Whole units within a span, and what is left before and behind them; all of it is left when it holds none. */
function cut(span: Span, floor: (ms: number) => number, ceil: (ms: number) => number): readonly [Span, Span, Span] {
  const whole: Span = {
    from: span.from === null ? null : ceil(span.from),
    to: span.to === null ? null : floor(span.to),
  };
  if (isEmpty(whole)) return [EMPTY, span, EMPTY];
  return [
    whole,
    span.from === null ? EMPTY : { from: span.from, to: whole.from },
    span.to === null ? EMPTY : { from: whole.to, to: span.to },
  ];
}

/** Splits a range into whole UTC months, whole UTC days and what is left at both ends. */
export function splitRange({ from, to }: DateRange): Parts {
  const [whole, before, behind] = cut({ from: from?.getTime() ?? null, to: to?.getTime() ?? null }, dayFloor, dayCeil);
  const [months, first, last] = isEmpty(whole) ? [EMPTY, EMPTY, EMPTY] : cut(whole, monthFloor, monthCeil);
  return { months, days: [first, last], rows: [before, behind] };
}

const ofStores = (column: RawBuilder<unknown>, storeIds: readonly string[] | undefined): RawBuilder<unknown> =>
  storeIds === undefined ? sql`` : sql`AND ${column} IN (${sql.join(storeIds.map((id) => sql`${id}::uuid`))})`;

/** Counts of every tab; `all` is everything but archived (decisions 23). */
export async function tabCounts(tx: Tx, range: DateRange, storeIds?: readonly string[]): Promise<OrderCounts> {
  const { rows } = await executeFixed(tx, 'tab-counts', tabCountsSql(range, storeIds));
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

/** The text is the same for every range, so that it is prepared once: an absent part is an empty one. */
export function tabCountsSql(range: DateRange, storeIds?: readonly string[]): RawBuilder<{ tab: Tab; n: number }> {
  const { months, days, rows } = splitRange(range);
  const instant = (ms: number | null, open: string): string => (ms === null ? open : new Date(ms).toISOString());
  const summed = (table: 'order_count_months' | 'order_counts', { from, to }: Span): RawBuilder<unknown> => {
    const column = sql.ref(table === 'order_counts' ? 'day' : 'month');
    const bound = (ms: number | null, open: string) => sql`${instant(ms, open).slice(0, 10)}::date`;
    return sql`SELECT tab, n FROM ${sql.table(table)} WHERE ${column} >= ${bound(from, EVER.from)}
      AND ${column} < ${bound(to, EVER.to)} ${ofStores(sql`store_id`, storeIds)}`;
  };
  const counted = ({ from, to }: Span): RawBuilder<unknown> => sql`SELECT o.tab, 1 FROM orders o
    WHERE o.placed_at >= ${instant(from, EVER.from)}::timestamptz AND o.placed_at < ${instant(to, EVER.to)}::timestamptz
      ${ofStores(sql`o.store_id`, storeIds)}`;
  const parts = [
    summed('order_count_months', months),
    ...days.map((span) => summed('order_counts', span)),
    ...rows.map(counted),
  ];
  return sql<{ tab: Tab; n: number }>`SELECT tab, sum(n)::int8 AS n FROM (
    ${sql.join(parts, sql` UNION ALL `)}) AS parts GROUP BY tab`;
}
