import { expect, it } from 'vitest';
import { statusRank, TRACKING_STATUSES } from './tracking.ts';

it('there are twelve statuses, each once', () => {
  expect(new Set(TRACKING_STATUSES).size).toBe(12);
});

it('at the same moment the later stage of the journey wins', () => {
  const journey = [
    'label-created',
    'handed-over',
    'accepted',
    'in-transit',
    'customs',
    'out-for-delivery',
    'delivered',
  ] as const;
  for (const [index, status] of journey.entries())
    for (const earlier of journey.slice(0, index)) expect(statusRank(status)).toBeGreaterThan(statusRank(earlier));
});

it('knowing nothing never wins, and a final status beats trouble on the way', () => {
  for (const status of TRACKING_STATUSES)
    if (status !== 'unknown') expect(statusRank(status)).toBeGreaterThan(statusRank('unknown'));
  expect(statusRank('delivered')).toBeGreaterThan(statusRank('exception'));
  expect(statusRank('returned')).toBeGreaterThan(statusRank('returning'));
});
