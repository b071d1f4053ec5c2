/**
 * Prices a shipment by a rate sheet: pure, in integers. Every line is rounded once, half away from zero to the minor
 * unit, and the total is the sum of the lines, so that a bill always adds up. Order of work: freight by weight break,
 * surcharges and options, fuel on freight and the surcharges that carry it, taxes on the sum of all of these.
 */
import { fromGrams, fromMillimetres } from '../values/measure.ts';
import { money, partsPerMillion, sum } from '../money/money.ts';
import type { Money } from '../money/money.ts';
import type { Parcel, PriceLine, ShipmentRequest } from '../shipping/shipment.ts';
import { billableWeight, extent, gramsOf, isHeavier, isLonger } from './billable-weight.ts';
import { canadianSalesTaxes } from '../taxes/sales-tax.ts';
import { unitsOf } from './rate-sheet.ts';
import type { RateRow, RateSheet, SheetService } from './rate-sheet.ts';
import { fuelOn, percentOf, refusedOptions, surchargesOf } from './surcharges.ts';
import type { Charge } from './surcharges.ts';
import { zoneName, zoneOf } from './zones.ts';

export interface SheetOffer {
  readonly service: string;
  readonly serviceName: string;
  readonly zone: string;
  readonly lines: readonly PriceLine[];
  /** Exactly the sum of the lines. */
  readonly total: Money;
  readonly billableGrams: number;
  readonly transitDays: number | undefined;
}

export interface SheetProblem {
  /** Absent when no service at all can be offered. */
  readonly service?: string | undefined;
  readonly message: string;
}

export interface SheetAnswer {
  readonly offers: readonly SheetOffer[];
  readonly problems: readonly SheetProblem[];
}

/** At least one decimal, no more than needed: "31.0", "2.25". */
const shown = (value: number): string => (Number.isInteger(value) ? value.toFixed(1) : String(value));
const inUnit = (thousandths: number, unit: string): string => `${thousandths / 1000} ${unit}`;

/** Why the parcels do not fit the service, each in one sentence; empty when they do. */
function limitProblems(sheet: RateSheet, service: SheetService, parcels: readonly Parcel[]): string[] {
  const { weight, length } = unitsOf(sheet.settings.units);
  const problems: string[] = [];
  if (service.maxParcels !== null && parcels.length > service.maxParcels)
    problems.push(`${parcels.length} parcels are more than the ${service.maxParcels} of one ${service.name} shipment`);
  for (const parcel of parcels) {
    const which = parcels.length > 1 ? `Parcel ${parcel.number}: ` : '';
    const size = extent(parcel.dimensions);
    if (service.maxWeight !== null && isHeavier(parcel.weightGrams, service.maxWeight, weight))
      problems.push(
        `${which}${shown(fromGrams(parcel.weightGrams, weight, weight === 'kg' ? 3 : 2))} ${weight} is over the ${inUnit(service.maxWeight, weight)} limit of ${service.name}`,
      );
    const checks = [
      [service.maxLength, size?.longest, 'long'],
      [service.maxLengthPlusGirth, size?.girth, 'in length plus girth'],
    ] as const;
    for (const [limit, value, words] of checks) {
      if (limit === null || value === undefined || !isLonger(value, limit, length)) continue;
      problems.push(
        `${which}${shown(fromMillimetres(value, length))} ${length} ${words} is over the ${limit / 10} ${length} limit of ${service.name}`,
      );
    }
  }
  return problems;
}

/** Rows of a service between two zones: those that name the origin zone, else those from anywhere. */
function laneOf(sheet: RateSheet, service: string, from: string | undefined, to: string): readonly RateRow[] {
  const rows = sheet.rates.filter((row) => row.service === service && row.toZone === to);
  const exact = rows.filter((row) => row.fromZone !== null && row.fromZone === from);
  return exact.length > 0 ? exact : rows.filter((row) => row.fromZone === null);
}

/** Minor units of one weight (thousandths) on a lane, undefined when no break holds it. */
export function breakPrice(lane: readonly RateRow[], weight: number): number | undefined {
  const row = lane.find((r) => weight > r.over && (r.upTo === null || weight <= r.upTo));
  if (row === undefined) return undefined;
  if (row.step === null || row.stepPrice === null) return row.price;
  return row.price + Math.ceil((weight - row.over) / row.step) * row.stepPrice;
}

