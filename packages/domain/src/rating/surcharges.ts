/** Surcharges, options and fuel of a rate sheet for one shipment and service. Amounts in minor units. */
import { divideRounded } from '../money/money.ts';
import type { Parcel, PriceLineKind, ShipmentRequest } from '../shipping/shipment.ts';
import { extent, isHeavier, isLonger } from './billable-weight.ts';
import { unitsOf } from './rate-sheet.ts';
import type { FuelRow, RateSheet, SurchargeKind, SurchargeRow } from './rate-sheet.ts';
import { bareCode, longestPrefix } from './zones.ts';

export interface Charge {
  readonly kind: PriceLineKind;
  readonly code: string;
  readonly label: string;
  readonly minor: number;
  /** The fuel percentage is charged on it. */
  readonly fuel: boolean;
}

/** What a shipment asks for that this service does not offer, in plain words. */
export interface Refusal {
  readonly message: string;
}

const OPTIONS: ReadonlySet<SurchargeKind> = new Set(['signature', 'adult-signature', 'saturday', 'insurance']);

/** `basisPoints` of an amount in minor units, half away from zero. */
export const percentOf = (minor: number, basisPoints: number): number =>
  Number(divideRounded(BigInt(minor) * BigInt(basisPoints), 10_000n));

/** True when a row limited to some services or zones covers this one; an empty list covers all. */
export const covers = (list: readonly string[], one: string): boolean => list.length === 0 || list.includes(one);

/** Kinds that each parcel passes or does not. */
const passes = (row: SurchargeRow, parcel: Parcel, units: ReturnType<typeof unitsOf>): boolean => {
  const over = row.over ?? 0;
  const size = extent(parcel.dimensions);
  if (row.kind === 'overweight') return isHeavier(parcel.weightGrams, over, units.weight);
  return size !== undefined && isLonger(row.kind === 'girth' ? size.girth : size.longest, over, units.length);
};

/**
 * How many parcels a row is charged for, undefined for kinds decided by the whole shipment. A parcel that passes several
 * thresholds of one kind counts for the highest of them only.
 */
function countOf(row: SurchargeRow, rivals: readonly SurchargeRow[], parcels: readonly Parcel[], sheet: RateSheet) {
  if (row.kind === 'extra-parcel') return parcels.length - 1;
  if (row.kind !== 'overweight' && row.kind !== 'oversize' && row.kind !== 'girth') return undefined;
  const units = unitsOf(sheet.settings.units);
  const higher = rivals.filter((other) => other.kind === row.kind && (other.over ?? 0) > (row.over ?? 0));
  return parcels.filter((p) => passes(row, p, units) && !higher.some((other) => passes(other, p, units))).length;
}

/** Whether the shipment as a whole calls for this row. */
function applies(row: SurchargeRow, shipment: ShipmentRequest, sheet: RateSheet): boolean {
  const { options, to } = shipment;
  switch (row.kind) {
    case 'residential':
      return to.residential === true;
    case 'remote':
      return to.countryCode === sheet.settings.country && longestPrefix(row.postal, bareCode(to.zipcode)) > 0;
    case 'signature':
      return options.signature === 'any';
    case 'adult-signature':
      return options.signature === 'adult';
    case 'saturday':
      return options.saturdayDelivery === true;
    case 'insurance':
      return (options.insuredValue?.minor ?? 0) > 0;
    default:
      return true;
  }
}

/** Minor units of a row: price and percent for each unit, at least the row's minimum. */
function amountOf(row: SurchargeRow, shipment: ShipmentRequest, count: number, freight: number): number {
  if (row.kind === 'insurance') {
    const above = Math.max(0, (shipment.options.insuredValue?.minor ?? 0) - (row.over ?? 0));
    return above === 0
      ? 0
      : Math.max(row.minimum, Math.ceil(above / 10_000) * row.price + percentOf(above, row.percentBp));
  }
  return Math.max(row.minimum, row.price * count + percentOf(freight, row.percentBp));
}

/**
 * All surcharges and options of a shipment.
 * @param freight the freight charge that percentages are taken of
 */
export function surchargesOf(
  sheet: RateSheet,
  shipment: ShipmentRequest,
  service: string,
  zone: string,
  freight: number,
): Charge[] {
  const rows = sheet.surcharges.filter((row) => covers(row.services, service) && covers(row.zones, zone));
  const charges: Charge[] = [];
  for (const row of rows) {
    if (!applies(row, shipment, sheet)) continue;
    const parcels = countOf(row, rows, shipment.parcels, sheet);
    if (parcels === 0) continue;
    const count = row.per === 'parcel' ? (parcels ?? shipment.parcels.length) : 1;
    const minor = amountOf(row, shipment, count, freight);
    const kind = OPTIONS.has(row.kind) ? 'option' : 'surcharge';
    if (minor > 0) charges.push({ kind, code: row.kind, label: row.label, minor, fuel: row.fuel });
  }
  return charges;
}

/** Options asked for without a row that offers them for this service and zone. */
export function refusedOptions(sheet: RateSheet, shipment: ShipmentRequest, service: string, zone: string): Refusal[] {
  const offered = (kind: SurchargeKind) =>
    sheet.surcharges.some((row) => row.kind === kind && covers(row.services, service) && covers(row.zones, zone));
  const { signature, saturdayDelivery, insuredValue } = shipment.options;
  const refusals: Refusal[] = [];
  if (signature === 'any' && !offered('signature')) refusals.push({ message: 'does not offer a signature' });
  if (signature === 'adult' && !offered('adult-signature'))
    refusals.push({ message: 'does not offer an adult signature' });
  if (saturdayDelivery === true && !offered('saturday')) refusals.push({ message: 'does not deliver on Saturdays' });
  if (insuredValue !== undefined && insuredValue.minor > 0) {
    if (!offered('insurance')) refusals.push({ message: 'does not offer insurance' });
    else if (insuredValue.currency !== sheet.settings.currency)
      refusals.push({ message: `insures in ${sheet.settings.currency}, not in ${insuredValue.currency}` });
  }
  return refusals;
}

/** Fuel row in force on a day for a service: the latest that has begun; none before the first. */
export function fuelOn(sheet: RateSheet, service: string, day: string): FuelRow | undefined {
  let current: FuelRow | undefined;
  for (const row of sheet.fuel)
    if (covers(row.services, service) && row.validFrom <= day && row.validFrom >= (current?.validFrom ?? ''))
      current = row;
  return current;
}
