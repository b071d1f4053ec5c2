import { assert, constantFrom, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import type { Address } from './address.ts';
import { checkAddress } from './address-check.ts';
import { suggestAddress } from './address-suggestion.ts';

const good: Address = {
  name: 'Ann Buyer',
  address1: '12 King St W',
  city: 'Toronto',
  provinceCode: 'ON',
  zipcode: 'M5H 2M5',
  countryCode: 'CA',
};
const fields = (address: Address): Record<string, [string, string]> =>
  Object.fromEntries((suggestAddress(address)?.differences ?? []).map(({ field, from, to }) => [field, [from, to]]));

test('a good address has no suggestion', () => {
  expect(suggestAddress(good)).toBeUndefined();
});

test('letters and digits that look alike in a postal code', () => {
  expect(fields({ ...good, zipcode: 'M5H 2MS' })).toEqual({ zipcode: ['M5H 2MS', 'M5H 2M5'] });
  expect(fields({ ...good, zipcode: 'm5h2m5' })).toEqual({ zipcode: ['m5h2m5', 'M5H 2M5'] });
  expect(fields({ ...good, countryCode: 'US', provinceCode: 'NY', city: 'New York', zipcode: '1OO01' })).toEqual({
    zipcode: ['1OO01', '10001'],
  });
  // Nothing that is certain can be made of it.
  expect(suggestAddress({ ...good, zipcode: 'XYZ' })).toBeUndefined();
});

test('the province that the postal code names', () => {
  expect(fields({ ...good, provinceCode: '' })).toEqual({ provinceCode: ['', 'ON'] });
  const wrong = suggestAddress({ ...good, provinceCode: 'QC' });
  expect(wrong?.differences).toEqual([
    { field: 'provinceCode', from: 'QC', to: 'ON', reason: 'Postal code M5H 2M5 lies in ON, not in QC.' },
  ]);
  expect(wrong?.problems).toEqual([]);
  expect(fields({ ...good, provinceCode: 'Ontario' })).toEqual({ provinceCode: ['Ontario', 'ON'] });
  // A ZIP code may cross a state line, so a known state stays.
  expect(
    suggestAddress({ ...good, countryCode: 'US', provinceCode: 'NJ', city: 'New York', zipcode: '10001' }),
  ).toBeUndefined();
});

test('the country, the city and doubled lines', () => {
  expect(fields({ ...good, countryCode: 'US' })).toEqual({ countryCode: ['US', 'CA'] });
  expect(fields({ ...good, city: 'TORONTO' })).toEqual({ city: ['TORONTO', 'Toronto'] });
  expect(fields({ ...good, city: 'Toronto, ON' })).toEqual({ city: ['Toronto, ON', 'Toronto'] });
  expect(fields({ ...good, city: "VAL-D'OR", provinceCode: 'QC', zipcode: 'J9P 1A1' })).toEqual({
    city: ["VAL-D'OR", "Val-D'Or"],
  });
  expect(fields({ ...good, address2: '12 king st w' })).toEqual({ address2: ['12 king st w', ''] });
  expect(fields({ ...good, address1: '', address2: '12 King St W' })).toEqual({
    address1: ['', '12 King St W'],
    address2: ['12 King St W', ''],
  });
});

test('a suggestion is final, adds no error, and gives a reason for each change', () => {
  assert(
    property(
      record({
        city: constantFrom('TORONTO', 'montréal', 'Toronto, ON', 'New York', ' Laval '),
        provinceCode: constantFrom('', 'ON', 'qc', 'Quebec', 'NY', 'XX'),
        zipcode: constantFrom('', 'M5H2M5', 'H2X 1Y4', '1OO01', 'M5HZMS', '10001', 'nonsense'),
        countryCode: constantFrom('CA', 'US', 'FR', 'ca'),
        address1: constantFrom('', '12 King', '12  King\tSt'),
        address2: constantFrom('', '12 King', 'Apt 4'),
        name: string({ maxLength: 12 }),
      }),
      (given) => {
        const address: Address = { ...given, address2: given.address2 || undefined };
        const suggestion = suggestAddress(address);
        if (!suggestion) return;
        expect(suggestion.differences.length).toBeGreaterThan(0);
        for (const { reason } of suggestion.differences) expect(reason).toMatch(/\.$/);
        expect(suggestAddress(suggestion.address)).toBeUndefined();
        const errors = (of: Address) => checkAddress(of).problems.filter((each) => each.severity === 'error').length;
        expect(errors(suggestion.address)).toBeLessThanOrEqual(errors(address));
      },
    ),
    { numRuns: 400 },
  );
});
