import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { easterSunday, HOLIDAY_REGIONS, holidayRegionOf, publicHolidays } from './public-holidays.ts';

const of = (region: (typeof HOLIDAY_REGIONS)[number], year: number) =>
  Object.fromEntries(
    publicHolidays(region, year).map((day) => [`${day.code}${day.observed ? ' observed' : ''}`, day.date]),
  );

describe('public holidays', () => {
  // Dates of the almanacs: Easter of the U.S. Naval Observatory.
  it.each([
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i is %s', (year, day) => expect(easterSunday(year)).toBe(day));

  it('are those of Ontario in 2026, Boxing Day with its Monday', () => {
    expect(of('CA-ON', 2026)).toEqual({
      'new-year': '2026-01-01',
      'family-day': '2026-02-16',
      'good-friday': '2026-04-03',
      'victoria-day': '2026-05-18',
      'canada-day': '2026-07-01',
      'labour-day': '2026-09-07',
      thanksgiving: '2026-10-12',
      christmas: '2026-12-25',
      'boxing-day': '2026-12-26',
      'boxing-day observed': '2026-12-28',
    });
  });
  it('of Quebec have the Fête nationale and no Boxing Day', () => {
    const quebec = of('CA-QC', 2027);
    expect(quebec).toMatchObject({ 'fete-nationale': '2027-06-24', 'patriots-day': '2027-05-24' });
    expect(quebec['boxing-day']).toBeUndefined();
  });
  it('of the United States move to Friday and Monday', () => {
    expect(of('US', 2026)).toMatchObject({
      'martin-luther-king': '2026-01-19',
      'memorial-day': '2026-05-25',
      'independence-day': '2026-07-04',
      'independence-day observed': '2026-07-03',
      'thanksgiving-us': '2026-11-26',
    });
    expect(of('US', 2027)['independence-day observed']).toBe('2027-07-05');
  });
  it('Christmas and Boxing Day on a weekend give two free working days', () => {
    expect(of('CA', 2027)).toMatchObject({
      'christmas observed': '2027-12-27',
      'boxing-day observed': '2027-12-28',
    });
  });
  it('each day stands once, in order, and an observed one is no weekend', () => {
    fc.assert(
      fc.property(fc.constantFrom(...HOLIDAY_REGIONS), fc.integer({ min: 1990, max: 2100 }), (region, year) => {
        const days = publicHolidays(region, year);
        const dates = days.map((day) => day.date);
        expect(dates).toEqual([...new Set(dates)].toSorted());
        for (const { date, observed } of days)
          if (observed) expect([1, 2, 3, 4, 5]).toContain(new Date(`${date}T00:00:00Z`).getUTCDay());
        for (const { date, observed } of days) if (!observed) expect(date.startsWith(`${year}-`)).toBe(true);
      }),
    );
  });
  it('follow the address', () => {
    expect(holidayRegionOf({ countryCode: 'CA', provinceCode: 'NS' })).toBe('CA-NS');
    expect(holidayRegionOf({ countryCode: 'US', provinceCode: 'NY' })).toBe('US');
    expect(holidayRegionOf({ countryCode: 'FR', provinceCode: '' })).toBeUndefined();
  });
});
