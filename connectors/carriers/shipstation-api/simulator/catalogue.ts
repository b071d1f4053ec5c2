/** Carrier accounts behind the simulator, their services and prices: invented, in the currency of where a parcel starts. */
import type { ShipmentMessage } from './contract.ts';

export interface SimService {
  readonly code: string;
  readonly name: string;
  readonly ways: readonly Way[];
  readonly days: number;
  /** Cents for the first kilogram and for each further one. */
  readonly first: number;
  readonly more: number;
}
export interface SimCarrier {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly services: readonly SimService[];
}
type Way = 'canada' | 'states' | 'canada-states' | 'abroad';

const service = (
  code: string,
  name: string,
  ways: readonly Way[],
  days: number,
  first: number,
  more: number,
): SimService => ({
  code,
  name,
  ways,
  days,
  first,
  more,
});

const ups = (factor: number): readonly SimService[] => [
  service('ups_standard', 'UPS® Standard', ['canada', 'canada-states'], 4, Math.round(1490 * factor), 140),
  service('ups_ground', 'UPS® Ground', ['states'], 4, Math.round(1190 * factor), 110),
  service('ups_2nd_day_air', 'UPS 2nd Day Air®', ['states'], 2, Math.round(2390 * factor), 300),
  service('ups_worldwide_saver', 'UPS Worldwide Saver®', ['abroad'], 3, Math.round(5890 * factor), 900),
];

export const CARRIERS: readonly SimCarrier[] = [
  { id: 'se-100001', code: 'ups', name: 'UPS', services: ups(1) },
  { id: 'se-100002', code: 'ups_walleted', name: 'UPS from ShipStation', services: ups(0.9) },
  {
    id: 'se-100003',
    code: 'canada_post_walleted',
    name: 'Canada Post from ShipStation',
    services: [
      service('regular_parcel', 'Regular Parcel', ['canada'], 7, 1120, 90),
      service('expedited_parcel', 'Expedited Parcel', ['canada'], 5, 1250, 105),
      service('xpresspost', 'Xpresspost', ['canada'], 2, 1990, 180),
      service('priority', 'Priority', ['canada'], 1, 3290, 300),
    ],
  },
  {
    id: 'se-100004',
    code: 'stamps_com',
    name: 'Stamps.com',
    services: [
      service('usps_ground_advantage', 'USPS Ground Advantage', ['states'], 4, 790, 160),
      service('usps_priority_mail', 'USPS Priority Mail', ['states'], 2, 1090, 240),
      service('usps_priority_mail_international', 'USPS Priority Mail Intl', ['abroad'], 8, 4490, 700),
    ],
  },
  {
    id: 'se-100005',
    code: 'fedex',
    name: 'FedEx',
    services: [service('fedex_ground', 'FedEx Ground®', ['canada', 'states', 'canada-states'], 3, 1560, 150)],
  },
];

const wayOf = (from: string, to: string): Way | undefined =>
  from === to
    ? from === 'CA'
      ? 'canada'
      : from === 'US'
        ? 'states'
        : undefined
    : from === 'CA' && to === 'US'
      ? 'canada-states'
      : 'abroad';

const GRAMS: Readonly<Record<string, number>> = { gram: 1, kilogram: 1000, pound: 453.592, ounce: 28.3495 };
export const gramsOf = (s: ShipmentMessage): number =>
  Math.round(s.packages.reduce((sum, p) => sum + p.weight.value * (GRAMS[p.weight.unit] ?? 1), 0));

export interface SimPrice {
  readonly carrier: SimCarrier;
  readonly service: SimService;
  readonly currency: string;
  /** Cents. */
  readonly shipping: number;
  readonly insurance: number;
  readonly confirmation: number;
  readonly other: number;
}

export function priceOf(s: ShipmentMessage, carrier: SimCarrier, one: SimService): SimPrice | undefined {
  const way = wayOf(s.ship_from.country_code, s.ship_to.country_code);
  if (way === undefined || !one.ways.includes(way)) return undefined;
  const kilos = Math.max(0, Math.ceil((gramsOf(s) - 1000) / 500) / 2);
  const insured = s.packages.reduce((sum, p) => sum + (p.insured_value?.amount ?? 0), 0);
  return {
    carrier,
    service: one,
    currency: s.ship_from.country_code === 'CA' ? 'cad' : 'usd',
    shipping: one.first + Math.round(kilos * one.more),
    insurance: insured > 0 ? Math.max(100, Math.round(insured)) : 0,
    confirmation: s.confirmation === 'none' ? 0 : s.confirmation === 'adult_signature' ? 650 : 350,
    other: s.advanced_options.saturday_delivery ? 1600 : 0,
  };
}

export const totalOf = (p: SimPrice): number => p.shipping + p.confirmation + p.other;
export const amount = (cents: number, currency: string): { currency: string; amount: number } => ({
  currency,
  amount: cents / 100,
});
