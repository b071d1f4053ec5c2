/** The bench's table: each measure beside its limit, their ratio and what follows from it. */

export interface Row {
  readonly measure: string;
  readonly value: number;
  readonly unit: string;
  /** What the value must not exceed; absent where nothing was promised. */
  readonly limit?: number | undefined;
  /**
   * `time` depends on the machine and never fails a run; `size` (bytes, memory, DOM nodes), `count` (statements) and
   * `plan` (tables read from end to end) do.
   */
  readonly kind: 'time' | 'size' | 'count' | 'plan';
  readonly note?: string | undefined;
}

/** A measure that was left out, and why. */
export interface Left {
  readonly measure: string;
  readonly why: string;
}

export type Verdict = 'ok' | 'over' | 'FAIL' | '';

/** "over" is a time beyond its limit: shown, not failed. A value that is no number fails whatever it is. */
export function verdictOf(row: Row): Verdict {
  if (!Number.isFinite(row.value)) return 'FAIL';
  if (row.limit === undefined) return '';
  if (row.value <= row.limit) return 'ok';
  return row.kind === 'time' ? 'over' : 'FAIL';
}

/** Three significant digits from 1 up, two decimals below. */
export const shown = (value: number): string =>
  !Number.isFinite(value)
    ? 'none'
    : Math.abs(value) >= 100 || Number.isInteger(value)
      ? String(Math.round(value))
      : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);

const HEAD = ['measure', 'value', 'limit', 'ratio', 'verdict'] as const;

const cells = (row: Row): readonly string[] => [
  row.note === undefined ? row.measure : `${row.measure} (${row.note})`,
  `${shown(row.value)} ${row.unit}`,
  row.limit === undefined ? '' : shown(row.limit),
  row.limit === undefined || row.limit === 0 ? '' : (row.value / row.limit).toFixed(2),
  verdictOf(row),
];

/** Aligned for a terminal; also a Markdown table, as docs/verification.md keeps it. */
export function tableText(rows: readonly Row[], left: readonly Left[]): string {
  const lines: (readonly string[])[] = [
    HEAD,
    ...rows.map(cells),
    ...left.map((each) => [each.measure, 'not measured', '', '', each.why]),
  ];
  const widths = HEAD.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => (column === 0 || column === 4 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (column === 0 || column === 4 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  const [head, ...rest] = lines.map(text);
  return [head, rule, ...rest].join('\n');
}

/** The value below which `share` (0 to 1) of the sample lies. */
export function percentile(sample: readonly number[], share: number): number {
  const sorted = sample.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (sample: readonly number[]): number => percentile(sample, 0.5);
