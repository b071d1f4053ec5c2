import { customs as schema, type CustomsDto } from '@scanship/contracts/common';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitsCustoms } from './customs-limits.ts';

const words = (most: number) =>
  fc.oneof(fc.constantFrom('', ' ', 'Candle', `  ${'x'.repeat(most)} `, 'x'.repeat(most + 1)), fc.string());
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of);
const whole = (...edges: number[]) => fc.oneof(fc.constantFrom(...edges), fc.integer(), fc.constant(1.5));
const amount = fc.record({
  minor: whole(-1, 0, 10_000_000_000, 10_000_000_001),
  currency: fc.constantFrom('CAD', 'cad', ''),
});
const usually = <T>(good: T, of: fc.Arbitrary<T>) => fc.oneof({ weight: 8, arbitrary: fc.constant(good) }, of);

const item: fc.Arbitrary<CustomsDto['items'][number]> = fc.record({
  description: usually('Candle', words(200)),
  quantity: usually(1, whole(0, 1, 100_000, 100_001)),
  unitValue: usually({ minor: 100, currency: 'CAD' }, amount),
  unitGrams: usually(10, whole(-1, 0, 10_000_000, 10_000_001)),
  hsCode: usually<string | null>(null, fc.constantFrom('340600', '1', '3406001234567', 'abcdef', '')),
  originCountry: usually<string | null>('CA', fc.constantFrom('ca', '', 'CAN')),
  sku: usually<string | null>(null, words(100)),
});
const details: fc.Arbitrary<CustomsDto> = fc.record({
  purpose: fc.constant('Gift' as const),
  incoterm: fc.constant('DAP' as const),
  dutiesPaidBy: fc.constant('Receiver' as const),
  currency: usually('CAD', fc.constantFrom('cad', '')),
  items: usually<CustomsDto['items']>(
    [{ description: 'Candle', quantity: 1, unitValue: { minor: 1, currency: 'CAD' }, unitGrams: 1 }],
    fc.array(item, { maxLength: 3 }),
  ),
  invoiceNumber: usually<string | null>(null, words(40)),
  signer: usually<string | null>(null, words(100)),
  prepaidDuty: maybe(
    fc.record({ provider: usually('Zonos', words(40)), reference: usually('A1', words(40)), amount: maybe(amount) }),
  ),
  dutiesAccount: maybe(
    fc.record({
      holder: fc.constantFrom('receiver', 'third-party'),
      number: usually('A1B2C3', fc.constantFrom('', '123', '1234567890123', 'A 1', '12-34')),
      countryCode: maybe(fc.constantFrom('US', 'us', 'USA')),
      postalCode: maybe(words(12)),
    }),
  ),
  exportFiling: maybe(fc.record({ kind: fc.constantFrom('itn', 'exempt'), number: words(40) })),
});

it('says of customs details what the server will say', () => {
  fc.assert(
    fc.property(details, (each) => {
      expect(fitsCustoms(each)).toBe(schema.safeParse(each).success);
    }),
    { numRuns: 2_000 },
  );
});
