/** The audit is safe: whatever a carrier's file looks like, no more is charged or credited than it proves. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../money/money.ts';
import type { PriceLine } from '../shipping/shipment.ts';
import { type AuditLine, auditShipment, type Difference } from './bill-audit.ts';
import { passDown, passRuleOf } from './bill-chain.ts';
import { CREDIT_KINDS, TO_DECIDE } from './bill-kinds.ts';
import { type Asked, LAYOUTS, type Meant, rowsOf, type Shape, WORDS } from './bill-layouts.test-kit.ts';
import type { BillLine, BillTable } from './bill-line.ts';
import { suggestMapping } from './mapped.ts';
import { readBill, recogniseLayout } from './read-bill.ts';

const TRACKING = '1Z999AA10123456784';
const price = (kind: PriceLine['kind'], minor: number, code: string = kind): PriceLine => ({
  kind,
  code,
  label: code,
  amount: money(minor, 'CAD'),
});
const total = (of: readonly { readonly minor: number }[]): number => of.reduce((sum, each) => sum + each.minor, 0);
const tableOf = (rows: readonly (readonly string[])[]): BillTable => ({ rows, rowNumbers: rows.map((_, n) => n + 1) });

/** As the upload does it: a layout that is known by its marks, else mapped as its names suggest. */
function linesOf(rows: readonly (readonly string[])[]): readonly BillLine[] {
  const table = tableOf(rows);
  const layout = recogniseLayout(table) ?? 'mapped';
  const reading = readBill(layout, table, { currency: 'CAD', mapping: suggestMapping(table) });
  if (!reading.ok) throw new Error(reading.problem);
  return reading.value.lines;
}
const auditLines = (lines: readonly BillLine[]): readonly AuditLine[] =>
  lines
    .filter(({ amount }) => amount.currency === 'CAD')
    .map((line, n) => ({
      id: `l${n}`,
      trackingKey: line.trackingNumber ?? '',
      kind: line.charge.kind,
      code: line.charge.code,
      label: line.charge.label,
      minor: line.amount.minor,
    }));
const audit = (lines: readonly AuditLine[], expected: readonly PriceLine[], settled: readonly Difference[] = []) =>
  auditShipment({ expected, declaredGrams: 1_000, voided: false, lines, settled, toleranceMinor: 0 });
/** What Accept takes: everything but what is left to a person. */
const movable = (found: readonly Difference[]) => found.filter(({ kind }) => !TO_DECIDE.has(kind));
/** What the customer at the end of the chain pays more, before its own taxes, by the rules that stand without settings. */
const moved = (found: readonly Difference[], expected: readonly PriceLine[]): number[] =>
  movable(found).map(({ kind, minor, taxMinor }) => {
    const rule = passRuleOf({}, kind);
    const level = (from: string, to: string) => ({ from, to, costLines: expected, lines: expected, rules: [], rule });
    const chain = passDown('P', { kind, label: kind, currency: 'CAD', beforeTaxMinor: minor - taxMinor, taxMinor }, [
      level('P', 'F'),
      level('F', 'C'),
    ]);
    const last = chain.find(({ to }) => to === 'C');
    return (last?.lines ?? []).reduce((sum, line) => (line.kind === 'tax' ? sum : sum + line.amount.minor), 0);
  });

