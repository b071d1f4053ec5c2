import { assert, constantFrom, integer, property, shuffledSubarray } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inUnionCustoms, inUnionVat, isNorthernIreland } from '../addresses/european-union.ts';
import { isCovered, mayBearTaxIds, schemeOf, taxIdsFor } from './shipment-tax-ids.ts';
import type { Customs } from '../shipping/shipment.ts';
import type { TaxId, TaxIdKind } from './tax-id-kinds.ts';

const place = (countryCode: string, zipcode = '') => ({
  name: 'A',
  address1: 'B',
  city: 'C',
  provinceCode: '',
  zipcode,
  countryCode,
});
const taxId = (kind: TaxIdKind, number: string, countryCode: string): TaxId => ({ kind, number, countryCode });
const EORI_DE = taxId('EORI', 'DE1234567', 'DE');
const EORI_GB = taxId('EORI', 'GB123456789000', 'GB');
const EORI_XI = taxId('EORI', 'XI123456789000', 'GB');
const IOSS = taxId('IOSS', 'IM2760000742', 'DE');
const VOEC = taxId('VOEC', '2024567', 'NO');
const VAT_DE = taxId('VAT', 'DE123456789', 'DE');
const VAT_GB = taxId('VAT', 'GB123456789', 'GB');
const GST_CA = taxId('GST', '123456789RT0001', 'CA');
const GST_IN = taxId('GST', '27AAPFU0939F1ZV', 'IN');
const BN = taxId('BN', '123456789RM0001', 'CA');
const EIN = taxId('EIN', '12-3456789', 'US');
const ALL = [EIN, BN, GST_IN, GST_CA, VAT_GB, VAT_DE, VOEC, IOSS, EORI_GB, EORI_DE];

const customs = (minor: number, more: Partial<Customs> = {}, quantity = 1): Customs => ({
  purpose: 'Sale',
  incoterm: 'DAP',
  dutiesPaidBy: 'Receiver',
  currency: 'EUR',
  items: [{ description: 'Mug', quantity, unitValue: { minor, currency: more.currency ?? 'EUR' }, unitGrams: 400 }],
  ...more,
});
const way = (from: string, to: string, zipcode = '', declared: Customs | undefined = customs(5_000)) => ({
  from: place(from),
  to: place(to, zipcode),
  customs: declared,
});
const numbers = (ids: readonly TaxId[]): readonly string[] => ids.map(({ number }) => number);

describe('which numbers go along', () => {
  it.each([
    ['CA', 'US', [EIN, GST_CA, BN]],
    ['CA', 'DE', [EORI_DE, VAT_DE, GST_CA, BN]],
    ['CA', 'FR', [EORI_DE, GST_CA, BN]],
    ['CA', 'GB', [EORI_GB, VAT_GB, GST_CA, BN]],
    ['DE', 'GB', [EORI_GB, VAT_GB, EORI_DE, VAT_DE]],
    ['DE', 'FR', [VAT_DE]],
    ['US', 'JP', [EIN]],
    ['CA', 'MC', [EORI_DE, GST_CA, BN]],
    ['CA', 'CA', []],
    ['DE', 'DE', []],
    ['IN', 'IN', [GST_IN]],
  ] as const)('from %s to %s', (from, to, expected) =>
    expect(numbers(taxIdsFor(ALL, way(from, to), undefined))).toEqual(numbers(expected)),
  );

  it('the number of the scheme that covers it is the first, that of another scheme stays behind', () => {
    expect(numbers(taxIdsFor(ALL, way('CA', 'DE'), 'IOSS'))).toEqual(numbers([IOSS, EORI_DE, VAT_DE, GST_CA, BN]));
    expect(numbers(taxIdsFor(ALL, way('CA', 'NO'), 'VOEC'))).toEqual(numbers([VOEC, GST_CA, BN]));
  });

  it('Northern Ireland’s number serves there and in the Union, not in Great Britain', () => {
    const bears = (to: string, zipcode: string) => numbers(taxIdsFor([EORI_XI], way('CA', to, zipcode), undefined));
    expect(bears('GB', 'BT1 1AA')).toEqual(['XI123456789000']);
    expect(bears('IE', 'D01 F5P2')).toEqual(['XI123456789000']);
    expect(bears('GB', 'SW1A 1AA')).toEqual([]);
  });

  it('never depends on the order they are stored in, and never names one twice', () => {
    const codes = constantFrom('CA', 'US', 'DE', 'FR', 'GB', 'NO', 'IN', 'JP');
    assert(
      property(
        shuffledSubarray(ALL),
        codes,
        codes,
        constantFrom('IOSS', 'VOEC', undefined),
        (ids, from, to, scheme) => {
          const bears = taxIdsFor(ids, way(from, to), scheme);
          expect(bears).toEqual(taxIdsFor(ids.toReversed(), way(from, to), scheme));
          expect(new Set(bears).size).toBe(bears.length);
          expect(bears.every((id) => ids.includes(id))).toBe(true);
          if (!mayBearTaxIds(way(from, to))) expect(bears).toEqual([]);
        },
      ),
    );
  });
});

