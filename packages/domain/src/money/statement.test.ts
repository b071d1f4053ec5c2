import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CommissionPlan,
  commissionOf,
  costBeforeTax,
  overlap,
  plansFor,
  royaltyOf,
  type RoyaltyTerms,
} from './earnings.ts';
import { money } from './money.ts';
import {
  agingBucket,
  agingOf,
  allot,
  daysFrom,
  dueDay,
  groupLines,
  invoiceState,
  isSettling,
  monthAfter,
  sectionOf,
  STATEMENT_SECTIONS,
  type StatementLine,
  taxSummary,
  totalsOf,
} from './statement.ts';

const cad = (minor: number) => money(minor, 'CAD');
const line: fc.Arbitrary<StatementLine> = fc
  .record({
    section: fc.constantFrom(...STATEMENT_SECTIONS),
    minor: fc.integer({ min: -50_000, max: 50_000 }),
    tax: fc.integer({ min: -5_000, max: 5_000 }),
  })
  .map(({ section, minor, tax }) => ({ section, amount: cad(minor), tax: cad(tax) }));
const sumOf = (lines: readonly StatementLine[]) => lines.reduce((total, { amount }) => total + amount.minor, 0);

describe('a statement', () => {
  it('closes at its opening and its lines, and groups lose nothing', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e6, max: 1e6 }), fc.array(line), (opening, lines) => {
        const groups = groupLines(lines, 'CAD');
        const totals = totalsOf(cad(opening), groups);
        expect(totals.closing.minor).toBe(opening + sumOf(lines));
        expect(totals.charges.minor + totals.settled.minor).toBe(sumOf(lines));
        expect(totals.settled.minor).toBe(sumOf(lines.filter(({ section }) => isSettling(section))));
        expect(groups.reduce((n, { count }) => n + count, 0)).toBe(lines.length);
      }),
    );
  });

  it('is seamless however a span is cut into months', () => {
    fc.assert(
      fc.property(fc.array(fc.array(line)), fc.integer({ min: -1e6, max: 1e6 }), (months, opening) => {
        const closed = months.reduce((at, lines) => totalsOf(at, groupLines(lines, 'CAD')).closing, cad(opening));
        expect(closed.minor).toBe(totalsOf(cad(opening), groupLines(months.flat(), 'CAD')).closing.minor);
      }),
    );
  });

  it('names what booked a line', () => {
    expect(sectionOf('purchase', 1)).toBe('label');
    expect(sectionOf('purchase', 1, true)).toBe('return');
    expect(sectionOf('void', -1, true)).toBe('void');
    expect(sectionOf('payment', -1)).toBe('payment');
    expect(sectionOf('payment', 1)).toBe('refund');
    expect(sectionOf('audit', 1)).toBe('adjustment');
  });

  it('sums taxes by code and rate, and shows tax that nobody named', () => {
    const share = (code: string, minor: number, ratePpm: number | null = 50_000) => ({
      code,
      label: code,
      ratePpm,
      amount: cad(minor),
    });
    expect(taxSummary([share('GST', 5), share('QST', 10), share('GST', 6), share('GST', -11, 1)], cad(30))).toEqual([
      { code: '', label: '', ratePpm: null, amount: cad(20) },
      share('GST', 11),
      share('GST', -11, 1),
      share('QST', 10),
    ]);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('A', 'B'), fc.integer({ min: -99, max: 99 }))),
        fc.integer(),
        (given, booked) => {
          const all = taxSummary(
            given.map(([code, minor]) => share(code, minor)),
            cad(booked),
          );
          expect(all.reduce((total, { amount }) => total + amount.minor, 0)).toBe(booked);
        },
      ),
    );
  });
});

describe('due days and age', () => {
  it('counts terms and days over month ends', () => {
    expect(dueDay('2026-01-31', 30)).toBe('2026-03-02');
    expect(dueDay('2028-02-28', 1)).toBe('2028-02-29');
    expect(dueDay('2026-02-01', 0)).toBe('2026-02-01');
    expect(daysFrom('2026-03-01', '2026-02-28')).toBe(-1);
    expect(monthAfter('2026-12-31')).toBe('2027-01-01');
  });

  it.each([
    [0, 'current'],
    [1, 'days1'],
    [30, 'days1'],
    [31, 'days31'],
    [60, 'days31'],
    [61, 'days61'],
    [90, 'days61'],
    [91, 'over90'],
  ] as const)('%i days late is %s', (late, bucket) => {
    expect(agingBucket('2026-01-01', dueDay('2026-01-01', late))).toBe(bucket);
  });

  it('is paid, open or overdue', () => {
    expect(invoiceState(0, '2026-01-01', '2026-05-01')).toBe('paid');
    expect(invoiceState(1, '2026-01-01', '2026-01-01')).toBe('open');
    expect(invoiceState(1, '2026-01-01', '2026-01-02')).toBe('overdue');
  });

  it('sums to what is open', () => {
    const open = fc.array(fc.record({ days: fc.nat({ max: 200 }), openMinor: fc.nat({ max: 1e6 }) }));
    fc.assert(
      fc.property(open, (given) => {
        const list = given.map(({ days, openMinor }) => ({ due: dueDay('2026-01-01', days), openMinor }));
        const total = Object.values(agingOf(list, '2026-04-01', 'CAD')).reduce((n, { minor }) => n + minor, 0);
        expect(total).toBe(list.reduce((n, { openMinor }) => n + openMinor, 0));
      }),
    );
  });
});

