/** Sums of `label_days` and `label_months` over two spans of days. Reads the roll-ups only, never a label. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { addDays } from '../../platform/time-zone.ts';
import type { ReportDays, Span } from './report-days.ts';

const FIELDS = [
  'labels',
  'orders',
  'voided',
  'spend_minor',
  'sold',
  'sold_minor',
  'cost_minor',
  'below',
  'below_minor',
  'delivered',
  'promised',
  'on_time',
  'compared_minor',
  'cheapest_minor',
] as const;
type Field = (typeof FIELDS)[number];
export type LabelSums = Readonly<Record<Field, number>>;

export interface SumsAsk {
  readonly tenantId: string;
  readonly currency: string;
  readonly days: ReportDays;
  /** Labels of simulators count where simulators are offered. */
  readonly withTest: boolean;
}

/** One group; null where it is not summed by that. */
export interface LabelGroup {
  readonly slug: string | null;
  readonly service: string | null;
  readonly party: string | null;
  readonly store: string | null;
  readonly now: LabelSums;
  readonly before: LabelSums;
}

type Row = Readonly<Record<`now_${Field}` | `before_${Field}`, number>> & {
  readonly slug: string | null;
  readonly service: string | null;
  readonly party: string | null;
  readonly store: string | null;
};

/** Columns each group is summed by. */
const GROUPS = {
  total: [],
  carrier: ['slug'],
  service: ['slug', 'service'],
  party: ['party_id'],
  store: ['store_id'],
  /** Only where labels were sold below cost: of a large level they are thousands otherwise. */
  partyBelow: ['party_id', 'slug', 'service'],
} as const;
export type GroupBy = keyof typeof GROUPS;
const NAMES = { slug: 'slug', service: 'service', party_id: 'party', store_id: 'store' } as const;

const groupOf = (row: Row): GroupBy => {
  if (row.party !== null) return row.service === null ? 'party' : 'partyBelow';
  if (row.store !== null) return 'store';
  if (row.service !== null) return 'service';
  return row.slug === null ? 'total' : 'carrier';
};

const sumsOf = (row: Row, span: 'now' | 'before'): LabelSums =>
  Object.fromEntries(FIELDS.map((field) => [field, row[`${span}_${field}`]])) as LabelSums;

/** Where a stretch of a span is read: whole months from the sums by month, what is around them by day. */
interface Stretch extends Span {
  readonly months: boolean;
}

export function stretchesOf({ from, to }: Span): readonly Stretch[] {
  const first = from.endsWith('-01') ? from : firstOfNext(from);
  const after = firstOfNext(to);
  const end = addDays(to, 1) === after ? after : `${to.slice(0, 7)}-01`;
  if (first >= end) return [{ from, to, months: false }];
  return [
    { from, to: addDays(first, -1), months: false },
    { from: first, to: addDays(end, -1), months: true },
    { from: end, to, months: false },
  ].filter((each) => each.from <= each.to);
}

const firstOfNext = (day: string): string => addDays(`${day.slice(0, 7)}-01`, 31).slice(0, 7) + '-01';

/** Rows of both spans, each stretch where it is read. @param columns what is wanted of a row, by the span it is of */
const rowsOf = (
  { tenantId, days, withTest }: SumsAsk,
  columns: (span: 'now' | 'before') => RawBuilder<unknown>,
  where: RawBuilder<unknown>,
  group = sql``,
): RawBuilder<unknown> => {
  const parts = (['now', 'before'] as const).flatMap((span) =>
    stretchesOf(days[span]).map(({ from, to, months }) => {
      const [table, day] = months
        ? [sql.table('label_months'), sql.ref('month')]
        : [sql.table('label_days'), sql.ref('day')];
      return sql`(SELECT ${columns(span)} FROM ${table} WHERE tenant_id = ${tenantId} AND ${where} AND (${withTest} OR NOT test)
        AND ${day} BETWEEN ${from}::date AND ${to}::date ${group})`;
    }),
  );
  return sql.join(parts, sql` UNION ALL `);
};

/** Runs as the tenant whose report it is. */
export async function readLabelSums(
  tx: Tx,
  ask: SumsAsk,
  groups: readonly GroupBy[],
): Promise<ReadonlyMap<GroupBy, readonly LabelGroup[]>> {
  const used = [...new Set<string>(groups.flatMap((group) => [...GROUPS[group]]))];
  const keys = used.map((column) => sql`${sql.ref(column)}, `);
  // Summed by the finest first: the groups are then of few rows, whatever was read.
  const parts = rowsOf(
    ask,
    (span) =>
      sql`${sql.join(keys, sql``)} ${sql.lit(span === 'now')} AS now, ${sql.join(FIELDS.map((field) => sql`sum(${sql.ref(field)})::int8 AS ${sql.ref(field)}`))}`,
    sql`currency = ${ask.currency}`,
    used.length === 0 ? sql`` : sql`GROUP BY ${sql.join(used.map((column) => sql.ref(column)))}`,
  );
  const sums = sql.join(
    FIELDS.flatMap((field) =>
      (['now', 'before'] as const).map(
        (span) =>
          sql`coalesce(sum(${sql.ref(field)}) FILTER (WHERE ${span === 'now' ? sql`now` : sql`NOT now`}), 0)::int8
            AS ${sql.ref(`${span}_${field}`)}`,
      ),
    ),
  );
  const sets = groups.map((group) => sql`(${sql.join(GROUPS[group].map((column) => sql.ref(column)))})`);
  // One that no group is summed by may not be named.
  const columns = Object.entries(NAMES).map(
    ([column, name]) => sql`${used.includes(column) ? sql.ref(column) : sql`NULL`} AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Row>`
    SELECT ${sql.join(columns)}, ${sums} FROM (${parts}) AS parts
    GROUP BY GROUPING SETS (${sql.join(sets)})
    ${groups.includes('partyBelow') ? sql`HAVING grouping(party_id, service) > 0 OR sum(below) > 0` : sql``}`.execute(
    tx,
  );
  const found = new Map<GroupBy, LabelGroup[]>(groups.map((group) => [group, []]));
  for (const row of rows)
    found.get(groupOf(row))?.push({
      slug: row.slug,
      service: row.service,
      party: row.party,
      store: row.store,
      now: sumsOf(row, 'now'),
      before: sumsOf(row, 'before'),
    });
  return found;
}

/** Currencies besides the asked one in which there are labels. Sums whose rows all went are left as zeros. */
export async function otherCurrencies(tx: Tx, ask: SumsAsk): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    SELECT DISTINCT currency FROM (${rowsOf(ask, () => sql`currency`, sql`currency <> ${ask.currency} AND (labels <> 0 OR voided <> 0)`)}) AS parts
    ORDER BY currency`.execute(tx);
  return rows.map((row) => row.currency);
}
