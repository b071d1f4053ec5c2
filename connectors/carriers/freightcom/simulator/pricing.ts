/** What the simulator charges: invented, in the form of the API's `rates`. */
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import type { JsonObject } from '@scanship/domain/values/json';
import { addWorkingDays, priceOf, type Tariff } from '@scanship/simulator-kit/tariff';
import type { Details } from './contract.ts';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1850,
  residentialCents: 218,
  signatureCents: 395,
  services: [
    {
      code: 'canpar.ground',
      name: 'Ground',
      scope: 'domestic',
      maxGrams: 34_000,
      zones: zones([
        [780, 60, 1],
        [845, 80, 2],
        [1080, 110, 4],
        [1290, 140, 5],
      ]),
    },
    {
      code: 'canadapost.expedited-parcel',
      name: 'Expedited Parcel',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [890, 70, 2],
        [985, 90, 3],
        [1240, 130, 5],
        [1460, 160, 7],
      ]),
    },
    {
      code: 'purolatorcourier.express',
      name: 'Express',
      scope: 'domestic',
      maxGrams: 68_000,
      zones: zones([
        [1280, 180, 1],
        [1620, 240, 1],
        [2240, 380, 2],
        [2790, 460, 2],
      ]),
    },
    {
      code: 'ups.standard',
      name: 'Standard',
      scope: 'US',
      maxGrams: 68_000,
      zones: zones([
        [1490, 210, 3],
        [1830, 290, 5],
      ]),
    },
    {
      code: 'canadapost.expedited-parcel-usa',
      name: 'Expedited Parcel USA',
      scope: 'US',
      maxGrams: 30_000,
      zones: zones([
        [1340, 250, 6],
        [1590, 340, 9],
      ]),
    },
  ],
};

const CARRIERS: Readonly<Record<string, string>> = {
  canpar: 'Canpar',
  canadapost: 'Canada Post',
  purolatorcourier: 'Purolator',
  ups: 'UPS',
};

export const CATALOGUE = TARIFF.services.map((s) => ({
  id: s.code,
  carrier_name: CARRIERS[s.code.split('.')[0] ?? ''] ?? '',
  service_name: s.name,
}));

const cad = (cents: number): JsonObject => ({ value: String(cents), currency: 'CAD' });

export const gramsOf = (d: Details): number =>
  d.packaging_properties.packages.reduce(
    (sum, { measurements: { weight } }) => sum + toGrams(weight.value, weight.unit),
    0,
  );

const millimetres = (value: number, unit: 'mm' | 'cm' | 'm' | 'in' | 'ft'): number =>
  unit === 'ft' ? toMillimetres(value * 12, 'in') : toMillimetres(value, unit);

export interface Sold {
  readonly id: string;
  readonly days: number;
  /** As the API lists it. */
  readonly rate: JsonObject;
}

/** @param today YYYY-MM-DD */
export function ratesOf(d: Details, today: string): readonly Sold[] {
  const parcels = d.packaging_properties.packages.map(({ measurements: { weight, cuboid: c } }) => ({
    grams: toGrams(weight.value, weight.unit),
    lengthMm: millimetres(c.l, c.unit),
    widthMm: millimetres(c.w, c.unit),
    heightMm: millimetres(c.h, c.unit),
  }));
  const place = (e: Details['origin']): { countryCode: string; provinceCode: string; residential: boolean } => ({
    countryCode: e.address.country,
    provinceCode: e.address.region,
    residential: e.residential ?? false,
  });
  const [year = 0, month = 1, day = 1] = addWorkingDays(today, 4).split('-').map(Number);
  return TARIFF.services.flatMap((service): Sold[] => {
    const priced = priceOf(TARIFF, service, place(d.origin), place(d.destination), parcels, {
      signature: d.destination.signature_requirement !== 'not-required',
    });
    const named = CATALOGUE.find(({ id }) => id === service.code);
    if (!priced || !named) return [];
    const insurance = d.insurance ? 100 + Math.round(Number(d.insurance.total_cost.value) / 100) : 0;
    const of = (...types: string[]): typeof priced.lines => priced.lines.filter((line) => types.includes(line.type));
    const surcharges = [
      ...of('fuel').map((line) => ({ type: 'fuel', amount: cad(line.cents) })),
      ...of('surcharge').map((line) => ({ type: 'residential-delivery', amount: cad(line.cents) })),
      ...of('option').map((line) => ({ type: 'signature', amount: cad(line.cents) })),
      ...(insurance === 0 ? [] : [{ type: 'insurance', amount: cad(insurance) }]),
    ];
    const tax = (code: string): string =>
      code === 'HST' ? `tax-hst-${d.destination.address.region.toLowerCase()}` : 'tax-gst';
    return [
      {
        id: service.code,
        days: priced.days,
        rate: {
          service_id: service.code,
          valid_until: { year, month, day },
          total: cad(priced.total + insurance),
          base: cad(of('base').reduce((sum, line) => sum + line.cents, 0)),
          surcharges,
          taxes: of('tax').map((line) => ({ type: tax(line.code), amount: cad(line.cents) })),
          transit_time_days: priced.days,
          transit_time_not_available: false,
          carrier_name: named.carrier_name,
          service_name: named.service_name,
        },
      },
    ];
  });
}
