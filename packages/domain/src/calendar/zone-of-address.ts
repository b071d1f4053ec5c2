/** The time zone of an address: by its region, else by the beginning of its postal code, else by its country. */
import { zoneOfRegion } from './local-time.ts';

export interface PlaceOnEarth {
  /** ISO 3166-1 alpha-2. */
  readonly countryCode: string;
  /** Province or state as its post writes it ("QC", "CA"). */
  readonly provinceCode?: string | undefined;
  readonly zipcode?: string | undefined;
}

/** First letter of a Canadian postal code. X is Nunavut (X0A to X0C) and the Northwest Territories. */
const CANADIAN: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};

/** First three digits of a ZIP code up to and including, in order; the zone most people there live in. */
const AMERICAN: readonly (readonly [upTo: number, state: string])[] = [
  [9, 'PR'],
  [349, 'NY'],
  [369, 'AL'],
  [385, 'TN'],
  [397, 'MS'],
  [399, 'GA'],
  [427, 'KY'],
  [499, 'OH'],
  [567, 'MN'],
  [588, 'ND'],
  [599, 'MT'],
  [799, 'TX'],
  [838, 'CO'],
  [847, 'UT'],
  [865, 'AZ'],
  [884, 'CO'],
  [961, 'CA'],
  [968, 'HI'],
  [994, 'WA'],
  [999, 'AK'],
];

/** First digit of an Australian postcode. */
const AUSTRALIAN: Readonly<Record<string, string>> = {
  0: 'Australia/Darwin',
  2: 'Australia/Sydney',
  3: 'Australia/Melbourne',
  4: 'Australia/Brisbane',
  5: 'Australia/Adelaide',
  6: 'Australia/Perth',
  7: 'Australia/Hobart',
};

function byPostalCode(country: string, zipcode: string): string | undefined {
  const code = zipcode.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  const [first = ''] = code;
  if (country === 'CA') return /^X0[ABC]/.test(code) ? 'NU' : CANADIAN[first];
  if (country !== 'US' || !/^\d{5}/.test(code)) return undefined;
  const prefix = Number(code.slice(0, 3));
  return AMERICAN.find(([upTo]) => prefix <= upTo)?.[1];
}

/** Undefined where the country has several and the address does not say which, or nothing is known of it. */
export function zoneOfAddress({ countryCode, provinceCode, zipcode = '' }: PlaceOnEarth): string | undefined {
  const country = countryCode.trim().toUpperCase();
  if (country === 'AU') return AUSTRALIAN[zipcode.trim()[0] ?? ''];
  // Islands that have a clock of their own.
  if (country === 'ES') return /^3[58]\d{3}$/.test(zipcode.trim()) ? 'Atlantic/Canary' : 'Europe/Madrid';
  if (country === 'PT') return /^9[5-9]/.test(zipcode.trim()) ? 'Atlantic/Azores' : 'Europe/Lisbon';
  const named = provinceCode?.trim().toUpperCase();
  return (
    zoneOfRegion(country, named === '' ? undefined : named) ?? zoneOfRegion(country, byPostalCode(country, zipcode))
  );
}
