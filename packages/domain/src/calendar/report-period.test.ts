import { describe, expect, test } from 'vitest';
import { askedDays, dueFrom } from './report-period.ts';

describe('the days of a report', () => {
  test('are the last whole week from Monday and the one before, whatever day it is', () => {
    const week = { from: '2026-11-16', to: '2026-11-22', beforeFrom: '2026-11-09', beforeTo: '2026-11-15' };
    expect(askedDays({}, '2026-11-23')).toEqual(week);
    expect(askedDays({}, '2026-11-29')).toEqual(week);
  });

  test('yesterday is held against the day before, over the end of a month too', () => {
    expect(askedDays({ days: 'day' }, '2026-03-01')).toEqual({
      from: '2026-02-28',
      to: '2026-02-28',
      beforeFrom: '2026-02-27',
      beforeTo: '2026-02-27',
    });
  });

  test('a month is held against the whole month before it, or the same of a year before', () => {
    expect(askedDays({ days: 'month' }, '2026-03-15')).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      beforeFrom: '2026-01-01',
      beforeTo: '2026-01-31',
    });
    expect(askedDays({ days: 'month', against: 'year' }, '2026-03-15')).toMatchObject({
      beforeFrom: '2025-02-01',
      beforeTo: '2025-02-28',
    });
  });

  test('any two spans can be chosen', () => {
    const chosen = {
      days: 'other',
      against: 'other',
      from: '2026-01-01',
      to: '2026-01-31',
      beforeFrom: '2025-12-24',
    } as const;
    expect(askedDays(chosen, '2026-11-23')).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
      beforeFrom: '2025-12-24',
      beforeTo: '2025-12-31',
    });
  });
});

test.each([
  [{ every: 'daily', onDay: 1 }, '2026-02-28', '2026-02-28'],
  // A Sunday.
  [{ every: 'weekly', onDay: 7 }, '2026-11-29', '2026-11-29'],
  [{ every: 'weekly', onDay: 1 }, '2026-11-29', '2026-11-30'],
  [{ every: 'weekly', onDay: 6 }, '2026-11-29', '2026-12-05'],
  [{ every: 'monthly', onDay: 1 }, '2026-12-02', '2027-01-01'],
  [{ every: 'monthly', onDay: 31 }, '2026-02-01', '2026-02-28'],
  [{ every: 'monthly', onDay: 31 }, '2026-03-01', '2026-03-31'],
  [{ every: 'monthly', onDay: 30 }, '2028-02-29', '2028-02-29'],
  [{ every: 'monthly', onDay: 29 }, '2026-01-30', '2026-02-28'],
] as const)('%j falls from %s on at %s', (schedule, from, day) => {
  expect(dueFrom(schedule, from)).toBe(day);
});
