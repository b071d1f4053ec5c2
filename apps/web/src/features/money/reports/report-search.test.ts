import { describe, expect, test } from 'vitest';
import { askedDays, reportSearch } from './report-search.ts';

describe('the days of a report', () => {
  test('are the last whole week from Monday and the one before, whatever day it is', () => {
    const week = { from: '2026-11-16', to: '2026-11-22', beforeFrom: '2026-11-09', beforeTo: '2026-11-15' };
    expect(askedDays({}, '2026-11-23')).toEqual(week);
    expect(askedDays({}, '2026-11-29')).toEqual(week);
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

  test('any two spans can be chosen, and nonsense in the address is left out', () => {
    const chosen = reportSearch({
      days: 'other',
      against: 'other',
      from: '2026-01-01',
      to: '2026-01-31',
      beforeFrom: '2025-12-24',
      beforeTo: '<script>',
    });
    expect(chosen.beforeTo).toBeUndefined();
    expect(askedDays(chosen, '2026-11-23')).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
      beforeFrom: '2025-12-24',
      beforeTo: '2025-12-31',
    });
  });
});
