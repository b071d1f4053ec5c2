/** What the simulator charges: invented, in the form of the API's price answer. */
import type { JsonObject } from '@scanship/domain/values/json';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import { dollars, priceOf, type Tariff } from '@scanship/simulator-kit/tariff';
import type { RateRequestMessage } from './contract.ts';

const TARIFF: Tariff = {
  divisor: 6000,
  fuelBasisPoints: 1850,
  residentialCents: 260,
  signatureCents: 325,
  services: [
    {
      code: 'GRD',
      name: 'Ground',
      scope: 'domestic',
      maxGrams: 68_039,
      zones: [
        { firstKg: 820, moreKg: 55, days: 1 },
        { firstKg: 960, moreKg: 80, days: 2 },
        { firstKg: 1340, moreKg: 130, days: 4 },
        { firstKg: 1690, moreKg: 170, days: 6 },
      ],
    },
    {
      code: 'AIR',
      name: 'Air',
      scope: 'domestic',
      maxGrams: 68_039,
      zones: [
        { firstKg: 1480, moreKg: 190, days: 1 },
        { firstKg: 1890, moreKg: 260, days: 1 },
        { firstKg: 2560, moreKg: 410, days: 2 },
        { firstKg: 3120, moreKg: 520, days: 2 },
      ],
    },
  ],
};

type Asked = Pick<RateRequestMessage, 'deliveryType' | 'unitOfMeasurement' | 'parcels' | 'surcharges'>;
type Place = Pick<RateRequestMessage['sender'], 'postalCode' | 'provinceCode' | 'countryCode'>;

/** One per cent of a declared value, at least two dollars. */
const declared = (asked: Asked): number => {
  const value = asked.surcharges?.find(({ type }) => type === 'DCV')?.value;
  return value === undefined ? 0 : Math.max(200, Math.round(Number(value)));
};

export function pricesOf(
  asked: Asked,
  sender: Place,
  consignee: Place,
): { readonly days: number; readonly answer: JsonObject } | undefined {
  const [weight, length] = asked.unitOfMeasurement.startsWith('K') ? (['kg', 'cm'] as const) : (['lb', 'in'] as const);
  const parcels = asked.parcels.flatMap((p) =>
    Array.from({ length: p.quantity }, () => ({
      grams: toGrams(p.weight, weight),
      lengthMm: toMillimetres(p.length, length),
      widthMm: toMillimetres(p.width, length),
      heightMm: toMillimetres(p.depth, length),
    })),
  );
  const types = asked.surcharges?.map(({ type }) => type) ?? [];
  const service = TARIFF.services.find(({ code }) => code === asked.deliveryType);
  const residential = types.some((type) => type === 'PHD' || type === 'PHDS');
  const priced =
    service &&
    priceOf(TARIFF, service, sender, { ...consignee, residential }, parcels, { signature: types.includes('PHDS') });
  if (!priced) return undefined;
  const sum = (type: string): number =>
    priced.lines.filter((line) => line.type === type).reduce((total, line) => total + line.cents, 0);
  const insured = declared(asked);
  const extra = sum('surcharge') + sum('option') + insured;
  const home = types.find((type) => type.startsWith('PHD'));
  const surcharges = [
    ...(home === undefined ? [] : [{ type: home, name: 'Residential delivery', amount: (extra - insured) / 100 }]),
    ...(insured === 0 ? [] : [{ type: 'DCV', name: 'Declared value', amount: insured / 100 }]),
  ];
  return {
    days: priced.days,
    answer: {
      rates: [
        {
          grossAmount: dollars(sum('base')),
          discountAmount: '0.00',
          fuelChargePercentage: 18.5,
          accountType: 'NEG',
          rateType: asked.deliveryType,
          basicCharge: dollars(sum('base')),
          weightCharge: '0.00',
          surcharges,
          otherCharge: '0.00',
          subTotal: dollars(sum('base') + extra),
          unitOfMeasurement: asked.unitOfMeasurement,
          taxesDetails: [{ type: 'TPS', amount: dollars(sum('tax')), name: 'The goods and services' }],
          taxes: dollars(sum('tax')),
          fuelCharge: dollars(sum('fuel')),
          zoneCharge: '0.00',
          total: dollars(priced.total + insured),
        },
      ],
      delay: String(priced.days),
      unitOfMeasurement: asked.unitOfMeasurement,
      quantity: String(parcels.length),
      parcelType: asked.parcels[0]?.parcelType ?? 'Box',
      postalCodeDelivery: consignee.postalCode,
      postalCodePickup: sender.postalCode,
    },
  };
}
