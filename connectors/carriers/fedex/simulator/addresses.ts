/** A directory of a few streets, for the simulator's address service. */
import type { JsonObject } from '@scanship/domain/values/json';
import { output } from './answers.ts';

interface Entry {
  readonly street: string;
  readonly city: string;
  readonly province: string;
  readonly zip: string;
  readonly country: string;
  readonly kind: 'BUSINESS' | 'RESIDENTIAL';
}

const DIRECTORY: readonly Entry[] = [
  { street: '100 QUEEN ST W', city: 'TORONTO', province: 'ON', zip: 'M5H2N2', country: 'CA', kind: 'BUSINESS' },
  { street: '10 SENDER ROAD', city: 'TORONTO', province: 'ON', zip: 'M5V2T6', country: 'CA', kind: 'BUSINESS' },
  {
    street: '20 RECEIVER AVENUE',
    city: 'VANCOUVER',
    province: 'BC',
    zip: 'V6B1A1',
    country: 'CA',
    kind: 'RESIDENTIAL',
  },
  { street: '275 RUE NOTRE-DAME E', city: 'MONTREAL', province: 'PQ', zip: 'H2Y1C6', country: 'CA', kind: 'BUSINESS' },
  { street: '1 TEST STREET', city: 'BUFFALO', province: 'NY', zip: '14201', country: 'US', kind: 'RESIDENTIAL' },
];

const bare = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^0-9A-Z]+/g, ' ')
    .trim();

const attributes = (found: boolean): JsonObject => ({
  CountrySupported: true,
  Matched: found,
  Resolved: found,
  MultipleMatches: false,
  AddressType: found ? 'STANDARDIZED' : 'RAW',
});

export function resolve(asked: {
  readonly streetLines: readonly string[];
  readonly city: string;
  readonly countryCode?: string | undefined;
}): JsonObject {
  const street = bare(asked.streetLines.join(' '));
  const entry = DIRECTORY.find((one) => bare(one.street) === street && one.country === asked.countryCode);
  if (!entry)
    return output({
      resolvedAddresses: [
        {
          streetLinesToken: [...asked.streetLines],
          city: asked.city,
          countryCode: asked.countryCode ?? 'US',
          customerMessage: ['STANDARDIZED.ADDRESS.NOTFOUND'],
          classification: 'UNKNOWN',
          attributes: attributes(false),
        },
      ],
    });
  return output({
    resolvedAddresses: [
      {
        streetLinesToken: [entry.street],
        city: entry.city,
        stateOrProvinceCode: entry.province,
        countryCode: entry.country,
        customerMessage: [],
        parsedPostalCode: { base: entry.zip },
        classification: entry.kind,
        attributes: attributes(true),
      },
    ],
  });
}
