import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createProposer, type MatchFacts, type MatchLine, namesNumber, type OwedInvoice, sumOf } from './propose.ts';

const AURORA = { id: 'aurora', name: 'Aurora Goods Inc.' };
const BORA = { id: 'bora', name: 'Les Entreprises Bora ltée' };
const invoice = (number: string, buyerId: string, openMinor: number): OwedInvoice => ({
  number,
  buyerId,
  openMinor,
  currency: 'CAD',
});
const FACTS: MatchFacts = {
  buyers: [AURORA, BORA],
  invoices: [
    invoice('INV-2026-000012', 'aurora', 12_345),
    invoice('INV-2026-000013', 'bora', 5_000),
    invoice('INV-2026-000014', 'aurora', 655),
    invoice('INV-2026-000009', 'bora', 0),
  ],
  entered: [],
  payouts: [],
  payers: [],
};
const line = (minor: number, text: string, more: Partial<MatchLine> = {}): MatchLine => ({
  day: '2026-11-10',
  minor,
  currency: 'CAD',
  name: '',
  account: '',
  text,
  reference: '',
  ...more,
});
const look = (of: MatchLine, facts: Partial<MatchFacts> = {}) =>
  createProposer({ ...FACTS, ...facts })(of).map(({ parts, why, numbers, fits, sure }) => [
    why,
    fits,
    sure,
    parts.map((part) => `${part.kind} ${part.kind === 'new' ? part.buyerId : part.id} ${part.minor}`).join(' + '),
    numbers.join(' '),
  ]);

describe('a number in the text', () => {
  const found = (text: string, number: string) =>
    namesNumber(text, text.toUpperCase().replace(/[^A-Z0-9]+/g, ''), number);
  test.each([
    ['Invoice INV-2026-000012 thank you', true],
    ['inv 2026 000012', true],
    ['INV2026000012/AURORA', true],
    ['RF18INV2026000012', true],
    ['INV-2026- 000012', true],
    ['INV-2026-0000123', false],
    ['XINV-2026-000012', false],
    ['INV-2026-00001', false],
    ['', false],
  ])('%s: %s', (text, is) => expect(found(text, 'INV-2026-000012')).toBe(is));
  test('numbers so short that they are in everything are not looked for', () => {
    expect(found('payment 12 of 12', '12')).toBe(false);
    expect(found('210000000003139471430009017', '0003')).toBe(false);
  });
  test('digits alone within the reference of a payment slip are its end or its whole', () => {
    expect(found('000000000000000000000123456', '123456')).toBe(true);
    expect(found('000000000000000000001234567', '123456')).toBe(false);
  });
});

