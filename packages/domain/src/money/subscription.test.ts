import { Temporal } from 'temporal-polyfill';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  allows,
  anchorAfter,
  BILLING_INTERVALS,
  changeNow,
  daysFromTo,
  endPeriod,
  isUpgrade,
  keepAsItIs,
  nextAnchor,
  openFree,
  openSubscription,
  overageOf,
  PLAN_CODES,
  type PlanCode,
  planNext,
  type PlanTerms,
  type Subscription,
  warningOf,
} from './subscription.ts';

const terms = (code: PlanCode, monthlyMinor: number, more: Partial<PlanTerms> = {}): PlanTerms => ({
  code,
  no: 1,
  currency: 'CAD',
  monthlyMinor,
  yearlyMinor: null,
  labels: null,
  overageMinor: null,
  trialDays: 0,
  graceDays: 14,
  ...more,
});
const BASIC = terms('Basic', 1_900);
const STANDARD = terms('Standard', 4_900);
const ADVANCED = terms('Advanced', 9_900);
const list: Readonly<Record<PlanCode, PlanTerms>> = { Basic: BASIC, Standard: STANDARD, Advanced: ADVANCED };
const newest = (code: PlanCode): PlanTerms => list[code];
const later = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();
const amounts = (lines: readonly { readonly kind: string; readonly amount: { readonly minor: number } }[]) =>
  lines.map(({ kind, amount }) => [kind, amount.minor]);

describe('periods', () => {
  it('fall on the last day of months that are too short, and come back to the anchor', () => {
    const starts: string[] = ['2028-01-31'];
    for (let n = 0; n < 4; n += 1) starts.push(anchorAfter(starts.at(-1) ?? '', 31));
    expect(starts).toEqual(['2028-01-31', '2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
    expect(anchorAfter('2028-02-29', 29, 12)).toBe('2029-02-28');
    expect(nextAnchor('2026-11-22', 1)).toBe('2026-12-01');
    expect(nextAnchor('2026-11-30', 31)).toBe('2026-12-31');
    expect(nextAnchor('2026-11-29', 31)).toBe('2026-11-30');
  });

  it('follow each other without a gap, whatever the anchor', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 1, max: 31 }), (offset, anchorDay) => {
        const day = nextAnchor(later('2026-01-01', offset), anchorDay);
        const next = anchorAfter(day, anchorDay);
        expect(daysFromTo(day, next)).toBeGreaterThanOrEqual(28);
        expect(daysFromTo(day, next)).toBeLessThanOrEqual(31);
        expect(anchorAfter(next, anchorDay, -1)).toBe(day);
      }),
    );
  });
});