describe('a collection scheme', () => {
  it('is for sales from outside into the VAT area', () => {
    const kind = (...args: Parameters<typeof way>) => schemeOf(way(...args))?.kind;
    expect(kind('CA', 'DE', '10115')).toBe('IOSS');
    expect(kind('CA', 'MC', '98000')).toBe('IOSS');
    expect(kind('CA', 'NO', '0150')).toBe('VOEC');
    expect(kind('FR', 'DE', '10115')).toBeUndefined();
    expect(kind('CA', 'GB', 'SW1A 1AA')).toBeUndefined();
    expect(kind('CA', 'US')).toBeUndefined();
    // The Canary Islands, Livigno, Åland.
    for (const [to, zipcode] of [
      ['ES', '35001'],
      ['IT', '23041'],
      ['FI', '22100'],
      ['AX', '22100'],
      ['RE', '97400'],
    ] as const)
      expect(kind('CA', to, zipcode)).toBeUndefined();
    expect(kind('CA', 'DE', '10115', customs(5_000, { purpose: 'Gift' }))).toBeUndefined();
    expect(schemeOf({ ...way('CA', 'DE', '10115'), return: {} })).toBeUndefined();
    expect(schemeOf({ ...way('CA', 'DE', '10115'), customs: undefined })).toBeUndefined();
  });

  const covered = (to: string, declared: Customs, convert = (): number | undefined => undefined): boolean => {
    const journey = way('CA', to, '1', declared);
    const scheme = schemeOf(journey);
    return scheme !== undefined && isCovered(scheme, journey, convert);
  };
  it('IOSS ends at 150 euros for the shipment, to the cent', () => {
    expect([15_000, 15_001].map((minor) => covered('DE', customs(minor)))).toEqual([true, false]);
    expect([5_000, 5_001].map((minor) => covered('DE', customs(minor, {}, 3)))).toEqual([true, false]);
    assert(
      property(integer({ min: 1, max: 30_000 }), integer({ min: 1, max: 20 }), (minor, quantity) => {
        expect(covered('DE', customs(minor, {}, quantity))).toBe(minor * quantity <= 15_000);
      }),
    );
  });
  it('VOEC counts each unit: below 3,000 kroner, however many', () => {
    const inKroner = (minor: number, quantity: number) => covered('NO', customs(minor, { currency: 'NOK' }, quantity));
    expect([inKroner(299_999, 9), inKroner(300_000, 1)]).toEqual([true, false]);
  });
  it('in another currency it is what the exchange rate says, and without a rate nothing is claimed', () => {
    const dollars = customs(24_000, { currency: 'CAD' });
    expect(covered('DE', dollars, () => 15_000)).toBe(true);
    expect(covered('DE', dollars, () => 15_001)).toBe(false);
    expect(covered('DE', dollars)).toBe(false);
  });
  it('is not claimed for goods without value, nor in two currencies', () => {
    expect(covered('DE', customs(5_000, { items: [] }))).toBe(false);
    const [mug] = customs(5_000, { currency: 'USD' }).items;
    expect(covered('DE', customs(5_000, { items: mug ? [mug] : [] }))).toBe(false);
  });
});

it('the Union’s areas are not the same for customs and VAT', () => {
  const at = (countryCode: string, zipcode: string) => {
    const there = { countryCode, zipcode };
    return [inUnionCustoms(there), inUnionVat(there)];
  };
  expect(at('DE', '10115')).toEqual([true, true]);
  expect(at('ES', '38 001')).toEqual([true, false]);
  expect(at('ES', '51001')).toEqual([false, false]);
  expect(at('IT', '22061')).toEqual([true, false]);
  expect(at('IT', '23041')).toEqual([false, false]);
  expect(at('AX', '22100')).toEqual([true, false]);
  expect(at('GP', '97100')).toEqual([true, false]);
  expect(at('GB', 'BT1 1AA')).toEqual([false, false]);
  expect(isNorthernIreland({ countryCode: 'GB', zipcode: 'bt12 5gh' })).toBe(true);
  expect(isNorthernIreland({ countryCode: 'GB', zipcode: 'B1 1AA' })).toBe(false);
});
