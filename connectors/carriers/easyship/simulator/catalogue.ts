/** Courier services behind the simulator and their prices: invented, in the currency of where a parcel starts. */
import type { RatesMessage } from './contract.ts';

type Way = 'canada' | 'states' | 'canada-states' | 'abroad';
export interface SimService {
  readonly id: string;
  readonly courierId: string;
  readonly umbrella: string;
  readonly name: string;
  readonly ways: readonly Way[];
  readonly days: number;
  /** Cents for the first kilogram and for each further one. */
  readonly first: number;
  readonly more: number;
}

/** The account has one courier of each company, with all its services. */
const COURIERS = ['Canada Post', 'UPS', 'USPS', 'FedEx'];

const service = (
  at: number,
  umbrella: string,
  name: string,
  ways: readonly Way[],
  days: number,
  first: number,
  more: number,
): SimService => ({
  id: `01563646-58c1-4607-8fe0-${String(at).padStart(12, '0')}`,
  courierId: `01563646-58c1-4607-8fe1-${String(COURIERS.indexOf(umbrella) + 1).padStart(12, '0')}`,
  umbrella,
  name,
  ways,
  days,
  first,
  more,
});

export const SERVICES: readonly SimService[] = [
  service(1, 'Canada Post', 'Canada Post - Regular Parcel', ['canada'], 7, 1080, 90),
  service(2, 'Canada Post', 'Canada Post - Expedited Parcel', ['canada'], 5, 1210, 100),
  service(3, 'Canada Post', 'Canada Post - Expedited Parcel - USA', ['canada-states'], 6, 1660, 160),
  service(4, 'UPS', 'UPS® Standard', ['canada', 'canada-states'], 4, 1440, 130),
  service(5, 'USPS', 'USPS - Ground Advantage', ['states'], 4, 760, 150),
  service(6, 'USPS', 'USPS - Priority Mail', ['states'], 2, 1010, 230),
  service(7, 'UPS', 'UPS Worldwide Saver®', ['abroad'], 3, 5710, 880),
  service(8, 'FedEx', 'FedEx International Priority®', ['abroad', 'canada-states'], 2, 6120, 910),
];

function wayOf(from: string, to: string): Way | undefined {
  if (from === to) return from === 'CA' ? 'canada' : from === 'US' ? 'states' : undefined;
  return from === 'CA' && to === 'US' ? 'canada-states' : 'abroad';
}

type Route = Pick<RatesMessage, 'origin_address' | 'destination_address'>;

export function offered({ origin_address: from, destination_address: to }: Route): readonly SimService[] {
  const way = wayOf(from.country_alpha2, to.country_alpha2);
  return way === undefined ? [] : SERVICES.filter((one) => one.ways.includes(way));
}

export const currencyOf = ({ origin_address: from }: Route): string => (from.country_alpha2 === 'CA' ? 'CAD' : 'USD');

export interface SimPrice {
  /** Cents. */
  readonly shipping: number;
  readonly fuel: number;
  readonly insurance: number;
  readonly tax: number;
  readonly duty: number;
}

export function priceOf(
  one: SimService,
  asked: Omit<RatesMessage, 'courier_settings' | 'shipping_settings'>,
): SimPrice {
  const kilos = Math.ceil(asked.parcels.reduce((sum, p) => sum + p.total_actual_weight, 0));
  const shipping = one.first + Math.max(0, kilos - 1) * one.more;
  const insured = asked.insurance.is_insured ? (asked.insurance.insured_amount ?? 0) : 0;
  const isInside = asked.origin_address.country_alpha2 === asked.destination_address.country_alpha2;
  return {
    shipping,
    fuel: Math.round(shipping * 0.12),
    insurance: insured > 0 ? Math.max(150, Math.round(insured)) : 0,
    tax: isInside && asked.origin_address.country_alpha2 === 'CA' ? Math.round(shipping * 0.05) : 0,
    duty: asked.incoterms === 'DDP' && !isInside ? 700 : 0,
  };
}

export const totalOf = (p: SimPrice): number => p.shipping + p.fuel + p.insurance + p.tax + p.duty;
export const amount = (cents: number): number => cents / 100;