/** Freight of all parcels, kept within the service's least and greatest charge. */
function freightOf(lane: readonly RateRow[], service: SheetService, weights: readonly number[]): number | undefined {
  const priced = service.parcels === 'combined' ? [weights.reduce((t, w) => t + w, 0)] : weights;
  let total = 0;
  for (const weight of priced) {
    const price = breakPrice(lane, weight);
    if (price === undefined) return undefined;
    total += price;
  }
  const atLeast = Math.max(total, service.minimumCharge ?? 0);
  return Math.min(atLeast, service.maximumCharge ?? atLeast);
}

function offerOf(
  sheet: RateSheet,
  service: SheetService,
  shipment: ShipmentRequest,
  from: string | undefined,
  zone: string,
): SheetOffer | readonly string[] {
  const { settings } = sheet;
  const units = unitsOf(settings.units);
  const lane = laneOf(sheet, service.code, from, zone);
  if (lane.length === 0) {
    const origin = from === undefined ? 'there' : zoneName(sheet, from);
    return [`${service.name} is not offered from ${origin} to ${zoneName(sheet, zone)}`];
  }
  const problems = [
    ...limitProblems(sheet, service, shipment.parcels),
    ...refusedOptions(sheet, shipment, service.code, zone).map(({ message }) => `${service.name} ${message}`),
  ];
  if (problems.length > 0) return problems;

  const weights = shipment.parcels.map((parcel) => billableWeight(parcel, service, settings));
  const billable = weights.reduce((t, w) => t + w, 0);
  const freight = freightOf(lane, service, weights);
  if (freight === undefined)
    return [
      `${service.name} has no price to ${zoneName(sheet, zone)} for a billable weight of ${inUnit(service.parcels === 'combined' ? billable : Math.max(...weights), units.weight)}`,
    ];

  const base: Charge = {
    kind: 'base',
    code: 'freight',
    label: `${service.name} to ${zoneName(sheet, zone)}, ${inUnit(billable, units.weight)}`,
    minor: freight,
    fuel: true,
  };
  const charges = [base, ...surchargesOf(sheet, shipment, service.code, zone, freight)];
  const fuel = fuelOn(sheet, service.code, shipment.shipDate);
  const fuelMinor = fuel
    ? percentOf(
        charges.reduce((t, c) => t + (c.fuel ? c.minor : 0), 0),
        fuel.percentBp,
      )
    : 0;
  if (fuel && fuelMinor > 0)
    charges.push({
      kind: 'fuel',
      code: 'fuel',
      label: `Fuel ${fuel.percentBp / 100} %`,
      minor: fuelMinor,
      fuel: false,
    });

  const lines: PriceLine[] = charges.map(({ kind, code, label, minor }) => ({
    kind,
    code,
    label,
    amount: money(minor, settings.currency),
  }));
  if (settings.canadianTaxes) {
    const taxable = sum(
      lines.map((line) => line.amount),
      settings.currency,
    );
    for (const tax of canadianSalesTaxes(shipment.from, shipment.to, shipment.shipDate))
      lines.push({ kind: 'tax', ...tax, amount: partsPerMillion(taxable, tax.ratePpm) });
  }
  return {
    service: service.code,
    serviceName: service.name,
    zone,
    lines,
    total: sum(
      lines.map((line) => line.amount),
      settings.currency,
    ),
    billableGrams: gramsOf(billable, units.weight),
    transitDays: lane.find((row) => row.days !== null)?.days ?? undefined,
  };
}

/**
 * Offers of every service (or of those asked for) and, beside them, one plain sentence for each reason why a service is
 * not offered.
 */
export function rateShipment(sheet: RateSheet, shipment: ShipmentRequest, only?: readonly string[]): SheetAnswer {
  const services = sheet.services.filter((s) => only === undefined || only.length === 0 || only.includes(s.code));
  const unknown = (only ?? []).filter((code) => !sheet.services.some((s) => s.code === code));
  const problems: SheetProblem[] = unknown.map((service) => ({
    service,
    message: `${sheet.settings.name} has no service "${service}".`,
  }));
  if (shipment.parcels.length === 0)
    return { offers: [], problems: [...problems, { message: 'There is no parcel to price.' }] };
  const to = zoneOf(sheet, shipment.to);
  if (to === undefined) {
    const place = [shipment.to.zipcode, shipment.to.provinceCode, shipment.to.countryCode].filter(Boolean).join(', ');
    return { offers: [], problems: [...problems, { message: `${sheet.settings.name} does not deliver to ${place}.` }] };
  }
  const from = zoneOf(sheet, shipment.from);
  const offers: SheetOffer[] = [];
  for (const service of services) {
    const answer = offerOf(sheet, service, shipment, from, to);
    if ('lines' in answer) offers.push(answer);
    else problems.push(...answer.map((message) => ({ service: service.code, message: `${message}.` })));
  }
  return { offers, problems };
}