describe('a plan', () => {
  it('charges its fee from the first day, or after its trial', () => {
    const paid = openSubscription(STANDARD, 'month', '2026-01-31');
    expect(amounts(paid.lines)).toEqual([['fee', 4_900]]);
    expect(paid.subscription.period).toEqual({ start: '2026-01-31', end: '2026-02-28' });
    const trial = openSubscription(terms('Standard', 4_900, { trialDays: 14 }), 'month', '2026-01-31');
    expect(trial.lines).toEqual([]);
    expect(trial.subscription.term).toMatchObject({ start: '2026-01-31', end: '2026-02-14', trial: true });
    const ended = endPeriod(trial.subscription, newest, { used: 0 });
    expect(amounts(ended.lines)).toEqual([['fee', 4_900]]);
    expect(ended.subscription.period).toEqual({ start: '2026-02-14', end: '2026-03-14' });
  });

  it('is exchanged to the day, and a second change of the same day gives back what the first took', () => {
    const { subscription } = openSubscription(BASIC, 'month', '2026-11-01');
    const up = changeNow(subscription, STANDARD, '2026-11-16');
    expect(amounts(up?.lines ?? [])).toEqual([
      ['unused', -950],
      ['rest', 2_450],
    ]);
    const again = up && changeNow(up.subscription, ADVANCED, '2026-11-16');
    expect(amounts(again?.lines ?? [])).toEqual([
      ['unused', -2_450],
      ['rest', 4_950],
    ]);
    expect(again?.subscription.term).toMatchObject({ end: '2026-12-01', priceMinor: 9_900 });
  });

  it('goes down when the term is over, unless that is taken back', () => {
    const { subscription } = openSubscription(ADVANCED, 'month', '2026-11-01');
    const planned = planNext(subscription, { code: 'Basic', interval: 'month' });
    expect(planned.terms.code).toBe('Advanced');
    const ended = endPeriod(planned, newest, { used: 0 });
    expect([ended.subscription.terms.code, ended.subscription.next]).toEqual(['Basic', null]);
    expect(amounts(ended.lines)).toEqual([['fee', 1_900]]);
    expect(amounts(endPeriod(keepAsItIs(planned), newest, { used: 0 }).lines)).toEqual([['fee', 9_900]]);
    expect(planNext(planned, { code: 'Advanced', interval: 'month' }).next).toBeNull();
  });

  it('keeps the price it was sold at until the term is over', () => {
    const { subscription } = openSubscription(STANDARD, 'month', '2026-11-01');
    const dearer = (code: PlanCode): PlanTerms => ({ ...newest(code), no: 2, monthlyMinor: 5_900 });
    expect(subscription.terms.no).toBe(1);
    const ended = endPeriod(subscription, dearer, { used: 0 });
    expect([ended.subscription.terms.no, ended.lines[0]?.amount.minor]).toEqual([2, 5_900]);
  });

  it('by the year is charged once for twelve periods, and goes on by the month where the year is no longer sold', () => {
    const yearly = terms('Standard', 4_900, { yearlyMinor: 49_000, labels: 10, overageMinor: 25 });
    let { subscription, lines } = openSubscription(yearly, 'year', '2026-01-31');
    expect(amounts(lines)).toEqual([['fee', 49_000]]);
    for (let n = 0; n < 11; n += 1) {
      const ended = endPeriod(subscription, newest, { used: 12 });
      expect([ended.lines, ended.overage?.amount.minor]).toEqual([[], 50]);
      subscription = ended.subscription;
    }
    expect(subscription.period).toEqual({ start: '2026-12-31', end: '2027-01-31' });
    expect(changeNow(subscription, ADVANCED, '2027-01-01')).toBeUndefined();
    const ended = endPeriod(subscription, newest, { used: 0 });
    expect([ended.subscription.interval, ended.lines[0]?.amount.minor]).toEqual(['month', 4_900]);
    lines = [];
  });

  it('costs nothing before the first full period of who was a customer already; up then costs the new plan’s days', () => {
    const free = openFree(BASIC, 1, '2026-11-22');
    expect(free.term).toEqual({ start: '2026-11-22', end: '2026-12-01', priceMinor: 0, fullDays: 30, trial: false });
    const up = changeNow(free, ADVANCED, '2026-11-22');
    expect(amounts(up?.lines ?? [])).toEqual([['rest', 2_970]]);
    expect(amounts(endPeriod(free, newest, { used: 0 }).lines)).toEqual([['fee', 1_900]]);
    expect(endPeriod(free, newest, { used: 0, free: true }).lines).toEqual([]);
  });

  it('in its trial becomes another trial, or is paid from today where the other plan has none left', () => {
    const trial = openSubscription(terms('Basic', 1_900, { trialDays: 14 }), 'month', '2026-11-01').subscription;
    const longer = changeNow(trial, terms('Advanced', 9_900, { trialDays: 30 }), '2026-11-10');
    expect([longer?.lines, longer?.subscription.term.end]).toEqual([[], '2026-12-01']);
    const paid = changeNow(trial, ADVANCED, '2026-11-10');
    expect(amounts(paid?.lines ?? [])).toEqual([['fee', 9_900]]);
    expect(paid?.subscription.period).toEqual({ start: '2026-11-10', end: '2026-12-10' });
  });

  it('allows its labels, counts those above, and says when it gets tight', () => {
    const hard = openSubscription(terms('Basic', 0, { labels: 10 }), 'month', '2026-11-01').subscription;
    expect([allows(hard, 9, 1), allows(hard, 9, 2)]).toEqual([true, false]);
    const priced = openSubscription(
      terms('Basic', 0, { labels: 10, overageMinor: 25 }),
      'month',
      '2026-11-01',
    ).subscription;
    expect(allows(priced, 9, 2)).toBe(true);
    expect(overageOf(priced, 14)).toMatchObject({ quantity: 4, amount: { minor: 100 } });
    expect(overageOf(priced, 10)).toBeUndefined();
    const up = changeNow(priced, terms('Standard', 0, { labels: 5, overageMinor: 25 }), '2026-11-02');
    // Nobody pays afterwards for labels that were within what they had.
    expect(overageOf(up?.subscription ?? hard, 10)).toBeUndefined();
    expect([7, 8, 9, 10, 11].map((used) => warningOf(used, 10))).toEqual([0, 80, 80, 100, 100]);
    expect([warningOf(0, 0), warningOf(5, null)]).toEqual([100, 0]);
  });
});

