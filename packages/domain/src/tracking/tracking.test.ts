import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SHIPMENT_STATES, SHIPMENT_TRANSITIONS, type ShipmentState, transition } from '../shipping/shipment-states.ts';
import { nextAsk, pauseAfterFault, type ParcelWatch } from './tracking-schedule.ts';
import {
  isFinal,
  isScan,
  overallStatus,
  progressOf,
  stateOfTracking,
  type StatusEvent,
  TRACKING_STATUSES,
  type TrackingStatus,
} from './tracking.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const status = fc.constantFrom(...TRACKING_STATUSES);
const event: fc.Arbitrary<StatusEvent> = fc.record({ status, at: fc.integer({ min: 0, max: 20 }) });
const at = (...list: readonly (readonly [number, TrackingStatus])[]): StatusEvent[] =>
  list.map(([time, each]) => ({ at: time, status: each }));

describe('what a set of events makes of a parcel', () => {
  it('is the same for every order of arrival, and for repeated events', () => {
    fc.assert(
      fc.property(
        fc
          .array(event, { maxLength: 12 })
          .chain((events) =>
            fc.tuple(
              fc.constant(events),
              fc.shuffledSubarray(events, { minLength: events.length }),
              fc.array(fc.nat(Math.max(0, events.length - 1)), { maxLength: 5 }),
            ),
          ),
        ([events, shuffled, repeats]) => {
          const again = repeats.flatMap((index) => events[index] ?? []);
          expect(progressOf([...again, ...shuffled])).toEqual(progressOf(events));
        },
      ),
    );
  });

  it('arriving one by one, never ends elsewhere than arriving at once', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 8 }), (events) => {
        const known: StatusEvent[] = [];
        let last = progressOf([]);
        for (const each of events) {
          known.push(each);
          last = progressOf(known);
        }
        expect(last).toEqual(progressOf(events));
      }),
    );
  });

  it('is never taken back to before the carrier had it, and after an end only by a return or an exception', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), event, (events, more) => {
        const before = progressOf(events);
        const after = progressOf([...events, more]);
        if (before.scannedAt !== undefined) expect(['unknown', 'label-created']).not.toContain(after.status);
        const ended = events.some((each) => isFinal(each.status));
        if (ended) expect(['delivered', 'returned', 'exception', 'returning']).toContain(after.status);
        // Whatever comes, the first scan only ever moves to an earlier time.
        if (before.scannedAt !== undefined) expect(after.scannedAt).toBeLessThanOrEqual(before.scannedAt);
      }),
    );
  });

  it.each([
    ['nothing', at(), 'unknown'],
    ['a late scan of the depot after delivery', at([1, 'accepted'], [5, 'delivered'], [6, 'in-transit']), 'delivered'],
    ['an older event that arrives last', at([5, 'out-for-delivery'], [2, 'in-transit']), 'out-for-delivery'],
    ['an exception after out for delivery', at([4, 'out-for-delivery'], [5, 'exception']), 'exception'],
    ['an exception of the same moment', at([4, 'exception'], [4, 'out-for-delivery']), 'exception'],
    ['delivered after an exception', at([4, 'exception'], [5, 'delivered']), 'delivered'],
    ['electronic information renewed on the way', at([1, 'accepted'], [3, 'label-created']), 'accepted'],
    ['words nobody knows on the way', at([1, 'accepted'], [3, 'unknown']), 'accepted'],
    ['returned after delivery', at([1, 'delivered'], [2, 'returning'], [3, 'returned']), 'returned'],
    ['an exception before pick-up, then the label renewed', at([1, 'exception'], [2, 'label-created']), 'exception'],
  ] as const)('%s', (_name, events, wanted) => expect(progressOf(events).status).toBe(wanted));

  it('says since when, by the carrier’s clock', () => {
    expect(progressOf(at([1, 'label-created'], [3, 'in-transit'], [5, 'in-transit'], [7, 'unknown']))).toEqual({
      status: 'in-transit',
      statusAt: 3,
      scannedAt: 3,
      lastEventAt: 7,
    });
  });

  it('an exception alone is no scan', () => {
    expect(isScan('exception')).toBe(false);
    expect(progressOf(at([1, 'exception'])).scannedAt).toBeUndefined();
  });
});

describe('one word for several parcels', () => {
  it('is what needs a person, else the parcel that is least far', () => {
    expect(overallStatus([])).toBeUndefined();
    expect(overallStatus(['delivered', 'in-transit'])).toBe('in-transit');
    expect(overallStatus(['delivered', 'exception', 'accepted'])).toBe('exception');
    expect(overallStatus(['returning', 'returned'])).toBe('returned');
    expect(overallStatus(['delivered', 'delivered'])).toBe('delivered');
  });
});

