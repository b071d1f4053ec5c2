/** What DHL itself says of a shipment that the contract lets through: hard errors, and warnings about addresses. */
import type { SimAccount } from '@scanship/simulator-kit/simulator';
import type { SimShipment } from './contract.ts';

export interface Remark {
  readonly property: string;
  readonly validationMessage: string;
  readonly validationState: 'Error' | 'Warning';
}

const error = (property: string, validationMessage: string): Remark => ({
  property,
  validationMessage,
  validationState: 'Error',
});

/** Postal codes the simulator knows, with their cities. */
const PLACES: Readonly<Record<string, string>> = {
  '10115': 'Berlin',
  '20095': 'Hamburg',
  '53113': 'Bonn',
  '80331': 'München',
  '50667': 'Köln',
};

interface Limit {
  readonly inside: boolean;
  readonly grams: number;
}
export const LIMITS: Readonly<Record<string, Limit>> = {
  V01PAK: { inside: true, grams: 31_500 },
  V62KP: { inside: true, grams: 1000 },
  V53WPAK: { inside: false, grams: 31_500 },
  V54EPAK: { inside: false, grams: 31_500 },
  V66WPI: { inside: false, grams: 1000 },
};

export const gramsOf = (weight: { readonly uom: 'g' | 'kg'; readonly value: number }): number =>
  weight.uom === 'g' ? weight.value : weight.value * 1000;

const EU_3: ReadonlySet<string> = new Set(
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ESP SWE'.split(
    ' ',
  ),
);

function billing(s: SimShipment, account: SimAccount): readonly Remark[] {
  const { ekp = '', participation = '01' } = account.credentials;
  return s.billingNumber === `${ekp}${(s.product ?? '').slice(1, 3)}${participation}`
    ? []
    : [error('billingNumber', 'The billing number is unknown or does not fit the product.')];
}

function measures(s: SimShipment, limit: Limit): readonly Remark[] {
  const { details } = s;
  if (!details) return [error('details', 'The weight of the shipment is missing.')];
  const { dim } = details;
  const sides = dim
    ? [dim.length, dim.width, dim.height].map((side) => side * (dim.uom === 'cm' ? 10 : 1)).toSorted((a, b) => b - a)
    : [];
  const bulky = sides.some((side, i) => side > ([1200, 600, 600][i] ?? 0));
  return [
    ...(gramsOf(details.weight) > limit.grams || gramsOf(details.weight) <= 0
      ? [error('details.weight', 'The weight is too high.')]
      : []),
    ...(sides.some((side) => side <= 0) || (bulky && s.services?.bulkyGoods !== true)
      ? [error('details.dim', 'The dimensions are not allowed for this product.')]
      : []),
  ];
}

function declared(s: SimShipment, destination: string): readonly Remark[] {
  if (EU_3.has(destination)) return [];
  const { customs } = s;
  if (!customs) return [error('customs', 'Customs details are mandatory for this country.')];
  return customs.items.every((item) => item.itemValue.currency === customs.postalCharges.currency)
    ? []
    : [error('customs.postalCharges', 'The currencies of the goods and the postal charges must match.')];
}

/** An address that machines cannot route to; only in Germany. */
function codeable(consignee: NonNullable<SimShipment['consignee']>): readonly Remark[] {
  const city = PLACES[consignee.postalCode ?? ''];
  if (city !== undefined && city.toLowerCase() === consignee.city.toLowerCase()) return [];
  return [
    {
      property: 'consignee',
      validationMessage:
        city === undefined
          ? 'The postcode entered could not be found. The shipment is not codeable.'
          : 'The city entered does not match the postcode. The shipment is not codeable.',
      validationState: 'Warning',
    },
  ];
}

/** @param today by Germany's clock */
export function remarksOn(s: SimShipment, account: SimAccount, today: string): readonly Remark[] {
  const limit = LIMITS[s.product ?? ''];
  if (!limit) return [error('product', 'The product is unknown.')];
  const { consignee, shipper } = s;
  if (!shipper) return [error('shipper', 'The shipper is missing.')];
  if (!consignee) return [error('consignee', 'The consignee is missing.')];
  const destination = consignee.country ?? 'DEU';
  const inside = destination === 'DEU';
  const { services = {} } = s;
  return [
    ...billing(s, account),
    ...(inside === limit.inside ? [] : [error('product', 'The product is not available for this country.')]),
    ...(s.shipDate !== undefined && s.shipDate < today ? [error('shipDate', 'The shipment date is in the past.')] : []),
    ...measures(s, limit),
    ...declared(s, destination),
    ...(services.additionalInsurance && services.additionalInsurance.currency !== 'EUR'
      ? [error('services.additionalInsurance', 'The currency must be EUR.')]
      : []),
    ...((services.signedForByRecipient === true || services.visualCheckOfAge !== undefined) && s.product !== 'V01PAK'
      ? [error('services', 'The service is not available for this product.')]
      : []),
    ...(inside && 'phone' in consignee && consignee.phone !== undefined
      ? [error('consignee.phone', 'The phone number cannot be transmitted for shipments within Germany.')]
      : []),
    ...(inside ? codeable(consignee) : []),
  ];
}
