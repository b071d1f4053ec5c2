import { describe, expect, it } from 'vitest';
import { createAccountLimits } from './account-limits.ts';
import { waitWords } from './wait-words.ts';

const account = (grantId: string, calls: number, perMs = 60_000) => ({
  grantId,
  carrierName: grantId === 's' ? 'ShipStation API' : 'Maple',
  manifest: { quota: { calls, perMs } },
});

describe('limits of accounts during a plan', () => {
  it('are foretold from the first orders on: the calls beyond those that may be made at once, at the account’s pace', () => {
    const clock = { ms: 0 };
    const limits = createAccountLimits([account('s', 200), account('m', 5, 1_000)], 0.25, () => clock.ms);
    for (let order = 0; order < 24; order += 1) limits.wanted(order % 2 === 0 ? ['s', 'm'] : ['m']);
    // Half of the orders want it: 188 of 376, and 138 calls are free; 50 calls at 200 a minute are 15 s.
    expect(limits.forecast(376)).toEqual([
      { grantId: 'm', carrierName: 'Maple', calls: 5, perMs: 1_000, orders: 376, seconds: 76 },
    ]);
    const [first, second] = limits.forecast(1_000);
    expect([first?.grantId, second?.grantId, second?.orders, second?.seconds]).toEqual(['m', 's', 500, 109]);
    expect(limits.forecast(10)).toEqual([]);
  });

  it('line orders up one behind the other once an account has asked us to wait', () => {
    const clock = { ms: 0 };
    const limits = createAccountLimits([account('s', 60), account('m', 60)], 0.25, () => clock.ms);
    expect(limits.restsFor('s')).toBeUndefined();
    limits.refused('s', 4_000);
    limits.refused('s', 2_000);
    expect([limits.restsFor('s'), limits.restsFor('m')]).toEqual([4_000, undefined]);
    limits.refused('m', 500);
    expect([limits.turnAt(['s']), limits.turnAt(['s', 'm']), limits.turnAt(['s'])]).toEqual([4_000, 500, 5_000]);
    limits.wanted(['s']);
    expect(limits.forecast(60)).toMatchObject([{ grantId: 's', orders: 60, seconds: 64 }]);
    clock.ms = 4_000;
    expect(limits.restsFor('s')).toBeUndefined();
  });

  it('are said in words, in the unit people think in', () => {
    const wait = { grantId: 's', carrierName: 'ShipStation API', calls: 200, perMs: 60_000, orders: 400, seconds: 119 };
    expect(waitWords(wait)).toBe('ShipStation API allows 200 calls a minute: about 2 min for these 400 orders.');
    expect(waitWords({ ...wait, calls: 5, perMs: 1_000, seconds: 30 })).toBe(
      'ShipStation API allows 300 calls a minute: about 1 min for these 400 orders.',
    );
    expect(waitWords({ ...wait, calls: 60, perMs: 3_600_000, seconds: 24_000 })).toBe(
      'ShipStation API allows 60 calls an hour: about 7 h for these 400 orders.',
    );
  });
});