describe('what was found in use', () => {
  const expected = [price('base', 1_000), price('fuel', 150), price('tax', 150)];
  const mapped = (rows: readonly (readonly string[])[]) => auditLines(linesOf(rows));
  test('words that tell nothing where the freight stands are the freight, and nothing is credited', () => {
    const rows = [
      ['Invoice Number', 'Tracking Number', 'Charge', 'Amount'],
      ['1', TRACKING, 'Rapide 24', '10.00'],
      ['1', TRACKING, 'Fuel', '1.50'],
      ['1', TRACKING, 'GST', '1.50'],
      ['1', TRACKING, 'Residential', '4.00'],
    ];
    expect(audit(mapped(rows), expected).map(({ kind, minor }) => [kind, minor])).toEqual([['residential', 400]]);
  });
  test('what is missing is no credit, and no correction is charged before the carrier billed more in all', () => {
    const rows = [
      ['Invoice Number', 'Tracking Number', 'Charge', 'Amount'],
      ['1', TRACKING, 'Address correction', '12.00'],
    ];
    expect(audit(mapped(rows), expected).map(({ kind, minor }) => [kind, minor])).toEqual([['not_billed', -100]]);
  });
  test('another currency alone says nothing of the label', () => {
    expect(movable(audit([], expected))).toEqual([]);
  });
  test('the credit of a cancelled label whose charge is not here goes to nobody a second time', () => {
    const lines = [{ id: 'c', trackingKey: '1', kind: 'void_credit' as const, code: '', label: 'Void', minor: -1_300 }];
    const found = auditShipment({ expected, declaredGrams: 1, voided: true, lines, toleranceMinor: 0 });
    expect(movable(found)).toEqual([]);
  });
  test('a charge that was borne and is partly taken back credits nobody more than was decided', () => {
    const lines = mapped([
      ['Invoice Number', 'Tracking Number', 'Charge', 'Amount'],
      ['1', TRACKING, 'Ground', '13.00'],
      ['1', TRACKING, 'Residential', '5.00'],
      ['2', TRACKING, 'Residential', '-3.00'],
    ]);
    const settled = [{ kind: 'residential' as const, minor: 500, taxMinor: 0, lineIds: [] }];
    expect(audit(lines, [price('base', 1_300)], settled).map(({ kind, minor }) => [kind, minor])).toEqual([
      ['residential', -300],
    ]);
  });
  test('a total is not taxed again, under a title too', () => {
    const rows = [
      ['Courier of the North', '', '', '', '', ''],
      ['Invoice Number', 'Tracking Number', 'Charge', 'Net Charge', 'Tax', 'Total'],
      ['1', TRACKING, 'Economy', '10.00', '1.30', '11.30'],
    ];
    const sums = (table: readonly (readonly string[])[]) =>
      linesOf(table).map(({ charge, amount }) => [charge.kind, amount.minor]);
    const right = [
      ['freight', 1_000],
      ['tax', 130],
    ];
    expect(sums(rows)).toEqual(right);
    const without = (column: number) => rows.map((row) => row.filter((_, index) => index !== column));
    expect(sums(without(3))).toEqual(right);
    expect(sums(without(5))).toEqual(right);
  });
});

const asked = (currencies: readonly string[]): fc.Arbitrary<Asked> =>
  fc
    .record({
      meant: fc.constantFrom<Meant>('freight', 'freight', 'fuel', 'residential', 'address', 'credit', 'unknown', 'tax'),
      words: fc.nat({ max: 2 }),
      minor: fc.oneof(fc.constantFrom(1_000, 150, 1_300, 1_200), fc.integer({ min: 1, max: 5_000 })),
      currency: fc.constantFrom(...currencies),
      back: fc.boolean(),
    })
    .map(({ meant, words, minor, currency, back }) => ({
      meant,
      words: WORDS[meant][words % WORDS[meant].length] ?? '',
      minor: meant === 'credit' || (meant === 'unknown' && back) ? -minor : minor,
      currency,
    }));
const shape: fc.Arbitrary<Shape> = fc.record({
  titles: fc.nat({ max: 3 }),
  shuffle: fc.array(fc.nat({ max: 99 }), { minLength: 3, maxLength: 12 }),
  taxIncluded: fc.boolean(),
  header: fc.boolean(),
});
const EXPECTED: fc.Arbitrary<readonly PriceLine[]> = fc.oneof(
  fc.constant([price('base', 1_000), price('fuel', 150), price('tax', 150)]),
  fc.constant([price('base', 1_150), price('tax', 150)]),
  fc.constant([price('base', 1_000), price('surcharge', 400, 'residential'), price('tax', 150)]),
);
const sumOf = (some: readonly Asked[], meant?: Meant): number =>
  total(some.filter((each) => each.currency === 'CAD' && (meant === undefined || each.meant === meant)));

