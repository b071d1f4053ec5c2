/** What the simulator charges: invented, in the form of the API's price answer. */
import type { JsonObject } from '@scanship/domain/values/json';
import { toGrams, toMillimetres } from '@scanship/domain/values/measure';
import { addWorkingDays, priceOf, type Tariff } from '@scanship/simulator-kit/tariff';
import type { RateRequestMessage } from './contract.ts';

const TARIFF: Tariff = {
  divisor: 5000,
  fuelBasisPoints: 1425,
  residentialCents: 0,
  signatureCents: 0,
  services: [
    {
      code: 'Delivery',
      name: 'Delivery',
      scope: 'domestic',
      maxGrams: 44_906,
      zones: [
        { firstKg: 780, moreKg: 60, days: 1 },
        { firstKg: 890, moreKg: 75, days: 2 },
        { firstKg: 1190, moreKg: 110, days: 4 },
        { firstKg: 1480, moreKg: 140, days: 6 },
      ],
    },
  ],
};

/** First letters of postal codes and their provinces. */
const PROVINCES: Readonly<Record<string, string>> = {
  A: 'NL',
  B: 'NS',
  C: 'PE',
  E: 'NB',
  G: 'QC',
  H: 'QC',
  J: 'QC',
  K: 'ON',
  L: 'ON',
  M: 'ON',
  N: 'ON',
  P: 'ON',
  R: 'MB',
  S: 'SK',
  T: 'AB',
  V: 'BC',
  X: 'NT',
  Y: 'YT',
};
const placeOf = (code: string) => ({ countryCode: 'CA', provinceCode: PROVINCES[code.charAt(0)] ?? '' });

export interface Priced {
  readonly days: number;
  readonly answer: JsonObject;
}

export function pricesOf(
  r: Pick<RateRequestMessage, 'Parcels' | 'UnitsOfMeasurement' | 'Accessory' | 'ExpeditionDate'>,
  from: string,
  to: string,
): Priced | undefined {
  const [weight, length] = r.UnitsOfMeasurement === 'LI' ? (['lb', 'in'] as const) : (['kg', 'cm'] as const);
  const parcels = r.Parcels.map((p) => ({
    grams: toGrams(p.Weight, weight),
    lengthMm: toMillimetres(p.Dimensions.Length, length),
    widthMm: toMillimetres(p.Dimensions.Width, length),
    heightMm: toMillimetres(p.Dimensions.Height, length),
  }));
  const [service] = TARIFF.services;
  const priced = service && priceOf(TARIFF, service, placeOf(from), placeOf(to), parcels);
  if (!priced) return undefined;
  const sum = (type: string): number =>
    priced.lines.filter((line) => line.type === type).reduce((total, line) => total + line.cents, 0);
  const insurance = r.Accessory.InsuranceAmount > 0 ? 100 + Math.round(r.Accessory.InsuranceAmount) : 0;
  const ncv = r.Parcels.filter((p) => p.NCV).length * 400;
  const total = priced.total + insurance + ncv;
  return {
    days: priced.days,
    answer: {
      BasePrice: sum('base') / 100,
      // Parts are stated to a tenth of a cent.
      SurchargeCharges: [{ Id: '99', Charge: 1.204, BeyondId: 0, NameFr: 'Carbone', NameEn: 'Carbon' }],
      TaxCharges: priced.lines
        .filter((line) => line.type === 'tax')
        .map((line) => ({ Id: line.code, Charge: line.cents / 100, Rate: 0.05, NameFr: 'TPS', NameEn: line.label })),
      AccessoryCharges:
        insurance === 0
          ? []
          : [{ Id: '1', Charge: insurance / 100, NameFr: 'ASSURANCE', NameEn: 'ADDITIONNAL INSURANCE' }],
      NCVCharge: ncv / 100,
      FuelRate: 0.1425,
      FuelCharge: sum('fuel') / 100,
      SubTotal: (total - sum('tax') + 120) / 100,
      Total: (total + 120) / 100,
      TotalBillableWeight: 0,
      BillingZone: `${priced.zone}`,
      DelayTransitDays: priced.days,
      EstimatedDeliveryDate: addWorkingDays(r.ExpeditionDate, priced.days),
    },
  };
}
