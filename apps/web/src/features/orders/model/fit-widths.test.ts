import { describe, expect, it } from 'vitest';
import { fitWidths } from './fit-widths.ts';

const column = (width: number, least = width) => ({ width, least });
const AROUND = { before: 40, after: 50 };
const sum = (widths: readonly number[]) => widths.reduce((all, width) => all + width, 40 + 50);

describe('columns of a table', () => {
  const columns = [column(100), column(300, 200), column(200, 100), column(150, 150)];
  it('are as wide as they are where there is room', () =>
    expect(fitWidths(columns, 1_000, AROUND)).toEqual([100, 300, 200, 150]));
  it('give way together until all fit', () => {
    const widths = fitWidths(columns, 740, AROUND);
    expect(widths).toEqual([100, 250, 150, 150]);
    expect(sum(widths)).toBeLessThanOrEqual(740);
  });
  it('that scroll anyway leave none cut to a letter at the edge', () => {
    // 40 + 100 + 300 + 200 = 640, and 50 at the end are covered: of the fourth one ten pixels would be seen.
    expect(fitWidths([...columns, column(600)], 700, AROUND)).toEqual([100, 300, 210, 150, 600]);
    // Half a column can be read.
    expect(fitWidths([...columns, column(600)], 770, AROUND)).toEqual([100, 300, 200, 150, 600]);
  });
  it('that nobody may change stay as they are', () =>
    expect(fitWidths([column(100), column(500)], 150, AROUND)).toEqual([100, 500]));
});
