/** Tracking at UPS and its simulator: statuses, times, places, and what is kept when UPS asks to slow down. */
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runTrack } from '@scanship/connector-kit/steps/run-question';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crossBorder, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { carrier } from './src/carrier.ts';
import { eventTime } from './src/event-time.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/track-status.ts';

const SLUG = 'ups';
let stand: TestSimulator;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
});
afterAll(() => stand.close());

async function buy(more: Partial<ShipInput> = {}) {
  const harness = { samples, simulator: stand.simulator };
  const env = openHarnessEnv(carrier.manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness, { labelFormat: 'zpl', ...more }), env, freshDrive());
  expect(state.problem).toBeUndefined();
  return { env, trackingNumbers: (state.result.parcels ?? []).map((p) => p.trackingNumber) };
}

describe('tracking', () => {
  it('a parcel across the border moves through its statuses, oldest first', async () => {
    const { env, trackingNumbers } = await buy({ shipment: crossBorder, service: '11' });
    await stand.admin.setClock(SLUG, 10 * 86_400_000);
    const answer = await runTrack(carrier, { trackingNumbers }, env);
    await stand.admin.setClock(SLUG, 0);
    expect(answer.ok && answer.value[0]?.events.map((e) => [e.status, e.place])).toEqual([
      ['label-created', 'CA'],
      ['accepted', 'Toronto, ON, CA'],
      ['in-transit', 'Toronto, ON, CA'],
      // A hold at the border names no place.
      ['customs', undefined],
      ['out-for-delivery', 'Buffalo, NY, US'],
      ['delivered', 'Buffalo, NY, US'],
    ]);
    expect(answer.ok && answer.value[0]?.events.every((e) => e.occurredAt.endsWith('-05:00'))).toBe(true);
  });

  it('what was learned before UPS asks to slow down is kept', async () => {
    const { env, trackingNumbers } = await buy();
    const { trackingNumbers: others } = await buy();
    const numbers = [...trackingNumbers, ...others];
    const first = await runTrack(carrier, { trackingNumbers }, env);
    expect(first.ok).toBe(true);
    await stand.simulator.setFaults([{ kind: 'quota', effect: 'read', skip: 1, retryAfterSeconds: 60 }]);
    const answer = await runTrack(carrier, { trackingNumbers: numbers }, env);
    await stand.simulator.clearFaults();
    expect(answer.ok && answer.value.map((p) => [p.events.length, p.problems.length])).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  it('local time, GMT and offset: any two of them tell the same moment', () => {
    const event = { date: '20261124', time: '101500', gmtDate: '20261124', gmtTime: '15:15:00', gmtOffset: '-05:00' };
    const at = (...without: (keyof typeof event)[]) => {
      const left = Object.fromEntries(
        Object.entries(event).filter(([k]) => !without.includes(k as keyof typeof event)),
      );
      return eventTime(readObject(left), 'Toronto, ON, CA');
    };
    const whole = { occurredAt: '2026-11-24T10:15:00-05:00' };
    expect([at(), at('gmtOffset'), at('gmtDate'), at('date'), at('time')]).toEqual(
      Array.from({ length: 5 }, () => whole),
    );
    expect(at('date', 'gmtOffset')).toEqual({ occurredAt: '2026-11-24T15:15:00+00:00' });
    expect(at('gmtTime', 'gmtOffset')).toEqual({ occurredAt: '2026-11-24T10:15:00', zone: 'America/Toronto' });
    expect(() => at('date', 'gmtDate')).toThrow('missing or unreadable');
    expect(() => eventTime(readObject({ date: '20261124', time: '101500' }), 'CA')).toThrow('zone of its place');
    expect(() => eventTime(readObject({ date: '20261324', time: '101500' }), 'Toronto, ON, CA')).toThrow(
      'missing or unreadable',
    );
  });

  it('types and codes as statuses', () => {
    const table: readonly (readonly [string, string, string, string])[] = [
      ['M', 'MP', 'Shipper created a label', 'label-created'],
      ['MV', 'MV', 'Billing information voided', 'exception'],
      ['P', 'PU', 'Pickup Scan', 'accepted'],
      ['I', 'OR', 'Origin Scan', 'accepted'],
      ['I', 'DP', 'Departed from Facility', 'in-transit'],
      ['I', 'OT', 'Out For Delivery Today', 'out-for-delivery'],
      ['O', 'OF', 'Out For Delivery', 'out-for-delivery'],
      ['X', 'SR', 'released by the customs agency', 'customs'],
      ['X', '17', 'A late UPS trailer arrival has delayed delivery', 'exception'],
      ['I', 'ZP', 'Delivered to UPS Access Point', 'available-for-pickup'],
      ['X', 'UF', 'in the process of returning this package', 'returning'],
      ['RS', 'RS', 'Returned to shipper', 'returned'],
      ['D', 'FS', 'DELIVERED', 'delivered'],
      ['D', 'FS', 'Returned to Sender', 'returned'],
      ['X', 'RZ', 'Your package has been released by the government agency.', 'customs'],
      ['X', 'BB', 'UPS has received the information needed to submit your package for clearance.', 'customs'],
      ['X', 'DA', 'Your package is on the way', 'customs'],
      ['Q', '1', 'something new', 'unknown'],
    ];
    for (const [type, code, text, status] of table)
      expect([type, code, statusOf({ type, code, statusCode: undefined, text })]).toEqual([type, code, status]);
  });
});
