import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CLASSES, classOf, countCalls, outcomeOf, quantile } from './call-figures.ts';

describe('what counts as a failure', () => {
  it.each([
    [{ status: 200, fault: undefined }, 'answered'],
    [{ status: 302, fault: undefined }, 'answered'],
    [{ status: 400, fault: undefined }, 'refused'],
    [{ status: 404, fault: undefined }, 'refused'],
    [{ status: 401, fault: undefined }, 'failed'],
    [{ status: 429, fault: undefined }, 'failed'],
    [{ status: 503, fault: undefined }, 'failed'],
    [{ status: 200, fault: 'the answer was cut' }, 'failed'],
    [{ status: undefined, fault: undefined }, 'failed'],
  ] as const)('%o is %s', (trace, outcome) => {
    expect(outcomeOf(trace)).toBe(outcome);
  });
});

describe('calls by hour and class', () => {
  const call = (at: string, durationMs: number, status = 200) => ({
    accountId: 'a',
    trace: { startedAt: new Date(at), durationMs, status, fault: undefined },
  });
  it('are added up, with the last call that went well', () => {
    const counted = countCalls([
      call('2026-11-21T10:59:59.999Z', 90),
      call('2026-11-21T10:00:00Z', 300, 500),
      call('2026-11-21T11:00:00Z', 40_000, 422),
    ]);
    expect(
      counted.map(({ hour, calls, failed, refused, lastOkAt }) => [hour, calls, failed, refused, lastOkAt]),
    ).toEqual([
      ['2026-11-21T10:00:00.000Z', 2, 1, 0, '2026-11-21T10:59:59.999Z'],
      ['2026-11-21T11:00:00.000Z', 1, 0, 1, '2026-11-21T11:00:00.000Z'],
    ]);
    expect(counted[0]?.times).toEqual([1, 0, 1, 0, 0, 0, 0, 0, 0]);
    expect(counted[1]?.times.at(-1)).toBe(1);
  });
  it('a quantile is a bound that at least that part of the calls kept, and the class below does not', () => {
    const duration = fc.integer({ min: 0, max: 30_000 });
    fc.assert(
      fc.property(
        fc.array(duration, { minLength: 1, maxLength: 60 }),
        fc.constantFrom(0.5, 0.95),
        (durations, part) => {
          const [hour] = countCalls(durations.map((ms) => call('2026-11-21T10:00:00Z', ms)));
          const bound = quantile(hour?.times ?? [], part) ?? -1;
          const within = (most: number) => durations.filter((ms) => ms <= most).length;
          expect(within(bound)).toBeGreaterThanOrEqual(durations.length * part);
          const below = CLASSES[classOf(bound) - 1];
          if (below !== undefined) expect(within(below)).toBeLessThan(durations.length * part);
        },
      ),
    );
    expect(quantile([0, 0], 0.5)).toBeNull();
    expect(quantile([...Array.from({ length: CLASSES.length }, () => 0), 1], 0.5)).toBe(60_000);
  });
});
