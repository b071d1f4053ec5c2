/** Our shipment in Amazon's words. Pure; what cannot be said there is refused before any call. */
import { fail, invalidInput } from '@scanship/connector-kit/errors';
import { LITHIUM_SECTION_II } from '@scanship/connector-kit/amazon/selling-partner-carrier';
import type { Address } from '@scanship/domain/addresses/address';
import { fromMillimetres } from '@scanship/domain/values/measure';
import { toDecimal } from '@scanship/domain/money/money';
import type {
  DangerousGoodsKind,
  OrderAtStore,
  Parcel,
  ShipmentOptions,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
/** 3-7-7 digits, as the contract says. */
export const ORDER_ID = /^\d{3}-\d{7}-\d{7}$/;
/** What values are stated in, by store platform. */
const CURRENCIES: Readonly<Record<string, string>> = { 'amazon-ca': 'CAD', 'amazon-us': 'USD' };

const line = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** @throws ConnectorError `invalid-input` naming our field */
function within(text: string | undefined, most: number, what: string, field: string): string {
  const value = line(text);
  if (value === '') throw invalidInput(`${NAME} needs ${what}.`, field);
  if (value.length > most) throw invalidInput(`${NAME} takes at most ${most} characters for ${what}.`, field);
  return value;
}

/** The sender; e-mail and telephone are compulsory. The buyer's address is Amazon's own. */
function senderMessage(a: Address): Record<string, unknown> {
  const second = line(a.address2);
  return {
    Name: within(line(a.name) === '' ? a.companyName : a.name, 30, 'the name of the sender', 'from.name'),
    AddressLine1: within(a.address1, 180, 'the first line of the sender’s address', 'from.address1'),
    ...(second === ''
      ? {}
      : { AddressLine2: within(second, 60, 'the second line of the sender’s address', 'from.address2') }),
    Email: within(a.email, 100, 'the e-mail address of the sender', 'from.email'),
    City: within(a.city, 30, 'the city of the sender', 'from.city'),
    StateOrProvinceCode: within(a.provinceCode, 30, 'the province or state of the sender', 'from.provinceCode'),
    PostalCode: within(a.zipcode, 30, 'the postal code of the sender', 'from.zipcode').toUpperCase(),
    CountryCode: a.countryCode,
    Phone: within(a.phone, 30, 'the telephone number of the sender', 'from.phone'),
  };
}

function hazmat(kind: DangerousGoodsKind | undefined): Record<string, unknown> {
  if (kind === undefined) return {};
  if (kind === 'dry-ice') throw invalidInput(`${NAME} takes no dry ice.`, 'options.dangerousGoods');
  if (kind === 'limited-quantity') return { IsHazmat: true };
  const [un, instruction] = LITHIUM_SECTION_II[kind];
  return {
    IsHazmat: true,
    DangerousGoodsDetails: {
      UnitedNationsRegulatoryId: un,
      TransportationRegulatoryClass: '9',
      PackingInstruction: instruction,
    },
  };
}

/** @throws ConnectorError `refused` for an order of another store, which no connector of a carrier can ship there */
export function orderOf(s: ShipmentRequest): OrderAtStore {
  const { storeOrder } = s;
  if (!storeOrder || !Object.hasOwn(CURRENCIES, storeOrder.platform) || !ORDER_ID.test(storeOrder.orderId))
    throw fail('refused', `${NAME} ships only orders that were placed at Amazon.`, { field: 'storeOrder' });
  return storeOrder;
}

/** The order's items in one parcel. Nobody can guess them where there are several parcels. */
function itemsOf(s: ShipmentRequest, parcel: Parcel): Record<string, unknown>[] {
  const { lines } = orderOf(s);
  if (!parcel.items && (s.parcels.length > 1 || parcel.number > 1))
    throw invalidInput(
      `${NAME} sells a label for items of the order. Say which items are in which parcel.`,
      `parcels.${Math.max(0, s.parcels.indexOf(parcel))}.items`,
    );
  const danger = hazmat(s.options.dangerousGoods?.kind);
  const items = (parcel.items ?? lines).flatMap((unit) => {
    const known = lines.find((each) => each.line === unit.line);
    return known ? [{ OrderItemId: known.externalLineId, Quantity: unit.quantity, ...danger }] : [];
  });
  if (items.length === 0) throw invalidInput(`Parcel ${parcel.number} holds nothing that Amazon sold.`, 'parcels');
  return items;
}

const EXPERIENCES: Readonly<Record<NonNullable<ShipmentOptions['signature']>, string>> = {
  none: 'DeliveryConfirmationWithoutSignature',
  any: 'DeliveryConfirmationWithSignature',
  adult: 'DeliveryConfirmationWithAdultSignature',
};

export interface DetailsOf {
  /** Ours; the seller's own number of the purchase at Amazon. Absent for a price. */
  readonly reference?: string | undefined;
  /** Amazon's word for it; absent leaves the choice to the service. */
  readonly labelFormat?: string | undefined;
  readonly now: Date;
}

/**
 * `ShipmentRequestDetails` of one parcel, the same for the price and the purchase.
 * @throws ConnectorError `invalid-input` naming our field, `refused` for an order that is not Amazon's
 */
export function requestDetails(s: ShipmentRequest, parcel: Parcel, more: DetailsOf): Record<string, unknown> {
  const order = orderOf(s);
  if (!parcel.dimensions)
    throw invalidInput(`${NAME} needs the size of parcel ${parcel.number}.`, 'parcels.0.dimensions');
  const { insuredValue } = s.options;
  const currency = CURRENCIES[order.platform];
  if (insuredValue && insuredValue.currency !== currency)
    throw invalidInput(
      `${NAME} takes values in ${currency} for this order, not in ${insuredValue.currency}.`,
      'options.insuredValue',
    );
  // Noon in Greenwich is the same calendar day in both countries; a moment that is over is left out.
  const shipDate = `${s.shipDate}T12:00:00Z`;
  const { lengthMm, widthMm, heightMm } = parcel.dimensions;
  return {
    AmazonOrderId: order.orderId,
    ...(more.reference === undefined ? {} : { SellerOrderId: more.reference }),
    ItemList: itemsOf(s, parcel),
    ShipFromAddress: senderMessage(s.from),
    PackageDimensions: {
      Length: fromMillimetres(lengthMm, 'cm'),
      Width: fromMillimetres(widthMm, 'cm'),
      Height: fromMillimetres(heightMm, 'cm'),
      Unit: 'centimeters',
    },
    Weight: { Value: parcel.weightGrams, Unit: 'g' },
    ...(Date.parse(shipDate) > more.now.getTime() ? { ShipDate: shipDate } : {}),
    ShippingServiceOptions: {
      DeliveryExperience: EXPERIENCES[s.options.signature ?? 'none'],
      CarrierWillPickUp: false,
      ...(insuredValue
        ? { DeclaredValue: { CurrencyCode: insuredValue.currency, Amount: Number(toDecimal(insuredValue)) } }
        : {}),
      ...(more.labelFormat === undefined ? {} : { LabelFormat: more.labelFormat }),
    },
  };
}
