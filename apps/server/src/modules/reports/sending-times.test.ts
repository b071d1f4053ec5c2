import { expect, test } from 'vitest';
import { dayWords } from './report-days.ts';
import { isTooLate, nextSending, sendingAfter } from './sending-times.ts';

const TORONTO = 'America/Toronto';
const at = (text: string): Date => new Date(text);
const daily = { every: 'daily', onDay: 1 } as const;
const mondays = { every: 'weekly', onDay: 1 } as const;

test.each([
  ['2026-11-29T11:59:00Z', '2026-11-29', '2026-11-29T12:00:00Z'],
  ['2026-11-29T12:00:00Z', '2026-11-30', '2026-11-30T12:00:00Z'],
  // The clocks go back in the night of November 1 and forward on March 8: seven is seven.
  ['2026-11-01T03:30:00Z', '2026-11-01', '2026-11-01T12:00:00Z'],
  ['2026-10-31T11:30:00Z', '2026-11-01', '2026-11-01T12:00:00Z'],
  ['2026-03-08T04:30:00Z', '2026-03-08', '2026-03-08T11:00:00Z'],
])('after %s it is sent on %s', (after, day, moment) => {
  expect(nextSending(daily, at(after), TORONTO)).toEqual({ day, at: at(moment) });
});

test('a day is said as people write it', () => {
  expect(dayWords('2026-10-01', 'en')).toBe('October 1, 2026');
  expect(dayWords('2026-10-01', 'fr')).toBe('1er octobre 2026');
  expect(dayWords('2026-10-11', 'fr')).toBe('11 octobre 2026');
});

test('switched on after seven of its day it is first sent a week later', () => {
  expect(nextSending(mondays, at('2026-11-30T15:00:00Z'), TORONTO).day).toBe('2026-12-07');
});

test('what was due yesterday is still sent, daily only today; the next is one that can still be', () => {
  const tuesday = at('2026-12-01T20:00:00Z');
  expect(isTooLate(mondays, '2026-11-30', tuesday, TORONTO)).toBe(false);
  expect(isTooLate(mondays, '2026-11-30', at('2026-12-02T06:00:00Z'), TORONTO)).toBe(true);
  expect(isTooLate(daily, '2026-11-30', tuesday, TORONTO)).toBe(true);
  expect(sendingAfter(daily, '2026-11-20', tuesday, TORONTO).day).toBe('2026-12-01');
  expect(sendingAfter(mondays, '2026-11-02', tuesday, TORONTO).day).toBe('2026-11-30');
  expect(sendingAfter(mondays, '2026-11-30', tuesday, TORONTO).day).toBe('2026-12-07');
});
