/** Prices the simulator charges: invented, built as DHL builds them (weight charge, fuel, services, tax inside each price). */
import { addWorkingDays } from '@scanship/simulator-kit/tariff';

const UNION: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

interface Product {
  readonly code: string;
  readonly name: string;
  readonly way: 'domestic' | 'goods' | 'documents' | 'union';
  /** Cents of the public price for the first half kilogram and for each further one. */
  readonly first: number;
  readonly more: number;
  readonly days: number;
}

const PRODUCTS: readonly Product[] = [
  { code: 'N', name: 'EXPRESS DOMESTIC', way: 'domestic', first: 2450, more: 190, days: 1 },
  { code: '1', name: 'EXPRESS DOMESTIC 12:00', way: 'domestic', first: 3350, more: 240, days: 1 },
  { code: 'P', name: 'EXPRESS WORLDWIDE', way: 'goods', first: 9480, more: 1210, days: 3 },
  { code: 'Y', name: 'EXPRESS 12:00', way: 'goods', first: 11_250, more: 1390, days: 2 },
  { code: 'E', name: 'EXPRESS 9:00', way: 'goods', first: 14_900, more: 1600, days: 2 },
  { code: 'D', name: 'EXPRESS WORLDWIDE', way: 'documents', first: 7420, more: 980, days: 3 },
  { code: 'T', name: 'EXPRESS 12:00', way: 'documents', first: 9180, more: 1100, days: 2 },
  { code: 'U', name: 'EXPRESS WORLDWIDE', way: 'union', first: 5630, more: 620, days: 1 },
  { code: 'W', name: 'ECONOMY SELECT', way: 'union', first: 2980, more: 260, days: 3 },
];

const wayOf = (from: string, to: string, dutiable: boolean): Product['way'] =>
  from === to ? 'domestic' : UNION.has(from) && UNION.has(to) ? 'union' : dutiable ? 'goods' : 'documents';

/** Names, codes and days of what goes between two countries. */
export const productsOn = (from: string, to: string, dutiable: boolean): readonly Product[] =>
  PRODUCTS.filter((product) => product.way === wayOf(from, to, dutiable));

export const productName = (code: string): string => PRODUCTS.find((one) => one.code === code)?.name ?? code;

export const currencyOf = (country: string): string =>
  ({ CA: 'CAD', US: 'USD', GB: 'GBP', AU: 'AUD' })[country] ?? 'EUR';

/** Sales tax inside a country, in percent: by province in Canada (HST of Nova Scotia 14 % since 2025-04-01). */
function taxPercent(from: string, to: string, province: string): number {
  if (from !== to) return 0;
  if (from === 'CA') return { ON: 13, NS: 14, NB: 15, NL: 15, PE: 15 }[province] ?? 5;
  return { GB: 20, DE: 19, FR: 20 }[from] ?? 0;
}

export interface SimParcel {
  readonly kilograms: number;
  /** Centimetres. */
  readonly sides: readonly [number, number, number] | undefined;
}

export const volumetricKg = (parcel: SimParcel): number => {
  const [a, b, c] = parcel.sides ?? [0, 0, 0];
  return Math.round(((a * b * c) / 5000) * 1000) / 1000;
};

interface Service {
  readonly code: string;
  readonly value?: number | undefined;
}

const SERVICE_NAMES: Readonly<Record<string, string>> = {
  FF: 'FUEL SURCHARGE',
  CR: 'EMERGENCY SITUATION',
  II: 'SHIPMENT INSURANCE',
  SF: 'DIRECT SIGNATURE',
  SD: 'ADULT SIGNATURE',
  AA: 'SATURDAY DELIVERY',
  DD: 'DUTY TAX PAID',
  WY: 'PAPERLESS TRADE',
  HC: 'DRY ICE UN1845',
  HD: 'LITHIUM ION PI966 SECTION II',
  HV: 'LITHIUM ION PI967-SECTION II',
  HM: 'LITHIUM METAL PI969 SECTION II',
  HW: 'LITHIUM METAL PI970-SECTION II',
};

export const knownService = (code: string): boolean => Object.hasOwn(SERVICE_NAMES, code);

const FLAT: Readonly<Record<string, number>> = {
  SF: 650,
  SD: 750,
  AA: 2400,
  DD: 2200,
  WY: 0,
  HC: 1500,
  HD: 850,
  HV: 0,
  HM: 850,
  HW: 0,
};

export interface Charge {
  readonly name: string;
  readonly code: string | undefined;
  /** Before tax. */
  readonly cents: number;
  readonly tax: number;
}

export interface Quote {
  readonly code: string;
  readonly name: string;
  readonly days: number;
  readonly charges: readonly Charge[];
  /** With tax. */
  readonly total: number;
  readonly tax: number;
  readonly taxPercent: number;
}

export interface Priced {
  readonly from: string;
  readonly to: string;
  readonly province: string;
  readonly dutiable: boolean;
  readonly parcels: readonly SimParcel[];
  readonly services: readonly Service[];
}

const FUEL = 0.2125;

/** @param factor what an account pays of the published price */
function quote(product: Product, s: Priced, factor: number): Quote {
  const kilograms = s.parcels.reduce((sum, parcel) => sum + Math.max(parcel.kilograms, volumetricKg(parcel)), 0);
  const steps = Math.max(1, Math.ceil(kilograms * 2 - 1e-9));
  const base = Math.round((product.first + (steps - 1) * product.more) * factor);
  const own = s.services.map(({ code, value }): readonly [string, number] => [
    code,
    code === 'II' ? Math.max(1500, Math.round((value ?? 0) * 100 * 0.01)) : (FLAT[code] ?? 0),
  ]);
  const emergency = Math.round(kilograms * 20);
  const percent = taxPercent(s.from, s.to, s.province);
  const charge = (code: string | undefined, name: string, cents: number): Charge => ({
    code,
    name,
    cents,
    tax: Math.round((cents * percent) / 100),
  });
  const charges = [
    charge(undefined, product.name, base),
    charge('CR', SERVICE_NAMES['CR'] ?? '', emergency),
    charge('FF', SERVICE_NAMES['FF'] ?? '', Math.round((base + emergency) * FUEL)),
    ...own.map(([code, cents]) => charge(code, SERVICE_NAMES[code] ?? code, cents)),
  ];
  const tax = charges.reduce((sum, one) => sum + one.tax, 0);
  const net = charges.reduce((sum, one) => sum + one.cents, 0);
  const { code, name, days } = product;
  return { code, name, days, charges, total: net + tax, tax, taxPercent: percent };
}

/** What every product on this way costs an account. */
export const quotes = (s: Priced, factor: number): Quote[] =>
  productsOn(s.from, s.to, s.dutiable).map((product) => quote(product, s, factor));

export const arrival = (day: string, days: number): string => addWorkingDays(day, days);
