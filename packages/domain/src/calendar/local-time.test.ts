import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localTimeIn, readTime, zoneOfPlace } from './local-time.ts';

const instant = (occurredAt: string, zone?: string, place?: string): string | undefined =>
  readTime({ occurredAt, zone, place })?.instant.toISOString();

describe('a written time', () => {
  it.each([
    ['2026-07-01T10:00:00-04:00', undefined, undefined, '2026-07-01T14:00:00.000Z'],
    ['2026-07-01T10:00:00Z', undefined, undefined, '2026-07-01T10:00:00.000Z'],
    ['2026-07-01 10:00', 'America/Toronto', undefined, '2026-07-01T14:00:00.000Z'],
    ['2026-01-01T10:00:00', 'America/Toronto', undefined, '2026-01-01T15:00:00.000Z'],
    ['2026-07-01T10:00:00', 'EDT', undefined, '2026-07-01T14:00:00.000Z'],
    ['2026-07-01T10:00:00', 'NST', undefined, '2026-07-01T13:30:00.000Z'],
    ['2026-07-01T10:00:00', '-0700', undefined, '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T10:00:00', undefined, 'Vancouver, BC', '2026-07-01T17:00:00.000Z'],
    ['2026-07-01T10:00:00', undefined, 'ST JOHNS, NL, CA', '2026-07-01T12:30:00.000Z'],
    // A zone that is said beats the place.
    ['2026-07-01T10:00:00', 'America/Halifax', 'Vancouver, BC', '2026-07-01T13:00:00.000Z'],
    // The offset beats both.
    ['2026-07-01T10:00:00+00:00', 'America/Halifax', 'Vancouver, BC', '2026-07-01T10:00:00.000Z'],
    // The hour that is skipped in spring counts as the one after it, the one that comes twice in autumn as the first.
    ['2026-03-08T02:30:00', 'America/Toronto', undefined, '2026-03-08T07:30:00.000Z'],
    ['2026-11-01T01:30:00', 'America/Toronto', undefined, '2026-11-01T05:30:00.000Z'],
    ['2026-12-31T23:59:60', 'UTC', undefined, '2026-12-31T23:59:59.000Z'],
  ])('%s in %s at %s is %s', (text, zone, place, wanted) => expect(instant(text, zone, place)).toBe(wanted));

  it.each([
    ['2026-07-01T10:00:00', undefined, undefined],
    ['2026-07-01T10:00:00', 'Mars/Olympus', undefined],
    ['2026-07-01T10:00:00', undefined, 'Springfield'],
    ['2026-02-30T10:00:00Z', undefined, undefined],
    ['2026-07-01T25:00:00Z', undefined, undefined],
    ['yesterday', 'UTC', undefined],
    ['', 'UTC', undefined],
    ['1/7/2026 10:00', 'UTC', undefined],
  ])('%s in %s at %s cannot be read', (text, zone, place) => expect(instant(text, zone, place)).toBeUndefined());

  it('keeps the clock of the place', () => {
    expect(readTime({ occurredAt: '2026-07-01T10:00:00-04:00' })).toMatchObject({
      localTime: '2026-07-01T10:00:00',
      zone: '-04:00',
    });
    expect(readTime({ occurredAt: '2026-07-01T17:00:00Z', place: 'Vancouver, BC' })).toMatchObject({
      localTime: '2026-07-01T10:00:00',
      zone: 'America/Vancouver',
    });
    expect(readTime({ occurredAt: '2026-07-01T17:00:00Z' })).toMatchObject({ localTime: undefined, zone: undefined });
    expect(localTimeIn(new Date('2026-07-01T17:00:00Z'), 'America/Vancouver')).toBe('2026-07-01T10:00:00');
    expect(localTimeIn(new Date('2026-07-01T17:00:00Z'), '-04:00')).toBe('2026-07-01T13:00:00');
    expect(localTimeIn(new Date('2026-07-01T17:00:00Z'), 'Nowhere')).toBeUndefined();
  });

  it('never throws, and what it reads lies within a day of what is written', () => {
    const text = fc.oneof(
      fc.string(),
      fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }).map((d) => d.toISOString()),
      fc.stringMatching(/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2})?(Z|[+-]\d{2}:?\d{2})?$/),
    );
    const zone = fc.option(fc.oneof(fc.string(), fc.constantFrom('EST', 'America/Toronto', '+05:30', 'Europe/Paris')), {
      nil: undefined,
    });
    fc.assert(
      fc.property(text, zone, fc.option(fc.string(), { nil: undefined }), (occurredAt, z, place) => {
        const read = readTime({ occurredAt, zone: z, place });
        if (!read) return;
        const written = Date.parse(`${occurredAt.trim().slice(0, 10)}T00:00:00Z`);
        expect(Math.abs(read.instant.getTime() - written)).toBeLessThan(2 * 86_400_000);
      }),
    );
  });
});

describe('the zone of a place', () => {
  it.each([
    ['Toronto, ON', 'America/Toronto'],
    ['TORONTO ON M5V 2T6 CA', 'America/Toronto'],
    ['Calgary, AB, Canada', 'America/Edmonton'],
    ['Regina, SK, CA', 'America/Regina'],
    ['New York, NY', 'America/New_York'],
    ['Los Angeles, CA, US', 'America/Los_Angeles'],
    ['Atlanta, GA, United States', 'America/New_York'],
    ['London, GB', 'Europe/London'],
    ['Köln, Germany', undefined],
    // May be the country or the province: nothing is guessed.
    ['Amsterdam, NL', undefined],
    ['Ontario, CA', undefined],
    ['Indianapolis, IN', undefined],
    ['ON', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s: %s', (place, zone) => expect(zoneOfPlace(place)).toBe(zone));
});
