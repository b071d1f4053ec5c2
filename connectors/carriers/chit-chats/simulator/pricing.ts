/** What the simulator charges: invented, in the form of the API's `rates`. */
import type { JsonObject } from '@scanship/domain/values/json';
import { dollars, priceOf, type Tariff } from '@scanship/simulator-kit/tariff';
import type { ShipmentRequestMessage } from './contract.ts';

const zones = (
  rows: readonly (readonly [number, number, number])[],
): { firstKg: number; moreKg: number; days: number }[] =>
  rows.map(([firstKg, moreKg, days]) => ({ firstKg, moreKg, days }));

const TARIFF: Tariff = {
  divisor: 6000,
  fuelBasisPoints: 0,
  residentialCents: 0,
  signatureCents: 250,
  services: [
    {
      code: 'chit_chats_canada_tracked',
      name: 'Chit Chats Canada Tracked',
      scope: 'domestic',
      maxGrams: 20_000,
      zones: zones([
        [795, 90, 2],
        [895, 110, 3],
        [1045, 140, 5],
        [1195, 170, 7],
      ]),
    },
    {
      code: 'chit_chats_select',
      name: 'Chit Chats Select',
      scope: 'domestic',
      maxGrams: 30_000,
      zones: zones([
        [945, 70, 2],
        [1090, 85, 4],
        [1260, 105, 6],
        [1480, 130, 8],
      ]),
    },
    {
      code: 'chit_chats_us_edge',
      name: 'Chit Chats U.S. Edge',
      scope: 'US',
      maxGrams: 9000,
      zones: zones([
        [745, 190, 4],
        [890, 260, 7],
      ]),
    },
    {
      code: 'usps_ground_advantage',
      name: 'USPS Ground Advantage®',
      scope: 'US',
      maxGrams: 31_751,
      zones: zones([
        [985, 240, 4],
        [1240, 330, 6],
      ]),
    },
    {
      code: 'usps_priority',
      name: 'USPS Priority Mail®',
      scope: 'US',
      maxGrams: 31_751,
      zones: zones([
        [1390, 360, 2],
        [1790, 480, 3],
      ]),
    },
  ],
};

const GRAMS = { g: 1, kg: 1000, lb: 453.592_37, oz: 28.349_523 } as const;
const MM = { m: 1000, cm: 10, in: 25.4 } as const;

export const gramsOf = (s: ShipmentRequestMessage): number => Math.round(s.weight * GRAMS[s.weight_unit]);

export interface Postage {
  readonly code: string;
  readonly days: number;
  readonly carrier: string;
  /** As the API lists it. */
  readonly rate: JsonObject;
}

interface Fees {
  readonly postage: number;
  readonly delivery: number;
  readonly tax: number;
  readonly taxLabel: string;
}

function postage(s: ShipmentRequestMessage, code: string, name: string, days: number, fees: Fees): Postage {
  const insurance = s.insurance_requested === true ? 35 + Math.round(Number(s.value)) : 0;
  const fee = (cents: number): string | null => (cents === 0 ? null : dollars(cents));
  const carrier = code.startsWith('usps') ? 'usps' : 'chit_chats';
  return {
    code,
    days,
    carrier,
    rate: {
      postage_type: code,
      postage_carrier_type: carrier,
      postage_description: name,
      signature_confirmation_description: s.signature_requested === true ? 'Signature included' : null,
      delivery_time_description: `${days}-${days + 2} business days`,
      tracking_type_description: 'Full tracking included',
      is_insured: s.insurance_requested === true,
      purchase_amount: dollars(fees.postage),
      provincial_tax: null,
      provincial_tax_label: null,
      federal_tax: fee(fees.tax),
      federal_tax_label: fees.tax === 0 ? null : fees.taxLabel,
      postage_fee: dollars(fees.postage),
      insurance_fee: fee(insurance),
      delivery_fee: fee(fees.delivery),
      payment_amount: dollars(fees.postage + insurance + fees.delivery + fees.tax),
    },
  };
}

/** All postage there is for a shipment from Vancouver, where the simulator's branch is. */
export function postageOf(s: ShipmentRequestMessage): readonly Postage[] {
  const grams = gramsOf(s);
  if (s.country_code !== 'CA' && s.country_code !== 'US')
    return grams > 30_000
      ? []
      : [
          postage(s, 'chit_chats_international_tracked', 'Chit Chats International Tracked', 9, {
            postage: 1690 + Math.ceil(grams / 100) * 135,
            delivery: 0,
            tax: 0,
            taxLabel: '',
          }),
        ];
  const mm = MM[s.size_unit];
  const parcel = { grams, lengthMm: s.size_x * mm, widthMm: s.size_y * mm, heightMm: s.size_z * mm };
  const from = { countryCode: 'CA', provinceCode: 'BC' };
  const to = { countryCode: s.country_code, provinceCode: s.province_code ?? '' };
  return TARIFF.services.flatMap((service) => {
    const priced = priceOf(TARIFF, service, from, to, [parcel], { signature: s.signature_requested === true });
    if (!priced) return [];
    const tax = priced.lines.find((l) => l.type === 'tax');
    return [
      postage(s, service.code, service.name, priced.days, {
        postage: priced.total - (tax?.cents ?? 0),
        delivery: to.countryCode === 'US' ? 85 : 0,
        tax: tax?.cents ?? 0,
        taxLabel: tax?.code ?? '',
      }),
    ];
  });
}
