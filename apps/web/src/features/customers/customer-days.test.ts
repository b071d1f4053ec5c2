import { expect, it } from 'vitest';
import { everyDay } from './customer-days.ts';

it('fills the days in between, and keeps those there are', () => {
  const found = [
    { day: '2026-02-27', labels: 4 },
    { day: '2026-03-01', labels: 2 },
    { day: '2025-01-01', labels: 9 },
  ];
  expect(everyDay(found, '2026-03-02', 4, (row) => row.labels)).toEqual([
    { day: '2026-02-27', value: 4 },
    { day: '2026-02-28', value: 0 },
    { day: '2026-03-01', value: 2 },
    { day: '2026-03-02', value: 0 },
  ]);
});
