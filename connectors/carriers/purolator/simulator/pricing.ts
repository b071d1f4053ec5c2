/** Invented prices, built as real ones are: zones, weight, fuel, options, taxes. Cents of Canadian dollars. */
import { addWorkingDays, zoneOf } from '@scanship/simulator-kit/tariff';

export type Region = 'DOM' | 'USA' | 'INT';
export type Pack = '' | 'Envelope' | 'Pack' | 'Box';

export interface SimService {
  readonly id: string;
  readonly region: Region;
  readonly pack: Pack;
  /** Hundredths of the ground price. */
  readonly factor: number;
  readonly days: (zone: number) => number;
  readonly ground: boolean;
  readonly name: string;
}

const soon =
  (less: number) =>
  (zone: number): number =>
    Math.max(1, (zone > 3 ? 2 : 1) - less);

type Row = readonly [string, string, Region, Pack, number, (zone: number) => number];

/** What these accounts have agreed on: a part of what Purolator offers. */
const ROWS: readonly Row[] = [
  ['PurolatorExpress9AM', 'Purolator Express 9AM', 'DOM', '', 320, soon(1)],
  ['PurolatorExpress', 'Purolator Express', 'DOM', '', 190, soon(0)],
  ['PurolatorExpressEnvelope', 'Purolator Express Envelope', 'DOM', 'Envelope', 150, soon(0)],
  ['PurolatorExpressPack', 'Purolator Express Pack', 'DOM', 'Pack', 170, soon(0)],
  ['PurolatorExpressBox', 'Purolator Express Box', 'DOM', 'Box', 185, soon(0)],
  ['PurolatorGround', 'Purolator Ground', 'DOM', '', 100, (zone) => zone + 1],
  ['PurolatorExpressU.S.', 'Purolator Express U.S.', 'USA', '', 210, (zone) => zone + 1],
  ['PurolatorGroundU.S.', 'Purolator Ground U.S.', 'USA', '', 120, (zone) => zone + 4],
  ['PurolatorExpressInternational', 'Purolator Express International', 'INT', '', 330, () => 5],
];

export const SERVICES: readonly SimService[] = ROWS.map(([id, name, region, pack, factor, days]) => ({
  id,
  name,
  region,
  pack,
  factor,
  days,
  ground: id.startsWith('PurolatorGround'),
}));

export interface SimPlace {
  readonly countryCode: string;
  readonly provinceCode: string;
  readonly residential: boolean;
}

export interface Parcels {
  /** Pounds of each piece, at least one. */
  readonly pounds: readonly number[];
  readonly options: Readonly<Record<string, string>>;
}

export interface Estimate {
  readonly service: SimService;
  readonly base: number;
  readonly surcharges: readonly (readonly [string, string, number])[];
  readonly options: readonly (readonly [string, string, number])[];
  readonly taxes: readonly (readonly [string, string, number])[];
  readonly total: number;
  readonly days: number;
  readonly deliverBy: string;
}

export const regionOf = (countryCode: string): Region =>
  countryCode === 'CA' ? 'DOM' : countryCode === 'US' ? 'USA' : 'INT';

const HST: Readonly<Record<string, number>> = { ON: 1300, NB: 1500, NL: 1500, PE: 1500, NS: 1400 };
const share = (cents: number, basisPoints: number): number => Math.round((cents * basisPoints) / 10_000);
const zoneBetween = (from: SimPlace, to: SimPlace): number =>
  regionOf(to.countryCode) === 'INT' ? 5 : zoneOf(from, to);

const OPTION_PRICES: Readonly<Record<string, readonly [string, number]>> = {
  ResidentialSignatureDomestic: ['Residential Signature Domestic', 165],
  ResidentialSignatureIntl: ['Residential Signature International', 295],
  AdultSignatureRequired: ['Adult Signature Required', 600],
  SaturdayDelivery: ['Saturday Delivery', 2000],
  DangerousGoodsClass: ['Dangerous Goods Classification', 4200],
};

function optionLines(parcels: Parcels): (readonly [string, string, number])[] {
  const declared = Number(parcels.options.DeclaredValue ?? '0');
  return [
    ...Object.keys(parcels.options).flatMap((id): (readonly [string, string, number])[] => {
      const price = OPTION_PRICES[id];
      return price ? [[id, ...price]] : [];
    }),
    ...(declared > 100 ? [['DeclaredValue', 'Declared Value', Math.ceil((declared - 100) / 100) * 275] as const] : []),
  ];
}

/** Undefined where the service takes no such piece or does not go there. */
export function estimate(
  service: SimService,
  from: SimPlace,
  to: SimPlace,
  parcels: Parcels,
  shipDate: string,
): Estimate | undefined {
  const zone = zoneBetween(from, to);
  if (service.region !== regionOf(to.countryCode) || zone === 0) return undefined;
  const heaviest = Math.max(...parcels.pounds);
  if (heaviest > (service.pack === 'Envelope' ? 1 : 150)) return undefined;
  if (service.pack !== '' && parcels.pounds.length > 1) return undefined;
  const first = 1180 + 210 * zone;
  const ground = parcels.pounds.reduce((sum, lb) => sum + first + Math.ceil(lb - 1) * (24 + 9 * zone), 0);
  const base = share(ground, service.factor * 100);
  const handling = parcels.pounds.filter((lb) => lb > 70).length;
  const other = [
    ...(to.residential ? [['ResidentialDelivery', 'Residential Delivery', 495] as const] : []),
    ...(handling > 0 ? [['SpecialHandling', 'Special Handling', 3600 * handling] as const] : []),
  ];
  const sum = (lines: readonly (readonly [string, string, number])[]): number =>
    lines.reduce((total, [, , cents]) => total + cents, 0);
  const fuel = share(base + sum(other), service.ground ? 2100 : 2650);
  const surcharges = [...other, ['Fuel', 'Fuel', fuel] as const];
  const options = optionLines(parcels);
  const taxable = service.region === 'DOM' ? base + sum(surcharges) + sum(options) : 0;
  const hst = HST[to.provinceCode];
  const taxes = [
    ['PSTQST', 'PST/QST', 0],
    ['HST', 'HST', hst === undefined ? 0 : share(taxable, hst)],
    ['GST', 'GST', hst === undefined ? share(taxable, 500) : 0],
  ] as const;
  const days = service.days(zone);
  return {
    service,
    base,
    surcharges,
    options,
    taxes,
    total: base + sum(surcharges) + sum(options) + sum(taxes),
    days,
    deliverBy: addWorkingDays(shipDate, days),
  };
}
