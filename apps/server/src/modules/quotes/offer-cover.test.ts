import { expect, it } from 'vitest';
import { coverOf } from './offer-cover.ts';

const all = { track: true, insurance: true, signature: true };
const offer = (serviceName: string, carried?: string) => ({
  serviceName,
  ...(carried === undefined
    ? {}
    : { carriedBy: { carrier: 'canada-post', carrierName: 'Canada Post', serviceName: carried } }),
});

it('mail without scans is not tracked, whoever sells it; what nobody can say stays open', () => {
  const tracked = (name: string, carried?: string, can = all) => coverOf(can, offer(name, carried), {}).tracked;
  expect(tracked('Expedited Parcel')).toBe(true);
  expect(tracked('Tracked Packet USA')).toBe(true);
  expect(tracked('Small Packet USA Air')).toBe(false);
  expect(tracked('CP small', 'Small Packet International Air')).toBe(false);
  expect(tracked('Expedited Parcel', undefined, { ...all, track: false })).toBeNull();
});

it('insured is an answer only where insurance was asked for', () => {
  const insured = (minor: number | undefined, insurance: boolean) =>
    coverOf(
      { ...all, insurance },
      offer('Ground'),
      minor === undefined ? {} : { insuredValue: { minor, currency: 'CAD' } },
    ).insured;
  expect([insured(undefined, true), insured(0, true)]).toEqual([null, null]);
  expect([insured(100, true), insured(100, false)]).toEqual([true, false]);
});
