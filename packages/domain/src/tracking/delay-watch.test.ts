import { describe, expect, it } from 'vitest';
import { stillMs, watchOf } from './delay-watch.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.parse('2026-11-10T12:00:00Z');
const parcel = {
  status: 'in-transit',
  lastEventAt: now - DAY,
  scanned: true,
  crosses: false,
  ownMs: undefined,
  promisedDay: undefined,
  expectedDay: undefined,
} as const;

describe('how long a parcel may stay where it is', () => {
  it.each([
    ['in-transit', false, undefined, 3 * DAY],
    ['in-transit', true, undefined, 6 * DAY],
    ['out-for-delivery', false, undefined, DAY],
    // The lane's own history counts, within a day and a week.
    ['in-transit', false, 2 * DAY, 2 * DAY],
    ['in-transit', false, 5 * HOUR, DAY],
    ['in-transit', true, 30 * DAY, 7 * DAY],
    // The buyer, the seller or nobody is awaited.
    ['available-for-pickup', false, 2 * DAY, undefined],
    ['exception', false, undefined, undefined],
    ['label-created', false, undefined, undefined],
  ] as const)('%s, across a border %s, own history %s: %s', (status, crosses, own, ms) => {
    expect(stillMs(status, crosses, own)).toBe(ms);
  });
});

describe('when it is late', () => {
  it('without a promise: once it has not moved for longer than its lane', () => {
    expect(watchOf(parcel, now)).toEqual({ at: now + 2 * DAY, why: 'still' });
  });
  it('with a promise: when its day has ended everywhere, or at once where the carrier says later itself', () => {
    expect(watchOf({ ...parcel, promisedDay: '2026-11-10' }, now)).toEqual({
      at: Date.parse('2026-11-11T12:00:00Z'),
      why: 'promise',
    });
    expect(watchOf({ ...parcel, promisedDay: '2026-11-10', expectedDay: '2026-11-12' }, now)).toEqual({
      at: now,
      why: 'promise',
    });
    expect(watchOf({ ...parcel, promisedDay: '2026-11-30', expectedDay: '2026-11-29' }, now)?.why).toBe('still');
  });
  it.each([
    ['before the carrier has it', { scanned: false }],
    ['once it arrived', { status: 'delivered' }],
    ['where it waits for the buyer', { status: 'available-for-pickup' }],
    ['without events', { lastEventAt: undefined }],
  ] as const)('never %s', (_when, change) => {
    expect(watchOf({ ...parcel, promisedDay: '2026-11-01', ...change }, now)).toBeUndefined();
  });
});
