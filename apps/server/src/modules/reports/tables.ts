/** How sums become the rows of a table. */
import type { ReportColumn, ReportTable, ReportTableId } from '@scanship/contracts/money/reports';
import type { LabelGroup, LabelSums } from './label-sums.ts';

type Value = number | null;
const OF_SUMS = {
  labels: (sums) => sums.labels,
  sold: (sums) => sums.sold,
  orders: (sums) => sums.orders,
  voided: (sums) => sums.voided,
  revenue: (sums) => sums.sold_minor,
  cost: (sums) => sums.cost_minor,
  margin: (sums) => sums.sold_minor - sums.cost_minor,
  spend: (sums) => sums.spend_minor,
  perOrder: (sums) => (sums.orders === 0 ? null : Math.round(sums.spend_minor / sums.orders)),
  compared: (sums) => sums.compared_minor,
  cheapest: (sums) => sums.cheapest_minor,
  saving: (sums) => sums.compared_minor - sums.cheapest_minor,
  below: (sums) => sums.below,
  loss: (sums) => sums.below_minor,
  delivered: (sums) => sums.delivered,
  promised: (sums) => sums.promised,
  late: (sums) => sums.promised - sums.on_time,
} satisfies Partial<Readonly<Record<ReportColumn, (sums: LabelSums) => Value>>>;
export type SumColumn = keyof typeof OF_SUMS;

export interface NamedSums {
  readonly key: string;
  readonly name: string | null;
  readonly now: LabelSums;
  readonly before: LabelSums;
}

type Row = ReportTable['rows'][number];

/** A table of sums, the largest of the first column that is asked to sort by at the top. @param most rows; the rest is counted */
export const sumTable = (
  id: ReportTableId,
  columns: readonly SumColumn[],
  rows: readonly NamedSums[],
  options: { readonly by: SumColumn; readonly most: number; readonly span?: 'now' | 'before' },
): ReportTable => {
  const size = (row: NamedSums): number => OF_SUMS[options.by](row[options.span ?? 'now']) ?? 0;
  const sorted = rows.toSorted((a, b) => size(b) - size(a) || (a.name ?? '').localeCompare(b.name ?? ''));
  return cut(
    id,
    columns,
    sorted.map((row) => ({
      key: row.key,
      name: row.name,
      now: columns.map((column) => OF_SUMS[column](row.now)),
      before: columns.map((column) => OF_SUMS[column](row.before)),
    })),
    options.most,
  );
};

/** Rows that are in their order already. */
export const cut = (
  id: ReportTableId,
  columns: readonly ReportColumn[],
  rows: readonly Row[],
  most: number,
): ReportTable => ({ id, columns: [...columns], rows: rows.slice(0, most), more: Math.max(0, rows.length - most) });

export const NO_SUMS: LabelSums = {
  labels: 0,
  orders: 0,
  voided: 0,
  spend_minor: 0,
  sold: 0,
  sold_minor: 0,
  cost_minor: 0,
  below: 0,
  below_minor: 0,
  delivered: 0,
  promised: 0,
  on_time: 0,
  compared_minor: 0,
  cheapest_minor: 0,
};

export const addSums = (a: LabelSums, b: LabelSums): LabelSums =>
  Object.fromEntries((Object.keys(a) as (keyof LabelSums)[]).map((field) => [field, a[field] + b[field]])) as LabelSums;

/** Labels that stand or were cancelled, in either span: a group of neither is no row. */
export const hasLabels = ({ now, before }: Pick<LabelGroup, 'now' | 'before'>): boolean =>
  now.labels + now.voided + before.labels + before.voided > 0;
