import { expect, it } from 'vitest';
import { checkPickupTimes, assertOneCarrier, assertOwnLabels, placeWords } from './pickup-wish.ts';

const now = new Date('2026-03-02T03:00:00Z');
const times = (date: string, readyTime: string, closeTime: string) => ({ date, readyTime, closeTime });

it('refuses days that are surely over, or over at the place, and windows that end before they begin', () => {
  // In the west it is still the day before.
  expect(() => checkPickupTimes(times('2026-03-01', '09:00', '17:00'), now)).not.toThrow();
  expect(() => checkPickupTimes(times('2026-02-28', '09:00', '17:00'), now)).toThrow('The day of the pickup is over.');
  expect(() => checkPickupTimes(times('2026-03-01', '09:00', '17:00'), now, '2026-03-02')).toThrow('is over');
  expect(() => checkPickupTimes(times('2026-03-02', '17:00', '17:00'), now)).toThrow('must end later');
});

it('refuses labels bought elsewhere and parcels of several carriers', () => {
  const load = { parcels: 1, totalGrams: 500, trackingNumbers: [], services: [], destinations: [] };
  expect(() => assertOwnLabels({ load }, 'Eagle')).toThrow('Eagle books pickups only for labels');
  expect(() => assertOneCarrier(['ups', 'ups'], 'Eagle')).not.toThrow();
  expect(() => assertOneCarrier(['ups', 'usps', 'ups'], 'Eagle')).toThrow('these parcels go by ups and usps.');
});

it('has words for places in both languages', () => {
  expect([placeWords('loading-dock'), placeWords('loading-dock', 'fr'), placeWords('other')]).toEqual([
    'Loading dock',
    'Quai de chargement',
    undefined,
  ]);
});
