import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutOffOf, localDay, nextShipDate, shipByOf, type ShippingCalendar } from './ship-date.ts';

const toronto: ShippingCalendar = {
  timeZone: 'America/Toronto',
  cutOff: '16:00',
  workingDays: 31,
  holidays: ['2026-12-25'],
};

describe('the first day a parcel can be handed over', () => {
  it('is today before the cut-off on a working day', () => {
    expect(nextShipDate(new Date('2026-11-20T20:59:59Z'), toronto)).toBe('2026-11-20');
  });
  it('is the next working day from the cut-off on', () => {
    expect(nextShipDate(new Date('2026-11-20T21:00:00Z'), toronto)).toBe('2026-11-23');
  });
  it('skips holidays and the weekend after them', () => {
    expect(nextShipDate(new Date('2026-12-24T22:00:00Z'), toronto)).toBe('2026-12-28');
  });
  it('counts the day at the place, not at Greenwich', () => {
    expect(localDay(new Date('2026-11-21T03:00:00Z'), 'America/Vancouver')).toBe('2026-11-20');
  });
  it('never stops a shipment because the calendar is wrong', () => {
    const holidays = Array.from({ length: 90 }, (_, i) =>
      new Date(Date.UTC(2026, 10, 20 + i)).toISOString().slice(0, 10),
    );
    expect(nextShipDate(new Date('2026-11-20T12:00:00Z'), { ...toronto, holidays })).toBe('2026-11-20');
  });
  it('is a worked day on or after the local day, for any calendar', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 127 }),
        fc.integer({ min: 0, max: 400 * 24 }),
        fc.integer({ min: 0, max: 23 }),
        (workingDays, hours, h) => {
          const now = new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);
          const calendar = { ...toronto, workingDays, holidays: [], cutOff: `${String(h).padStart(2, '0')}:00` };
          const day = nextShipDate(now, calendar);
          const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
          expect(workingDays & (1 << weekday)).not.toBe(0);
          expect(day >= localDay(now, toronto.timeZone)).toBe(true);
        },
      ),
    );
  });
});

describe('the day an order has to leave', () => {
  const by = (placed: string, days: number) => shipByOf(new Date(placed), toronto, days).toISOString();
  it('is the cut-off, in the zone of the place, so many working days on', () => {
    expect(by('2026-11-20T15:00:00Z', 0)).toBe('2026-11-20T21:00:00.000Z');
    // Friday before the cut-off and one day: Monday.
    expect(by('2026-11-20T15:00:00Z', 1)).toBe('2026-11-23T21:00:00.000Z');
  });
  it('begins with the next working day after the cut-off, on weekends and on holidays', () => {
    expect(by('2026-11-20T21:30:00Z', 0)).toBe('2026-11-23T21:00:00.000Z');
    expect(by('2026-11-21T15:00:00Z', 1)).toBe('2026-11-24T21:00:00.000Z');
    expect(by('2026-12-24T22:00:00Z', 1)).toBe('2026-12-29T21:00:00.000Z');
  });
  it('keeps the local hour when the clocks change', () => {
    expect(by('2026-10-30T15:00:00Z', 0)).toBe('2026-10-30T20:00:00.000Z');
    expect(by('2026-10-30T15:00:00Z', 1)).toBe('2026-11-02T21:00:00.000Z');
  });
  it('is a worked day, never before the order, and later with more days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 * 24 }), fc.integer({ min: 0, max: 20 }), (hours, days) => {
        const placed = new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000);
        const one = shipByOf(placed, toronto, days);
        const next = shipByOf(placed, toronto, days + 1);
        expect(one.getTime()).toBeGreaterThan(placed.getTime());
        expect(next.getTime()).toBeGreaterThan(one.getTime());
        expect(cutOffOf(one, toronto)).toMatchObject({ works: true, at: one });
      }),
    );
  });
});
