import { describe, expect, test } from 'vitest';
import { percentile, type Row, tableText, verdictOf } from './table.ts';

const row = (value: number, limit: number | undefined, kind: Row['kind']): Row => ({
  measure: 'm',
  value,
  unit: 'ms',
  limit,
  kind,
});

describe('verdicts', () => {
  test('a time beyond its limit is shown, everything else fails', () => {
    expect(verdictOf(row(9, 5, 'time'))).toBe('over');
    for (const kind of ['size', 'count', 'plan'] as const) expect(verdictOf(row(9, 5, kind))).toBe('FAIL');
  });
  test('the limit itself is within', () => {
    expect(verdictOf(row(5, 5, 'size'))).toBe('ok');
    expect(verdictOf(row(0, 0, 'plan'))).toBe('ok');
  });
  test('without a limit nothing is judged, and what could not be measured is no success', () => {
    expect(verdictOf(row(5, undefined, 'size'))).toBe('');
    expect(verdictOf(row(Number.NaN, 5, 'time'))).toBe('FAIL');
  });
});

test('percentiles are values of the sample', () => {
  const sample = Array.from({ length: 100 }, (_, n) => 100 - n);
  expect([0.5, 0.95, 0.99, 1].map((share) => percentile(sample, share))).toEqual([50, 95, 99, 100]);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('the table is Markdown with a ratio where there is a limit', () => {
  const text = tableText([row(15, 10, 'time')], [{ measure: 'web', why: 'not built' }]).split('\n');
  expect(text[2]).toMatch(/^\| m +\| +15 ms \| +10 \| +1\.50 \| over/);
  expect(text[3]).toMatch(/^\| web +\| not measured \| +\| +\| not built/);
  expect(new Set(text.map((line) => line.length)).size).toBe(1);
});
