/** Value-added services by our options, and who pays. Codes: MyDHL API's own examples (README.md, "Services of value"). */
import { fail } from '@scanship/connector-kit/errors';
import { add, toDecimal, type Money } from '@scanship/domain/money/money';
import type { DangerousGoodsKind, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { dutiesAccount, isDutiable, paysDuties } from './customs.ts';
import { unitsFrom } from './packages.ts';

export const INSURANCE = 'II';
export const DUTIES_PAID = 'DD';
export const PAPERLESS = 'WY';
const SATURDAY = 'AA';
const SIGNATURES = { none: undefined, any: 'SF', adult: 'SD' } as const;

/** Service code, content id and UN number (MyDHL API, dangerousGoods, scenarios A and B). */
const DANGEROUS: Readonly<Partial<Record<DangerousGoodsKind, readonly [string, string, string | undefined]>>> = {
  'lithium-ion-with-equipment': ['HD', '966', '3481'],
  'lithium-ion-in-equipment': ['HV', '967', '3481'],
  'lithium-metal-with-equipment': ['HM', '969', '3091'],
  'lithium-metal-in-equipment': ['HW', '970', '3091'],
  'dry-ice': ['HC', '901', undefined],
};

/** Amounts go out as JSON numbers with the decimals of their currency. */
export const amount = (value: Money): number => Number(toDecimal(value));

/** What the shipment is insured for: its own sum, or that of its parcels. */
export function insuredValue(s: ShipmentRequest): Money | undefined {
  const { insuredValue: whole } = s.options;
  if (whole) return whole.minor > 0 ? whole : undefined;
  const values = s.parcels.flatMap((parcel) => (parcel.declaredValue ? [parcel.declaredValue] : []));
  const [first] = values;
  if (!first) return undefined;
  if (values.some((value) => value.currency !== first.currency))
    throw fail('invalid-input', 'DHL Express insures all parcels of a shipment in one currency.', {
      field: 'options.insuredValue',
    });
  const total = values.reduce(add);
  return total.minor > 0 ? total : undefined;
}

function dangerous(s: ShipmentRequest) {
  const { dangerousGoods } = s.options;
  if (!dangerousGoods) return undefined;
  const known = DANGEROUS[dangerousGoods.kind];
  if (!known)
    throw fail('refused', 'DHL Express does not take these dangerous goods here.', { field: 'options.dangerousGoods' });
  const [serviceCode, contentId, unCode] = known;
  if (unCode !== undefined) return { serviceCode, goods: { contentId, unCodes: [unCode] } };
  const grams = dangerousGoods.dryIceGrams ?? 0;
  if (grams <= 0)
    throw fail('invalid-input', 'DHL Express needs the weight of the dry ice.', {
      field: 'options.dangerousGoods.dryIceGrams',
    });
  const dryIceTotalNetWeight = unitsFrom(s.from.countryCode).ofGrams(grams * s.parcels.length);
  return { serviceCode, goods: { contentId, dryIceTotalNetWeight } };
}

interface ValueAdded {
  readonly serviceCode: string;
  readonly value?: number | undefined;
  readonly currency?: string | undefined;
}

function common(s: ShipmentRequest): ValueAdded[] {
  const insured = insuredValue(s);
  const signature = SIGNATURES[s.options.signature ?? 'none'];
  return [
    ...(insured ? [{ serviceCode: INSURANCE, value: amount(insured), currency: insured.currency }] : []),
    ...(signature === undefined ? [] : [{ serviceCode: signature }]),
    ...(s.options.saturdayDelivery === true ? [{ serviceCode: SATURDAY }] : []),
    ...(paysDuties(s) ? [{ serviceCode: DUTIES_PAID }] : []),
  ];
}

/** Of a price question: only products that have them are priced. Undefined when there are none. */
export function ratedServices(s: ShipmentRequest): readonly ValueAdded[] | undefined {
  const goods = dangerous(s);
  const all = [...common(s), ...(goods ? [{ serviceCode: goods.serviceCode }] : [])];
  return all.length > 0 ? all : undefined;
}

/** Of a purchase: customs papers travel without paper, too, and dangerous goods say what they are. */
export function boughtServices(s: ShipmentRequest) {
  const goods = dangerous(s);
  const all = [
    ...common(s),
    ...(isDutiable(s) ? [{ serviceCode: PAPERLESS }] : []),
    ...(goods ? [{ serviceCode: goods.serviceCode, dangerousGoods: [goods.goods] }] : []),
  ];
  return all.length > 0 ? all : undefined;
}

/** The account ships; it pays for a return as well, and duties where the shipper pays them from no other account. */
export const accounts = (account: string, s: ShipmentRequest) => [
  { typeCode: 'shipper', number: account },
  ...(s.return ? [{ typeCode: 'payer', number: account }] : []),
  ...(paysDuties(s) ? [{ typeCode: 'duties-taxes', number: dutiesAccount(account, s) }] : []),
];