describe('generated invoices', () => {
  test.each(LAYOUTS)('%s: every amount is read as the carrier asks for it, and nothing unproven moves', (layout) => {
    // Only some layouts name the currency of a charge.
    const currencies = layout === 'ups' || layout === 'mapped' ? ['CAD', 'CAD', 'CAD', 'USD'] : ['CAD'];
    fc.assert(
      fc.property(
        fc.array(asked(currencies), { minLength: 1, maxLength: 6 }),
        EXPECTED,
        shape,
        (charges, expected, how) => {
          const lines = auditLines(linesOf(rowsOf(layout, [{ tracking: TRACKING, asked: charges }], how)));
          const oddTax =
            layout === 'mapped' && charges.some(({ meant, currency }) => meant === 'tax' && currency !== 'CAD');
          if (!oddTax && !(layout === 'mapped' && charges.some(({ currency }) => currency !== 'CAD')))
            expect(total(lines)).toBe(sumOf(charges));
          const worth = total(expected.map(({ amount }) => amount));
          const credits = -sumOf(charges, 'credit');
          const found = audit(lines, expected);
          const charged = movable(found).filter(({ minor }) => minor > 0);
          const credited = found.filter(({ kind }) => CREDIT_KINDS.has(kind));
          // Beyond the price, whatever its credits; credits by lines of their own alone, and never more than the label was worth.
          expect(total(charged)).toBeLessThanOrEqual(Math.max(0, total(lines) + credits - worth));
          expect(-total(credited)).toBeLessThanOrEqual(Math.min(credits, worth));
          expect(movable(found).every(({ kind, minor }) => minor < 0 === CREDIT_KINDS.has(kind))).toBe(true);
          const below = moved(found, expected);
          expect(total(below.map((minor) => ({ minor: Math.max(0, minor) })))).toBeLessThanOrEqual(total(charged));
          expect(total(below.map((minor) => ({ minor: Math.max(0, -minor) })))).toBeLessThanOrEqual(-total(credited));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test('invoices one after the other, each accepted: in sum never more than is proven in the end', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(asked(['CAD']), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        EXPECTED,
        shape,
        (invoices, expected, how) => {
          const worth = total(expected.map(({ amount }) => amount));
          const settled: Difference[] = [];
          let lines: readonly AuditLine[] = [];
          for (const [n, charges] of invoices.entries()) {
            const read = auditLines(linesOf(rowsOf('ups', [{ tracking: TRACKING, asked: charges }], how)));
            lines = [...lines, ...read.map((line) => ({ ...line, id: `${n}${line.id}` }))];
            const found = audit(lines, expected, settled);
            for (const one of movable(found)) {
              const natural = CREDIT_KINDS.has(one.kind) ? one.minor < 0 : one.minor > 0;
              const before = total(settled.filter(({ kind }) => kind === one.kind));
              // What goes the other way was decided before, and no more of it.
              if (!natural) expect(Math.abs(one.minor)).toBeLessThanOrEqual(Math.abs(before));
            }
            settled.push(...movable(found));
            const credits = -total(lines.filter((line) => line.kind === 'service_credit'));
            const charged = total(settled.filter(({ kind }) => !CREDIT_KINDS.has(kind)));
            // What came back under words that tell nothing waits for a person; whoever is charged more is so for what is proven.
            if (movable(found).some(({ minor }) => minor > 0))
              expect(charged).toBeLessThanOrEqual(Math.max(0, total(lines) + credits - worth));
            expect(-total(settled.filter(({ kind }) => CREDIT_KINDS.has(kind)))).toBeLessThanOrEqual(credits);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
