import { describe, expect, it } from 'vitest';
import { calendarBody, calendarOf, withHolidays } from './calendar-draft.ts';

describe('the calendar of a place', () => {
  it('begins with the usual week', () => {
    expect(calendarBody(calendarOf(undefined, 'America/Toronto'))).toEqual({
      timeZone: 'America/Toronto',
      cutOff: '16:00',
      workingDays: [1, 2, 3, 4, 5],
      holidays: [],
      handlingDays: 1,
      returnLocationId: null,
    });
  });
  it('without handling days sets no ship-by dates; a broken time is not sent', () => {
    const draft = calendarOf(undefined, 'UTC');
    expect(calendarBody({ ...draft, handlingDays: ' ' })?.handlingDays).toBeNull();
    expect(calendarBody({ ...draft, cutOff: '25:00' })).toBeUndefined();
  });
  it('takes public holidays over once each, without days that are off anyway', () => {
    const week = [1, 2, 3, 4, 5];
    const days = withHolidays(['2026-12-24'], 'CA-ON', 2026, week);
    expect(days).toContain('2026-12-24');
    expect(days).toContain('2026-12-28');
    // Boxing Day 2026 is a Saturday.
    expect(days).not.toContain('2026-12-26');
    expect(withHolidays(days, 'CA-ON', 2026, week)).toEqual(days);
    expect(withHolidays([], 'CA-ON', 2026, [])).toContain('2026-12-26');
  });
});
