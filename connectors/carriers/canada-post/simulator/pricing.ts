/** Prices and days of the simulator: invented, built like real ones. The same parcel costs the same asked and bought. */
import { priceOf, type Priced, type Tariff } from '@scanship/simulator-kit/tariff';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const domestic = (code: string, name: string, rows: readonly (readonly [number, number, number])[]) => ({
  code,
  name,
  scope: 'domestic' as const,
  maxGrams: 30_000,
  zones: zones(rows),
});
const abroad = (
  code: string,
  name: string,
  maxGrams: number,
  rows: readonly (readonly [number, number, number])[],
) => ({
  code,
  name,
  scope: 'US' as const,
  maxGrams,
  zones: zones(rows),
});

/** Services abroad have two zones: near and far in the United States; everywhere else counts as far. */
const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1850,
  residentialCents: 0,
  signatureCents: 200,
  services: [
    domestic('DOM.PC', 'Priority', [
      [2595, 210, 1],
      [3120, 260, 1],
      [3690, 330, 2],
      [4280, 410, 2],
    ]),
    domestic('DOM.XP', 'Xpresspost', [
      [1690, 145, 1],
      [2085, 195, 2],
      [2475, 245, 2],
      [2910, 300, 3],
    ]),
    domestic('DOM.EP', 'Expedited Parcel', [
      [1120, 72, 2],
      [1365, 96, 3],
      [1605, 124, 5],
      [1890, 156, 7],
    ]),
    domestic('DOM.RP', 'Regular Parcel', [
      [1085, 68, 4],
      [1295, 88, 5],
      [1525, 113, 7],
      [1785, 144, 9],
    ]),
    abroad('USA.XP', 'Xpresspost USA', 30_000, [
      [3210, 420, 3],
      [3890, 510, 4],
    ]),
    abroad('USA.EP', 'Expedited Parcel USA', 30_000, [
      [1985, 245, 5],
      [2310, 300, 7],
    ]),
    abroad('USA.TP', 'Tracked Packet USA', 1000, [
      [1340, 0, 5],
      [1560, 0, 7],
    ]),
    abroad('INT.XP', 'Xpresspost International', 30_000, [
      [5890, 900, 5],
      [6790, 1100, 6],
    ]),
    abroad('INT.IP.AIR', 'International Parcel Air', 30_000, [
      [4480, 780, 8],
      [5180, 860, 10],
    ]),
    abroad('INT.TP', 'Tracked Packet International', 2000, [
      [2370, 900, 7],
      [2690, 980, 9],
    ]),
  ],
};

/** First letter of a postal code to its province (Canada Post, "Addressing guidelines"); X is Northern territory. */
const PROVINCES: Readonly<Record<string, string>> = {
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

export const provinceOf = (postalCode: string): string => PROVINCES[postalCode.charAt(0)] ?? '';

export interface Destination {
  readonly countryCode: string;
  /** Canadian code or ZIP; anything elsewhere. */
  readonly postalCode: string;
}

export interface SimParcel {
  readonly grams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

/** ZIPs that begin with 0, 1 or 4 lie in the north-east, near enough to be cheaper. */
const stateOf = (zip: string): string => (/^[014]/.test(zip) ? 'NY' : 'CA');

const regionOf = (countryCode: string): string =>
  countryCode === 'CA' ? 'DOM.' : countryCode === 'US' ? 'USA.' : 'INT.';

/** Codes and names of the services to a country. */
export const servicesTo = (countryCode: string): readonly { readonly code: string; readonly name: string }[] =>
  TARIFF.services.filter((service) => service.code.startsWith(regionOf(countryCode)));

/** What the tariff offers for these places, dearest first as they are listed. */
export function pricesOf(
  originPostalCode: string,
  to: Destination,
  parcel: SimParcel,
  options: { readonly signature: boolean },
): readonly Priced[] {
  const from = { countryCode: 'CA', provinceCode: provinceOf(originPostalCode) };
  const place =
    to.countryCode === 'CA'
      ? { countryCode: 'CA', provinceCode: provinceOf(to.postalCode) }
      : { countryCode: 'US', provinceCode: to.countryCode === 'US' ? stateOf(to.postalCode) : 'CA' };
  return TARIFF.services
    .filter((service) => service.code.startsWith(regionOf(to.countryCode)))
    .flatMap((service) => priceOf(TARIFF, service, from, place, [parcel], options) ?? []);
}
