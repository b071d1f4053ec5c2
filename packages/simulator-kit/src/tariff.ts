/** Prices a simulator charges: invented, yet built as real ones are (zones, weight breaks, fuel, surcharges, tax). */

export interface Place {
  readonly countryCode: string;
  readonly provinceCode: string;
  readonly residential?: boolean | undefined;
}

export interface TariffService {
  readonly code: string;
  readonly name: string;
  readonly scope: 'domestic' | 'US';
  /** Cents for the first kilogram and for each further one, by zone 1 up. */
  readonly zones: readonly { readonly firstKg: number; readonly moreKg: number; readonly days: number }[];
  readonly maxGrams: number;
}

export interface Tariff {
  /** Cubic centimetres per kilogram. */
  readonly divisor: number;
  /** Hundredths of a percent of base and surcharges. */
  readonly fuelBasisPoints: number;
  readonly residentialCents: number;
  readonly signatureCents: number;
  readonly services: readonly TariffService[];
}

export interface TariffParcel {
  readonly grams: number;
  readonly lengthMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}

export interface Priced {
  readonly service: TariffService;
  readonly zone: number;
  readonly days: number;
  readonly billableGrams: number;
  /** Cents (CAD). They sum to `total`. */
  readonly lines: readonly {
    readonly type: 'base' | 'fuel' | 'surcharge' | 'option' | 'tax';
    readonly code: string;
    readonly label: string;
    readonly cents: number;
  }[];
  readonly total: number;
}

/** West to east; the distance between two positions makes the domestic zone. */
const REGIONS = ['BC YT', 'AB NT NU', 'SK MB', 'ON', 'QC', 'NB NS PE NL'];
const US_NEAR = 'WA OR ID MT ND MN WI MI OH PA NY VT NH ME MA CT RI NJ';

/**
 * Rates of sales tax on postage inside Canada by place of supply, in hundredths of a percent: GST 5 %, or HST 13 % (ON),
 * 14 % (NS since 2025-04-01), 15 % (NB, NL, PE). QST and PST are left out here as carriers list them apart.
 */
const HST: Readonly<Record<string, number>> = { ON: 1300, NB: 1500, NL: 1500, PE: 1500, NS: 1400 };

const regionOf = (province: string): number => REGIONS.findIndex((r) => r.split(' ').includes(province));

/** Zone from 1; 0 when the tariff does not cover it. */
export function zoneOf(from: Place, to: Place): number {
  if (from.countryCode !== 'CA') return 0;
  if (to.countryCode === 'US') return US_NEAR.includes(to.provinceCode) ? 1 : 2;
  if (to.countryCode !== 'CA') return 0;
  const [a, b] = [regionOf(from.provinceCode), regionOf(to.provinceCode)];
  return a < 0 || b < 0 ? 0 : Math.min(4, Math.abs(a - b) + 1);
}

/** Billable grams of a parcel: the greater of actual and dimensional, up to the next half kilogram. */
export function billable(parcel: TariffParcel, divisor: number): number {
  const cubicCm = (parcel.lengthMm * parcel.widthMm * parcel.heightMm) / 1000;
  const grams = Math.max(parcel.grams, Math.ceil((cubicCm / divisor) * 1000));
  return Math.ceil(grams / 500) * 500;
}

const share = (cents: number, basisPoints: number): number => Math.round((cents * basisPoints) / 10_000);

/** What a service costs, or undefined where it is not offered for these places or weights. */
export function priceOf(
  tariff: Tariff,
  service: TariffService,
  from: Place,
  to: Place,
  parcels: readonly TariffParcel[],
  options: { readonly signature?: boolean } = {},
): Priced | undefined {
  const crosses = from.countryCode !== to.countryCode;
  const zone = zoneOf(from, to);
  const row = service.zones[zone - 1];
  if ((service.scope === 'US') !== crosses || !row || parcels.length === 0) return undefined;
  if (parcels.some((p) => p.grams > service.maxGrams)) return undefined;
  const grams = parcels.map((p) => billable(p, tariff.divisor));
  const base = grams.reduce((sum, g) => sum + row.firstKg + Math.round((Math.max(0, g - 1000) / 1000) * row.moreKg), 0);
  const residential = to.residential === true ? tariff.residentialCents * parcels.length : 0;
  const signature = options.signature === true ? tariff.signatureCents * parcels.length : 0;
  const fuel = share(base + residential, tariff.fuelBasisPoints);
  const hst = HST[to.provinceCode];
  const tax = crosses ? 0 : share(base + residential + signature + fuel, hst ?? 500);
  const lines: Priced['lines'] = [
    { type: 'base' as const, code: 'BASE', label: 'Transportation', cents: base },
    { type: 'surcharge' as const, code: 'RES', label: 'Residential delivery', cents: residential },
    { type: 'option' as const, code: 'SIG', label: 'Signature', cents: signature },
    { type: 'fuel' as const, code: 'FUEL', label: 'Fuel surcharge', cents: fuel },
    {
      type: 'tax' as const,
      code: hst === undefined ? 'GST' : 'HST',
      label: hst === undefined ? 'GST' : 'HST',
      cents: tax,
    },
  ].filter((line) => line.cents !== 0);
  const total = lines.reduce((sum, line) => sum + line.cents, 0);
  return { service, zone, days: row.days, billableGrams: grams.reduce((a, b) => a + b, 0), lines, total };
}

/** Cents as decimal text ("12.30"). */
export const dollars = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(Math.abs(cents % 100)).padStart(2, '0')}`;

/** The day `days` working days after a calendar day, YYYY-MM-DD. */
export function addWorkingDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (let left = days; left > 0; ) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}
