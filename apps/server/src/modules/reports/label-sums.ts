/** Sums of `label_days` over two spans of days. Reads the roll-up only, never a label. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { ReportDays } from './report-days.ts';

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
  partyService: ['party_id', 'slug', 'service'],
} as const;
export type GroupBy = keyof typeof GROUPS;
const NAMES = { slug: 'slug', service: 'service', party_id: 'party', store_id: 'store' } as const;

const groupOf = (row: Row): GroupBy => {
  if (row.party !== null) return row.service === null ? 'party' : 'partyService';
  if (row.store !== null) return 'store';
  if (row.service !== null) return 'service';
  return row.slug === null ? 'total' : 'carrier';
};

const sumsOf = (row: Row, span: 'now' | 'before'): LabelSums =>
  Object.fromEntries(FIELDS.map((field) => [field, row[`${span}_${field}`]])) as LabelSums;

/** Runs as the tenant whose report it is. */
export async function readLabelSums(
  tx: Tx,
  { tenantId, currency, days: { now, before }, withTest }: SumsAsk,
  groups: readonly GroupBy[],
): Promise<ReadonlyMap<GroupBy, readonly LabelGroup[]>> {
  const sums = sql.join(
    FIELDS.flatMap((field) =>
      (
        [
          ['now', now],
          ['before', before],
        ] as const
      ).map(
        ([name, span]) =>
          sql`coalesce(sum(${sql.ref(field)}) FILTER (WHERE day BETWEEN ${span.from}::date AND ${span.to}::date), 0)::int8
            AS ${sql.ref(`${name}_${field}`)}`,
      ),
    ),
  );
  const sets = groups.map((group) => sql`(${sql.join(GROUPS[group].map((column) => sql.ref(column)))})`);
  // One that no group is summed by may not be named.
  const used = new Set<string>(groups.flatMap((group) => [...GROUPS[group]]));
  const columns = Object.entries(NAMES).map(
    ([column, name]) => sql`${used.has(column) ? sql.ref(column) : sql`NULL`} AS ${sql.ref(name)}`,
  );
  const { rows } = await sql<Row>`
    SELECT ${sql.join(columns)}, ${sums} FROM label_days
    WHERE tenant_id = ${tenantId} AND currency = ${currency} AND (${withTest} OR NOT test)
      AND (day BETWEEN ${now.from}::date AND ${now.to}::date OR day BETWEEN ${before.from}::date AND ${before.to}::date)
    GROUP BY GROUPING SETS (${sql.join(sets)})`.execute(tx);
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

/** Currencies besides the asked one in which there are labels. */
export async function otherCurrencies(tx: Tx, ask: SumsAsk): Promise<string[]> {
  const { now, before } = ask.days;
  const { rows } = await sql<{ currency: string }>`
    SELECT DISTINCT currency FROM label_days
    WHERE tenant_id = ${ask.tenantId} AND currency <> ${ask.currency} AND (${ask.withTest} OR NOT test)
      AND (day BETWEEN ${now.from}::date AND ${now.to}::date OR day BETWEEN ${before.from}::date AND ${before.to}::date)
    ORDER BY currency`.execute(tx);
  return rows.map((row) => row.currency);
}
