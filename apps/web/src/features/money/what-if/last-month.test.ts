import { expect, test } from 'vitest';
import { lastMonth } from './last-month.ts';

test('the month before, over a year’s end and in a leap year', () => {
  expect(lastMonth('2026-11-22')).toEqual({ from: '2026-10-01', to: '2026-10-31' });
  expect(lastMonth('2026-01-05')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
  expect(lastMonth('2028-03-31')).toEqual({ from: '2028-02-01', to: '2028-02-29' });
});
