import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AuditInput, type AuditLine, auditShipment } from './bill-audit.ts';
import { type ChargeKind, CHARGE_KINDS } from './bill-line.ts';
import { money } from '../money/money.ts';
import type { PriceLine } from '../shipping/shipment.ts';

const price = (kind: PriceLine['kind'], minor: number, code: string = kind): PriceLine => ({
  kind,
  code,
  label: code,
  amount: money(minor, 'CAD'),
});
const EXPECTED = [price('base', 1_000), price('fuel', 150), price('tax', 150)];
let serial = 0;
const line = (kind: ChargeKind, minor: number, more: Partial<AuditLine> = {}): AuditLine => ({
  id: `l${(serial += 1)}`,
  trackingKey: '1Z',
  kind,
  code: kind,
  label: kind,
  minor,
  ...more,
});
const audit = (lines: readonly AuditLine[], more: Partial<AuditInput> = {}) =>
  auditShipment({ expected: EXPECTED, declaredGrams: 1_000, voided: false, lines, toleranceMinor: 2, ...more }).map(
    ({ kind, minor, taxMinor }) => [kind, minor, taxMinor],
  );
const asBought = () => [line('freight', 1_000), line('fuel', 150), line('tax', 150)];

describe('a shipment’s bill', () => {
  test('as bought, and within rounding, has no difference', () => {
    expect(audit(asBought())).toEqual([]);
    expect(audit([line('freight', 1_001), line('fuel', 150), line('tax', 150)])).toEqual([]);
  });
  test('of a heavier parcel: fuel and tax follow the freight', () => {
    const heavier = { billedGrams: 3_000, weightBasis: 'actual' as const };
    expect(audit([line('freight', 2_000, heavier), line('fuel', 300), line('tax', 300)])).toEqual([
      ['weight', 1_300, 150],
    ]);
  });
  test('of a larger parcel', () => {
    const larger = { billedGrams: 3_000, weightBasis: 'dimensional' as const };
    expect(audit([line('freight', 2_000, larger), line('fuel', 300), line('tax', 300)])).toEqual([
      ['dimensions', 1_300, 150],
    ]);
  });
  test.each<[ChargeKind, string]>([
    ['address_correction', 'address_correction'],
    ['residential', 'residential'],
    ['late_fee', 'late_fee'],
    ['dimension_correction', 'dimensions'],
    ['surcharge', 'surcharge'],
    ['other', 'unknown'],
  ])('%s charged on top is %s', (kind, found) => {
    expect(audit([...asBought(), line(kind, 700)])).toEqual([[found, 700, 0]]);
  });
  test('billed twice is a duplicate, whole', () => {
    expect(audit([...asBought(), ...asBought()])).toEqual([['duplicate', 1_300, 150]]);
  });
  test('two parcels with the same charge are no duplicate', () => {
    const expected = [price('base', 2_000), price('fuel', 300), price('surcharge', 1_000, 'signature')];
    const parcel = (trackingKey: string) => [
      line('freight', 1_000, { trackingKey }),
      line('fuel', 150, { trackingKey }),
      line('surcharge', 500, { trackingKey }),
    ];
    expect(audit([...parcel('A'), ...parcel('B')], { expected })).toEqual([]);
    expect(audit([...parcel('A'), ...parcel('A')], { expected })).toEqual([]);
  });
  test('of a cancelled label is not owed, and its credit settles it', () => {
    expect(audit(asBought(), { voided: true })).toEqual([['void_not_credited', 1_300, 150]]);
    expect(audit([...asBought(), line('void_credit', -1_300)], { voided: true })).toEqual([]);
  });
  test('fuel alone and tax alone', () => {
    expect(audit([line('freight', 1_000), line('fuel', 260), line('tax', 150)])).toEqual([['fuel', 110, 0]]);
    expect(audit([line('freight', 1_000), line('fuel', 150), line('tax', 190)])).toEqual([['tax', 40, 40]]);
  });
  test('a carrier that itemises otherwise is compared by sums', () => {
    const expected = [price('base', 1_150), price('tax', 150)];
    expect(audit(asBought(), { expected })).toEqual([]);
    expect(audit([...asBought(), line('residential', 500)], { expected })).toEqual([['residential', 500, 0]]);
    const included = [price('base', 1_650), price('tax', 150)];
    expect(audit([...asBought(), line('residential', 500)], { expected: included })).toEqual([]);
  });
  test('a refund for lateness is a credit', () => {
    expect(audit([...asBought(), line('service_credit', -1_300)])).toEqual([['service_credit', -1_300, 0]]);
  });
  test('what was decided is not found again, and comes back when the bill is corrected', () => {
    const settled = [{ kind: 'residential' as const, minor: 500 }];
    expect(audit([...asBought(), line('residential', 500)], { settled })).toEqual([]);
    expect(audit([...asBought(), line('residential', 500), line('residential', -500)], { settled })).toEqual([
      ['residential', -500, 0],
    ]);
  });

  test('differences always sum to what was billed less what was expected and decided', () => {
    const charge = fc.record({
      kind: fc.constantFrom(...CHARGE_KINDS),
      minor: fc.integer({ min: -5_000, max: 20_000 }),
      grams: fc.option(fc.integer({ min: 1, max: 30_000 }), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        fc.array(charge, { maxLength: 12 }),
        fc.array(
          fc.tuple(fc.constantFrom('base', 'fuel', 'surcharge', 'tax', 'discount'), fc.integer({ min: 0, max: 9_000 })),
          {
            maxLength: 5,
          },
        ),
        fc.boolean(),
        (charges, expectedLines, voided) => {
          const expected = expectedLines.map(([kind, minor]) => price(kind as PriceLine['kind'], minor));
          const lines = charges.map(({ kind, minor, grams }) => line(kind, minor, { billedGrams: grams }));
          const found = auditShipment({ expected, declaredGrams: 1_000, voided, lines, toleranceMinor: 0 });
          const due =
            lines.reduce((sum, each) => sum + each.minor, 0) -
            (voided ? 0 : expected.reduce((s, e) => s + e.amount.minor, 0));
          expect(found.reduce((sum, each) => sum + each.minor, 0)).toBe(due);
          expect(new Set(found.map((each) => each.kind)).size).toBe(found.length);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
