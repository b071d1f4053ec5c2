/** What the simulator charges: invented, in the form of the API's `quotes`. */
import type { JsonObject } from '@scanship/domain/values/json';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import type { NumberedCarrier } from '@scanship/simulator-kit/carrier-numbers';
import { priceOf, type Tariff } from '@scanship/simulator-kit/tariff';
import type { ShipmentRequestMessage } from './contract.ts';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1202,
  residentialCents: 195,
  signatureCents: 0,
  services: [
    {
      code: '13',
      name: 'Purolator Ground',
      scope: 'domestic',
      maxGrams: 68_000,
      zones: zones([
        [890, 70, 1],
        [1040, 95, 2],
        [1330, 150, 4],
        [1590, 190, 6],
      ]),
    },
    {
      code: '4',
      name: 'Purolator Express',
      scope: 'domestic',
      maxGrams: 68_000,
      zones: zones([
        [1290, 170, 1],
        [1590, 230, 1],
        [2190, 370, 2],
        [2690, 450, 2],
      ]),
    },
    {
      code: '4504',
      name: 'Select Parcel',
      scope: 'domestic',
      maxGrams: 34_000,
      zones: zones([
        [940, 80, 1],
        [1080, 100, 2],
        [1490, 160, 3],
        [1790, 200, 4],
      ]),
    },
    {
      code: '604',
      name: 'Standard',
      scope: 'US',
      maxGrams: 68_000,
      zones: zones([
        [1520, 220, 3],
        [1870, 300, 5],
      ]),
    },
    {
      code: '4501',
      name: 'USA',
      scope: 'US',
      maxGrams: 31_000,
      zones: zones([
        [1490, 240, 4],
        [1790, 320, 6],
      ]),
    },
  ],
};

const CARRIERS: Readonly<Record<string, readonly [string, NumberedCarrier]>> = {
  '13': ['Purolator', 'purolator'],
  '4': ['Purolator', 'purolator'],
  '4504': ['Canpar', 'canpar'],
  '604': ['UPS', 'ups'],
  '4501': ['Canpar', 'canpar'],
};

type Pack = ShipmentRequestMessage['packages']['packages'][number];
export const gramsOf = (p: Pack): number => toGrams(p.weight, p.weightUnit === 'KG' ? 'kg' : 'lb');

export interface Sold {
  readonly id: number;
  readonly carrier: NumberedCarrier;
  readonly days: number;
  /** As the API lists it. */
  readonly quote: JsonObject;
}

export function quotesOf(s: ShipmentRequestMessage): readonly Sold[] {
  const parcels = s.packages.packages.map((p) => {
    const mm = (value: number): number => toMillimetres(value, p.dimensionUnit === 'CM' ? 'cm' : 'in');
    return { grams: gramsOf(p), lengthMm: mm(p.length), widthMm: mm(p.width), heightMm: mm(p.height) };
  });
  const place = (a: ShipmentRequestMessage['from']) => ({
    countryCode: a.country,
    provinceCode: a.province.replace(/^[A-Z]{2}-/, ''),
    residential: a.residential ?? false,
  });
  return TARIFF.services.flatMap((service): Sold[] => {
    const priced = priceOf(TARIFF, service, place(s.from), place(s.to), parcels);
    const [carrierName, carrier] = CARRIERS[service.code] ?? ['', 'canada-post'];
    if (!priced || (s.serviceId !== undefined && String(s.serviceId) !== service.code)) return [];
    const sum = (...types: string[]): number =>
      priced.lines.filter((line) => types.includes(line.type)).reduce((total, line) => total + line.cents, 0);
    const named = (type: string): JsonObject[] =>
      priced.lines.filter((line) => line.type === type).map((line) => ({ name: line.label, amount: line.cents / 100 }));
    return [
      {
        id: Number(service.code),
        carrier,
        days: priced.days,
        quote: {
          carrierName,
          serviceId: Number(service.code),
          serviceName: service.name,
          modeTransport: 'GROUND',
          transitDays: String(priced.days),
          baseCharge: sum('base') / 100,
          fuelSurcharge: sum('fuel') / 100,
          fuelSurchargePercentage: 12.02,
          surcharges: named('surcharge'),
          totalCharge: priced.total / 100,
          taxes: named('tax'),
          totalChargedAmount: priced.total / 100,
          currency: 'CAD',
        },
      },
    ];
  });
}
