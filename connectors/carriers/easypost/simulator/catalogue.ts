/** Carrier accounts behind the simulator, their services and prices: invented, in the currency of where a parcel starts. */
import type { ShipmentMessage } from './contract.ts';

type Way = 'canada' | 'states' | 'canada-states' | 'abroad';
export interface SimService {
  readonly carrier: string;
  readonly account: string;
  readonly code: string;
  readonly ways: readonly Way[];
  readonly days: number;
  /** Cents for the first pound and for each further one. */
  readonly first: number;
  readonly more: number;
}

const of = (
  carrier: string,
  account: string,
  rows: readonly (readonly [string, readonly Way[], number, number, number])[],
): readonly SimService[] =>
  rows.map(([code, ways, days, first, more]) => ({ carrier, account, code, ways, days, first, more }));

export const SERVICES: readonly SimService[] = [
  ...of('USPS', 'ca_00000000000000000000000000000001', [
    ['GroundAdvantage', ['states'], 3, 820, 70],
    ['Priority', ['states'], 2, 1090, 110],
    ['Express', ['states'], 1, 3120, 260],
    ['PriorityMailInternational', ['abroad'], 8, 4490, 320],
  ]),
  ...of('UPSDAP', 'ca_00000000000000000000000000000002', [
    ['Ground', ['states'], 3, 1050, 60],
    ['UPSStandard', ['canada', 'canada-states'], 4, 1310, 70],
    ['UPSSaver', ['abroad', 'canada-states'], 3, 5210, 400],
  ]),
  ...of('CanadaPost', 'ca_00000000000000000000000000000003', [
    ['RegularParcel', ['canada'], 7, 1150, 50],
    ['ExpeditedParcel', ['canada'], 5, 1270, 55],
    ['ExpeditedParcelUSA', ['canada-states'], 6, 1690, 80],
  ]),
  ...of('FedEx', 'ca_00000000000000000000000000000004', [
    ['FEDEX_GROUND', ['canada', 'states', 'canada-states'], 3, 1490, 75],
  ]),
];

/** Of a return the addresses come as on the way out, and are turned round. */
export const sides = (s: ShipmentMessage) =>
  s.is_return ? { from: s.to_address, to: s.from_address } : { from: s.from_address, to: s.to_address };

function wayOf(s: ShipmentMessage): Way | undefined {
  const { from, to } = sides(s);
  if (from.country === to.country)
    return from.country === 'CA' ? 'canada' : from.country === 'US' ? 'states' : undefined;
  return from.country === 'CA' && to.country === 'US' ? 'canada-states' : 'abroad';
}

export const currencyOf = (s: ShipmentMessage): string => (sides(s).from.country === 'CA' ? 'CAD' : 'USD');

export const offered = (s: ShipmentMessage): readonly SimService[] => {
  const way = wayOf(s);
  return way === undefined ? [] : SERVICES.filter((one) => one.ways.includes(way));
};

/** Cents. */
export function priceOf(s: ShipmentMessage, one: SimService): number {
  const pounds = Math.max(0, Math.ceil(s.parcel.weight / 16) - 1);
  const signature = s.options.delivery_confirmation === undefined ? 0 : 395;
  return one.first + pounds * one.more + signature + (s.options.saturday_delivery === true ? 1600 : 0);
}