describe('proposals', () => {
  test('the number and its amount are sure; a part is when the name fits; more is asked', () => {
    expect(look(line(12_345, 'INV-2026-000012'))).toEqual([
      ['number', 'exact', true, 'new aurora 12345', 'INV-2026-000012'],
    ]);
    expect(look(line(1_000, 'INV-2026-000012'))).toEqual([
      ['number', 'less', false, 'new aurora 1000', 'INV-2026-000012'],
    ]);
    expect(look(line(1_000, 'AURORA GOODS INV-2026-000012'))).toEqual([
      ['number', 'less', true, 'new aurora 1000', 'INV-2026-000012'],
    ]);
    expect(look(line(20_000, 'INV-2026-000012'))).toEqual([
      ['number', 'more', false, 'new aurora 20000', 'INV-2026-000012'],
    ]);
  });
  test('sums: several statements of one customer, and of several, each with its part', () => {
    expect(look(line(13_000, 'INV-2026-000012 and INV-2026-000014'))).toEqual([
      ['number', 'exact', true, 'new aurora 13000', 'INV-2026-000012 INV-2026-000014'],
    ]);
    expect(look(line(17_345, 'INV-2026-000012 INV-2026-000013'))).toEqual([
      ['number', 'exact', true, 'new aurora 12345 + new bora 5000', 'INV-2026-000012 INV-2026-000013'],
    ]);
    expect(look(line(17_000, 'INV-2026-000012 INV-2026-000013'))).toEqual([]);
  });
  test('a paid statement still tells whose money it is', () => {
    expect(look(line(5_000, 'INV-2026-000009'))).toEqual([
      ['number', 'more', false, 'new bora 5000', 'INV-2026-000009'],
    ]);
  });
  test('the name, as banks cut and write it', () => {
    expect(look(line(13_000, 'E-TRANSFER FROM AURORA GOODS'))).toEqual([
      ['name-and-amount', 'exact', true, 'new aurora 13000', 'INV-2026-000012 INV-2026-000014'],
    ]);
    expect(look(line(5_000, 'VIR INTERAC ENTREPRISES BORA', { name: '' }))).toEqual([
      ['name-and-amount', 'exact', true, 'new bora 5000', 'INV-2026-000013'],
    ]);
    expect(look(line(777, '', { name: 'AURORA GOO' }))).toMatchObject([]);
    expect(look(line(777, '', { name: 'AURORA GOOD' }))).toMatchObject([['name', 'less', false, 'new aurora 777', '']]);
    // One who is called like a part of the other's name.
    expect(look(line(777, 'GOODS'))).toEqual([]);
  });
  test('an amount alone is never sure, and one that many owe is nothing', () => {
    expect(look(line(655, 'DEPOSIT'))).toEqual([['amount', 'exact', false, 'new aurora 655', 'INV-2026-000014']]);
    const many = Array.from({ length: 4 }, (_, n) => invoice(`INV-2026-00010${n}`, 'bora', 655));
    expect(look(line(655, 'DEPOSIT'), { invoices: many })).toEqual([]);
    expect(look(line(655, 'DEPOSIT', { currency: 'USD' }))).toEqual([]);
  });
  test('what was entered comes before anything new, and a deposit is the cheques of its day', () => {
    const cheque = (id: string, buyerId: string, minor: number, day = '2026-11-08') =>
      ({ kind: 'payment', id, buyerId, minor, currency: 'CAD', day, reference: `Cheque ${id}` }) as const;
    const entered = [cheque('c1', 'aurora', 12_345)];
    expect(look(line(12_345, 'INV-2026-000012'), { entered })).toEqual([
      ['entered', 'exact', true, 'payment c1 12345', ''],
    ]);
    expect(look(line(12_345, 'MOBILE DEPOSIT'), { entered })).toEqual([
      ['entered', 'exact', false, 'payment c1 12345', ''],
    ]);
    // Somebody else's payment of the same amount does not hide what the text says.
    expect(look(line(5_000, 'INV-2026-000013'), { entered: [cheque('c2', 'aurora', 5_000)] })).toEqual([
      ['number', 'exact', true, 'new bora 5000', 'INV-2026-000013'],
      ['entered', 'exact', false, 'payment c2 5000', ''],
    ]);
    const day = [cheque('c1', 'aurora', 100), cheque('c2', 'bora', 200), cheque('c3', 'bora', 900, '2026-11-07')];
    expect(look(line(300, 'BRANCH DEPOSIT'), { entered: day })).toEqual([
      ['entered', 'exact', false, 'payment c1 100 + payment c2 200', ''],
    ]);
    expect(
      look(line(12_345, 'MOBILE DEPOSIT'), { entered: [cheque('c1', 'aurora', 12_345, '2026-10-20')] }),
    ).not.toContainEqual(expect.arrayContaining(['entered']));
    expect(look(line(-100, 'WIRE'), { entered: day })).toEqual([]);
  });
  test('payouts by amount and day; sure with the provider’s name', () => {
    const payouts = [{ id: 'p1', minor: 5_563, currency: 'CAD', day: '2026-11-09', test: false }];
    expect(look(line(5_563, 'STRIPE PAYOUT'), { payouts })).toEqual([['payout', 'exact', true, 'payout p1 5563', '']]);
    expect(look(line(5_563, 'TRANSFER'), { payouts })).toEqual([['payout', 'exact', false, 'payout p1 5563', '']]);
    expect(look(line(5_563, 'STRIPE', { day: '2026-11-20' }), { payouts })).toEqual([]);
    // Not real money is never what a bank has.
    const tests = payouts.map((each) => ({ ...each, test: true }));
    expect(look(line(5_563, 'STRIPE PAYOUT'), { payouts: tests })).toEqual([
      ['payout', 'exact', false, 'payout p1 5563', ''],
    ]);
  });
});

const invoices = fc.array(
  fc.record({
    number: fc.nat(999_999).map((n) => `INV-2026-${String(n).padStart(6, '0')}`),
    buyerId: fc.constantFrom('aurora', 'bora'),
    openMinor: fc.integer({ min: 0, max: 500 }),
    currency: fc.constant('CAD'),
  }),
  { maxLength: 20 },
);

test('whatever is proposed comes to the line exactly, and two that are sure are none', () =>
  fc.assert(
    fc.property(
      invoices,
      fc.integer({ min: 1, max: 2_000 }),
      fc.nat(20),
      fc.constantFrom('AURORA GOODS', 'BORA', ''),
      (owed, minor, which, name) => {
        const text = `${owed[which]?.number ?? ''} ${owed[which + 1]?.number ?? ''}`;
        const found = createProposer({ ...FACTS, invoices: owed })(line(minor, text, { name }));
        for (const { parts } of found) expect(parts.reduce((sum, part) => sum + part.minor, 0)).toBe(minor);
        expect(found.filter(({ sure }) => sure).length).toBeLessThan(2);
        for (const { parts } of found) for (const part of parts) expect(part.minor).toBeGreaterThan(0);
      },
    ),
    { numRuns: 500 },
  ));

test('a sum is the sum, and it is looked for in no time among many', () => {
  fc.assert(
    fc.property(invoices, fc.integer({ min: 1, max: 3_000 }), (owed, minor) => {
      const found = sumOf(owed, minor);
      if (found) expect(found.reduce((sum, { openMinor }) => sum + openMinor, 0)).toBe(minor);
    }),
    { numRuns: 300 },
  );
  const odd = Array.from({ length: 400 }, (_, n) => invoice(`INV-2026-${n}`, 'aurora', 2 * n + 2));
  expect(sumOf(odd, 99_999)).toBeUndefined();
});
