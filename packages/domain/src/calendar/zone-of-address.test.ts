/** Zones of addresses, and the night there. */
import { describe, expect, it } from 'vitest';
import { quietUntil } from './quiet-hours.ts';
import { type PlaceOnEarth, zoneOfAddress } from './zone-of-address.ts';

describe('the zone of an address', () => {
  it.each<[PlaceOnEarth, string | undefined]>([
    [{ countryCode: 'CA', provinceCode: 'bc', zipcode: '' }, 'America/Vancouver'],
    [{ countryCode: 'CA', provinceCode: '', zipcode: 'a1c 5s7' }, 'America/St_Johns'],
    [{ countryCode: 'CA', provinceCode: 'British Columbia', zipcode: 'V6B1A1' }, 'America/Vancouver'],
    [{ countryCode: 'CA', zipcode: 'X0A 0H0' }, 'America/Iqaluit'],
    [{ countryCode: 'US', zipcode: '96813-1234' }, 'Pacific/Honolulu'],
    [{ countryCode: 'US', zipcode: '85001' }, 'America/Phoenix'],
    [{ countryCode: 'US', zipcode: '99501' }, 'America/Anchorage'],
    [{ countryCode: 'US', provinceCode: 'CA', zipcode: '10001' }, 'America/Los_Angeles'],
    [{ countryCode: 'FR', zipcode: '75001' }, 'Europe/Paris'],
    [{ countryCode: 'ES', zipcode: '35001' }, 'Atlantic/Canary'],
    [{ countryCode: 'AU', zipcode: '6000' }, 'Australia/Perth'],
    [{ countryCode: 'US' }, undefined],
    [{ countryCode: 'BR', zipcode: '01000-000' }, undefined],
  ])('%j is in %s', (place, zone) => expect(zoneOfAddress(place)).toBe(zone));
});

describe('the night', () => {
  it.each([
    ['2026-11-24T20:59:00-05:00', undefined],
    ['2026-11-24T21:00:00-05:00', '2026-11-25T13:00:00.000Z'],
    ['2026-11-25T07:59:59-05:00', '2026-11-25T13:00:00.000Z'],
    ['2026-11-25T08:00:00-05:00', undefined],
    // The clocks go forward in this night, and eight is eight.
    ['2026-03-07T22:00:00-05:00', '2026-03-08T12:00:00.000Z'],
  ])('of Toronto at %s ends at %s', (now, end) =>
    expect(quietUntil(new Date(now), 'America/Toronto')?.toISOString()).toBe(end),
  );
});