describe('what parcels make of their shipment', () => {
  const parcel = fc.record({ status, scanned: fc.boolean() });
  it('is always a change the state table has', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...SHIPMENT_STATES),
        fc.array(parcel, { maxLength: 4 }),
        fc.boolean(),
        (state, parcels, complete) => {
          const to = stateOfTracking(state, parcels, complete);
          if (to) expect(transition(SHIPMENT_TRANSITIONS, state, to).ok).toBe(true);
        },
      ),
    );
  });

  it.each<[ShipmentState, readonly (readonly [TrackingStatus, boolean])[], ShipmentState | undefined]>([
    ['bought', [['label-created', false]], undefined],
    ['bought', [['in-transit', true]], 'handed_over'],
    [
      'bought',
      [
        ['label-created', false],
        ['accepted', true],
      ],
      'handed_over',
    ],
    [
      'handed_over',
      [
        ['delivered', true],
        ['in-transit', true],
      ],
      undefined,
    ],
    [
      'handed_over',
      [
        ['delivered', true],
        ['delivered', true],
      ],
      'delivered',
    ],
    [
      'handed_over',
      [
        ['delivered', true],
        ['returned', true],
      ],
      'returned',
    ],
    ['lost', [['delivered', true]], 'delivered'],
    ['delivered', [['exception', true]], undefined],
    ['voided', [['in-transit', true]], undefined],
    ['voiding', [['in-transit', true]], undefined],
  ])('%s with %j: %s', (state, parcels, wanted) =>
    expect(
      stateOfTracking(
        state,
        parcels.map(([each, scanned]) => ({ status: each, scanned })),
        true,
      ),
    ).toBe(wanted),
  );

  it('a shipment that lacks labels stays open for buying them', () => {
    const parcels = [{ status: 'in-transit', scanned: true }] as const;
    expect(stateOfTracking('partly_bought', parcels, false)).toBeUndefined();
    expect(stateOfTracking('partly_bought', parcels, true)).toBe('handed_over');
  });
});

describe('how often a carrier is asked', () => {
  const watch = (more: Partial<ParcelWatch>): ParcelWatch => ({
    status: 'unknown',
    boughtAt: 0,
    statusAt: undefined,
    lastEventAt: undefined,
    scanned: false,
    pushed: false,
    ...more,
  });
  const hours = (each: ParcelWatch, now: number): number => {
    const next = nextAsk(each, now);
    return 'inMs' in next ? next.inMs / HOUR : Number.NaN;
  };

  it('is soon after the purchase, then seldom, and ends', () => {
    expect([0, 5 * HOUR, 2 * DAY, 6 * DAY, 20 * DAY].map((now) => hours(watch({}), now))).toEqual([1, 2, 6, 12, 24]);
    expect(nextAsk(watch({}), 61 * DAY)).toEqual({ stop: 'no-news' });
  });

  it('follows what happens on the way', () => {
    const on = (each: TrackingStatus, quietDays = 0) =>
      hours(watch({ status: each, scanned: true, lastEventAt: 10 * DAY }), (10 + quietDays) * DAY);
    expect(on('in-transit')).toBe(4);
    expect(on('out-for-delivery')).toBe(1);
    expect(on('in-transit', 4)).toBe(12);
    expect(on('in-transit', 11)).toBe(24);
    expect(hours(watch({ status: 'in-transit', scanned: true, pushed: true, lastEventAt: 0 }), 0)).toBe(16);
  });

  it('goes on some days after an end, then stops', () => {
    const ended = watch({ status: 'delivered', scanned: true, statusAt: 10 * DAY, lastEventAt: 10 * DAY });
    expect(hours(ended, 12 * DAY)).toBe(24);
    expect(nextAsk(ended, 13.1 * DAY)).toEqual({ stop: 'ended' });
  });

  it('always ends, and never asks more often than hourly', () => {
    fc.assert(
      fc.property(
        status,
        fc.boolean(),
        fc.boolean(),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (each, scanned, pushed, spread) => {
          let now = 0;
          for (let turns = 0; turns < 3_000; turns += 1) {
            const next = nextAsk(watch({ status: each, scanned, pushed, statusAt: 0, lastEventAt: 0 }), now, spread);
            if ('stop' in next) return;
            expect(next.inMs).toBeGreaterThanOrEqual(0.9 * HOUR);
            now += next.inMs;
          }
          throw new Error('it never stops');
        },
      ),
    );
  });

  it('backs off from faults to six hours', () => {
    expect([1, 2, 3, 10, 1_000].map((n) => pauseAfterFault(n) / 60_000)).toEqual([5, 10, 20, 360, 360]);
  });
});