describe('payments', () => {
  it('are allotted oldest first', () => {
    const invoices = [
      { id: 'a', chargesMinor: 100 },
      { id: 'b', chargesMinor: -30 },
      { id: 'c', chargesMinor: 50 },
    ];
    expect([...allot(invoices, -50).open.values()]).toEqual([20, 0, 50]);
    expect(allot(invoices, -130)).toEqual({
      open: new Map([
        ['a', 0],
        ['b', 0],
        ['c', 0],
      ]),
      leftMinor: 10,
    });
    expect(allot([], 40).leftMinor).toBe(-40);
  });

  it('leave open amounts less what is left equal to all that was booked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -999, max: 999 })),
        fc.integer({ min: -9_999, max: 9_999 }),
        (charges, settled) => {
          const invoices = charges.map((chargesMinor, index) => ({ id: String(index), chargesMinor }));
          const { open, leftMinor } = allot(invoices, settled);
          const receivable = charges.reduce((a, b) => a + b, 0) + settled;
          expect([...open.values()].reduce((a, b) => a + b, 0) - leftMinor).toBe(receivable);
          // Nobody who comes later is paid before somebody who came first.
          const owed = invoices.map(({ id, chargesMinor }) => [open.get(id) ?? 0, Math.max(0, chargesMinor)] as const);
          const first = owed.findIndex(([left]) => left > 0);
          if (first >= 0) for (const [left, whole] of owed.slice(first + 1)) expect(left).toBe(whole);
        },
      ),
    );
  });
});

describe('earnings', () => {
  const plan = (changed: Partial<CommissionPlan> = {}): CommissionPlan => ({
    id: 'p',
    agentId: 'a',
    customerId: null,
    basis: 'margin',
    rateBp: 1_000,
    perLabelMinor: 25,
    currency: 'CAD',
    firstDay: '2026-01-01',
    lastDay: null,
    ...changed,
  });

  it('takes the tax of the level above out of the cost', () => {
    expect(costBeforeTax(12_430, 1_430, 11_300, null)).toBe(10_000);
    expect(costBeforeTax(-12_430, -1_430, -11_300, null)).toBe(-10_000);
    expect(costBeforeTax(12_430, 1_430, 11_300, 1_000)).toBe(10_300);
    expect(costBeforeTax(0, 0, 300, null)).toBe(300);
  });

  it('takes back to the cent what a label earned', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 });
    fc.assert(
      fc.property(
        fc.constantFrom('margin' as const, 'revenue' as const, 'label' as const),
        fc.integer({ min: 0, max: 10_000 }),
        cents,
        cents,
        (basis, rateBp, revenueMinor, marginMinor) => {
          const of = (sign: 1 | -1) =>
            commissionOf(plan({ basis, rateBp }), {
              labels: sign,
              revenueMinor: sign * revenueMinor,
              marginMinor: sign * marginMinor,
            });
          expect(of(1) + of(-1)).toBe(0);
        },
      ),
    );
  });

  it('pays by the customer’s own plan before the agent’s, on the days it is for', () => {
    const own = plan({ id: 'own', customerId: 'c', firstDay: '2026-02-01', lastDay: '2026-02-28' });
    const other = plan({ id: 'other', agentId: 'b', customerId: 'c' });
    const all = [plan(), own, other];
    const ids = (day: string, agent: string | null) => plansFor(all, 'c', day, agent).map(({ id }) => id);
    expect(ids('2026-02-10', 'a')).toEqual(['own', 'other']);
    expect(ids('2026-03-01', 'a')).toEqual(['other', 'p']);
    expect(ids('2026-03-01', null)).toEqual(['other']);
    expect(ids('2025-12-31', 'a')).toEqual([]);
    expect(overlap(plan(), plan({ firstDay: '2027-01-01' }))).toBe(true);
    expect(overlap(own, plan({ customerId: 'c', firstDay: '2026-03-01' }))).toBe(false);
    expect(overlap(plan(), other)).toBe(false);
  });

  it('asks a royalty of share and labels, and at least the minimum', () => {
    const terms: RoyaltyTerms = {
      basis: 'revenue',
      rateBp: 500,
      perLabelMinor: 2,
      minimumMinor: 10_000,
      currency: 'CAD',
    };
    const month = { labels: 100, revenueMinor: 300_000, marginMinor: 40_000 };
    expect(royaltyOf(terms, month)).toEqual({
      shareMinor: 15_000,
      labelsMinor: 200,
      topUpMinor: 0,
      totalMinor: 15_200,
    });
    expect(royaltyOf({ ...terms, basis: 'margin' }, month)).toEqual({
      shareMinor: 2_000,
      labelsMinor: 200,
      topUpMinor: 7_800,
      totalMinor: 10_000,
    });
    expect(
      royaltyOf({ ...terms, minimumMinor: 0 }, { labels: -3, revenueMinor: -900, marginMinor: 0 }).totalMinor,
    ).toBe(0);
  });
});
