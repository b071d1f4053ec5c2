import type { RowProblem } from '@scanship/contracts/orders/order-import';
import { describe, expect, it } from 'vitest';
import { groupProblems } from './problem-groups.ts';

const country = (row: number, value: string): RowProblem => ({
  row,
  column: 'Country',
  field: 'countryCode',
  severity: 'error',
  message: `"${value}" is not a country; use its name or a code such as CA or US.`,
  value,
});

describe('problems of a file', () => {
  it('are one line for each kind, with the count, the rows and what stands in the cells', () => {
    const zip = (row: number): RowProblem => ({
      row,
      column: 'ZIP',
      field: 'zipcode',
      severity: 'warning',
      message: `The ZIP code 0${row} was completed to 0000${row}.`,
      value: `0${row}`,
    });
    const many = Array.from({ length: 40 }, (_, index) => country(index + 2, index < 38 ? 'Amerika' : 'Kanadien'));
    expect(groupProblems([zip(3), zip(4), ...many])).toEqual([
      {
        field: 'countryCode',
        column: 'Country',
        severity: 'error',
        message: '"Amerika" is not a country; use its name or a code such as CA or US.',
        count: 40,
        rows: many.map(({ row }) => row),
        values: [
          { value: 'Amerika', count: 38 },
          { value: 'Kanadien', count: 2 },
        ],
        moreValues: false,
      },
      expect.objectContaining({ field: 'zipcode', count: 2, rows: [3, 4] }),
    ]);
  });

  it('stay short however large the file is', () => {
    const all = Array.from({ length: 20_000 }, (_, row) => country(row, `Nowhere ${row}`));
    const [group] = groupProblems(all);
    expect([group?.count, group?.rows.length, group?.values.length, group?.moreValues]).toEqual([
      20_000,
      200,
      30,
      true,
    ]);
  });
});
