/** What the simulator charges: invented, built as Canpar's answers are (charges by kind, tax by province). */
import { addWorkingDays, billable, zoneOf, type Place } from '@scanship/simulator-kit/tariff';
import { child, flagOf, textOf } from '@scanship/simulator-kit/xml-message';
import { list, number } from './wire.ts';

interface Service {
  readonly abroad: boolean;
  readonly maxGrams: number;
  /** Cents for the first kilogram and each further one, by zone; flat where there is no second figure. */
  readonly zones: readonly (readonly [number, number, number])[];
}

const SERVICES: Readonly<Record<string, Service>> = {
  '1': {
    abroad: false,
    maxGrams: 68_038,
    zones: [
      [1095, 58, 1],
      [1310, 79, 2],
      [1540, 104, 3],
      [1820, 138, 5],
    ],
  },
  '3': {
    abroad: false,
    maxGrams: 1000,
    zones: [
      [1250, 0, 1],
      [1390, 0, 1],
      [1495, 0, 2],
      [1610, 0, 2],
    ],
  },
  '4': {
    abroad: false,
    maxGrams: 2268,
    zones: [
      [1480, 0, 1],
      [1690, 0, 1],
      [1825, 0, 2],
      [1975, 0, 2],
    ],
  },
  '5': {
    abroad: false,
    maxGrams: 34_019,
    zones: [
      [1890, 145, 1],
      [2275, 190, 1],
      [2640, 255, 2],
      [3015, 340, 2],
    ],
  },
  E: {
    abroad: false,
    maxGrams: 34_019,
    zones: [
      [2980, 210, 1],
      [3590, 290, 1],
      [4210, 385, 1],
      [4890, 495, 1],
    ],
  },
  '2': {
    abroad: true,
    maxGrams: 31_751,
    zones: [
      [2140, 170, 3],
      [2580, 214, 6],
    ],
  },
  H: {
    abroad: true,
    maxGrams: 31_751,
    zones: [
      [3420, 290, 2],
      [3980, 365, 3],
    ],
  },
};
const HST: Readonly<Record<string, readonly [number, string]>> = {
  ON: [1300, 'ONHST'],
  NS: [1400, 'NSHST'],
  NB: [1500, 'HST'],
  NL: [1500, 'HST'],
  PE: [1500, 'HST'],
};
const share = (cents: number, basisPoints: number): number => Math.round((cents * basisPoints) / 10_000);

export interface PricedShipment {
  readonly service: string;
  /** Cents by the name of their element. */
  readonly charges: Readonly<Record<string, number>>;
  readonly taxCode: string;
  readonly tax: number;
  readonly total: number;
  readonly billedKg: number;
  readonly days: number;
  readonly deliverOn: string;
  readonly zone: number;
}

const place = (node: unknown): Place => ({
  countryCode: textOf(node, 'country'),
  provinceCode: textOf(node, 'province'),
  residential: flagOf(node, 'residential'),
});

export const gramsOf = (s: unknown, p: unknown): number =>
  Math.round(number(p, 'reported_weight') * (textOf(s, 'reported_weight_unit') === 'K' ? 1000 : 453.592_37));

/** Undefined where the service does not go there or take these parcels. */
export function priceOf(s: unknown, code: string): PricedShipment | undefined {
  const service = SERVICES[code];
  const to = place(child(s, 'delivery_address'));
  const zone = zoneOf(place(child(s, 'pickup_address')), to);
  const row = service?.zones[zone - 1];
  const packages = list(s, 'packages');
  if (!service || !row || service.abroad !== (to.countryCode !== 'CA')) return undefined;
  if (packages.some((p) => gramsOf(s, p) > service.maxGrams)) return undefined;
  const dangerous = flagOf(s, 'dg');
  if (dangerous && code !== '1') return undefined;
  const mm = (p: unknown, name: string): number => number(p, name) * (textOf(s, 'dimention_unit') === 'C' ? 10 : 25.4);
  const grams = packages.map((p) =>
    billable(
      { grams: gramsOf(s, p), lengthMm: mm(p, 'length'), widthMm: mm(p, 'width'), heightMm: mm(p, 'height') },
      6000,
    ),
  );
  const freight = grams.reduce((sum, g) => sum + row[0] + Math.round((Math.max(0, g - 1000) / 1000) * row[1]), 0);
  const declared = packages.reduce<number>((sum, p) => sum + Math.max(0, number(p, 'declared_value') - 100), 0);
  const plain = {
    freight_charge: freight,
    ra_charge: to.residential === true ? 375 : 0,
    xc_charge: packages.filter((p) => flagOf(p, 'xc')).length * 895,
    dg_charge: dangerous ? 2750 : 0,
    dv_charge: Math.ceil(declared / 100) * 265,
    premium_charge: textOf(s, 'premium') === 'S' ? 1600 : 0,
  };
  const subtotal = Object.values(plain).reduce((a, b) => a + b, 0);
  const fuel = share(plain.freight_charge + plain.ra_charge + plain.xc_charge, 2350);
  const [rate, taxCode] = service.abroad ? ([0, ''] as const) : (HST[to.provinceCode] ?? ([500, 'GST'] as const));
  const tax = share(subtotal + fuel, rate);
  return {
    service: code,
    charges: { ...plain, fuel_surcharge: fuel },
    taxCode,
    tax,
    total: subtotal + fuel + tax,
    billedKg: grams.reduce((a, b) => a + b, 0) / 1000,
    days: row[2],
    deliverOn: addWorkingDays(textOf(s, 'shipping_date').slice(0, 10), row[2]),
    zone,
  };
}

export const CODES: readonly string[] = Object.keys(SERVICES);