interface Step {
  readonly days: number;
  readonly what: 'now' | 'plan' | 'keep' | 'price';
  readonly code: PlanCode;
  readonly price: number;
  readonly interval: 'month' | 'year';
}
const steps = fc.array(
  fc.record<Step>({
    days: fc.integer({ min: 0, max: 20 }),
    what: fc.constantFrom('now', 'now', 'plan', 'keep', 'price'),
    code: fc.constantFrom(...PLAN_CODES),
    price: fc.integer({ min: 0, max: 30_000 }),
    interval: fc.constantFrom(...BILLING_INTERVALS),
  }),
  { maxLength: 25 },
);

describe('any sequence', () => {
  it('charges for each term what its days at each price come to, one minor unit off for each change at the most', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 700 }), fc.constantFrom(0, 0, 14), (sequence, offset, trialDays) => {
        const sold: Record<PlanCode, PlanTerms> = {
          Basic: { ...BASIC, trialDays, yearlyMinor: 19_000 },
          Standard: { ...STANDARD, yearlyMinor: 49_000 },
          Advanced: ADVANCED,
        };
        let today = later('2026-01-01', offset);
        let { subscription, lines } = openSubscription(sold.Basic, 'month', today);
        let charged = lines.reduce((sum, line) => sum + line.amount.minor, 0);
        let changes = 0;
        /** Days of this term so far, each at the price that held on it. */
        let owed = 0;
        let counted = today;
        const countTo = (day: string, of: Subscription): void => {
          owed += (of.term.priceMinor * daysFromTo(counted, day)) / of.term.fullDays;
          counted = day;
        };
        const check = (): void => {
          expect(Math.abs(charged - owed)).toBeLessThanOrEqual(changes + 1e-6);
        };
        const runTo = (day: string): void => {
          while (subscription.period.end <= day) {
            const ended = endPeriod(subscription, (code) => sold[code], { used: 0 });
            if (ended.subscription.term.start !== subscription.term.start) {
              countTo(subscription.term.end, subscription);
              check();
              [owed, changes, charged] = [0, 0, ended.lines.reduce((sum, line) => sum + line.amount.minor, 0)];
            }
            expect(ended.subscription.period.start).toBe(subscription.period.end);
            subscription = ended.subscription;
          }
        };
        for (const step of sequence) {
          today = later(today, step.days);
          runTo(today);
          const { code, interval } = step;
          if (step.what === 'price') sold[code] = { ...sold[code], no: sold[code].no + 1, monthlyMinor: step.price };
          if (step.what === 'plan') subscription = planNext(subscription, { code, interval });
          if (step.what === 'keep') subscription = keepAsItIs(subscription);
          if (step.what !== 'now') continue;
          const changed = changeNow(subscription, sold[code], today);
          if (!changed) continue;
          countTo(today, subscription);
          changes += 1;
          charged += changed.lines.reduce((sum, line) => sum + line.amount.minor, 0);
          subscription = changed.subscription;
          expect(subscription.terms.code).toBe(code);
        }
        countTo(subscription.term.end, subscription);
        check();
      }),
      { numRuns: 500 },
    );
  });

  it('up is up', () => {
    expect(PLAN_CODES.map((to) => isUpgrade('Standard', to))).toEqual([false, false, true]);
  });
});
