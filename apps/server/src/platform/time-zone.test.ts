import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, dayIn, daysBetween, isTimeZone, startOfDay } from './time-zone.ts';

const ZONES = [
  'America/Toronto',
  'America/St_Johns',
  'UTC',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Africa/Cairo',
];

test('a day begins where the day before ends, in every zone, also when the clocks change', () => {
  assert(
    property(constantFrom(...ZONES), integer({ min: 0, max: 365 * 30 }), (zone, n) => {
      const day = addDays('2000-01-01', n);
      const start = startOfDay(day, zone);
      // Apia left out 2011-12-30 altogether.
      if (zone === 'Pacific/Apia' && day === '2011-12-30') return;
      expect(dayIn(start, zone)).toBe(day);
      expect(dayIn(new Date(start.getTime() - 1000), zone) < day).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test('known moments', () => {
  expect(startOfDay('2026-07-01', 'America/Toronto').toISOString()).toBe('2026-07-01T04:00:00.000Z');
  expect(startOfDay('2026-01-01', 'America/Toronto').toISOString()).toBe('2026-01-01T05:00:00.000Z');
  // Clocks went from midnight to one: the day began at one.
  expect(startOfDay('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z');
  expect(dayIn(new Date('2026-03-01T03:00:00Z'), 'America/Toronto')).toBe('2026-02-28');
});

test('days and zones', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
  expect(isTimeZone('America/Toronto')).toBe(true);
  expect(isTimeZone('Mars/Olympus')).toBe(false);
});
