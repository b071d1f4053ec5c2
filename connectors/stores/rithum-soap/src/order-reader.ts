/** One order of the SOAP interface in our terms. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { toGrams } from '@scanship/domain/values/measure';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { listIn } from './client.ts';

export const ID = /^[1-9]\d{0,9}$/;
const WORD = /^[A-Za-z]{1,40}$/;
const word = (owner: ObjectReader, name: string): string => owner.string(name, WORD);
const text = (owner: ObjectReader | undefined, name: string): string | undefined =>
  owner?.maybe(name, (n) => owner.string(n));

/** Times are in GMT and carry no zone. */
export const gmt = (owner: ObjectReader, name: string): string => {
  const given = owner.instant(name, false);
  return new Date(/(Z|[+-]\d{2}:?\d{2})$/.test(given) ? given : `${given}Z`).toISOString();
};

/** Units of each line that have left, by the number of the line. */
export type Shipped = ReadonlyMap<string, number>;

export interface Line {
  readonly id: string;
  readonly sku: string;
  readonly quantity: number;
  readonly cancelled: number;
  readonly shipped: number;
}

export const isCancelled = (order: ObjectReader): boolean => /^cancell?ed$/i.test(word(order, 'OrderState'));
export const shippingStatus = (order: ObjectReader): string => word(order.object('OrderStatus'), 'ShippingStatus');

export function readLine(line: ObjectReader, order: ObjectReader, gone: Shipped): Line {
  const id = line.id('LineItemID', ID);
  const quantity = line.integer('Quantity', 0);
  const elsewhere = line.boolean('IsExternallyFulfilled') ? quantity : 0;
  const left = shippingStatus(order) === 'Shipped' ? quantity : (gone.get(id) ?? 0);
  const shipped = Math.min(quantity - elsewhere, left);
  return {
    id,
    quantity,
    shipped,
    sku: line.string('SKU'),
    cancelled: isCancelled(order) ? quantity - shipped : elsewhere,
  };
}

const linesOf = <T>(order: ObjectReader, read: (line: ObjectReader) => T): readonly T[] =>
  order.object('ShoppingCart').object('LineItemSKUList').strictList('OrderLineItemItem', read);

export const readLines = (order: ObjectReader, gone: Shipped): readonly Line[] =>
  linesOf(order, (line) => readLine(line, order, gone));

export function readHold(order: ObjectReader): StoreOrder['hold'] {
  const status = order.object('OrderStatus');
  const checkout = word(status, 'CheckoutStatus');
  const payment = word(status, 'PaymentStatus');
  if (checkout === 'OnHold') return { code: 'on-hold', reason: 'The order is on hold at Rithum.' };
  if (!checkout.startsWith('Completed'))
    return { code: 'payment-pending', reason: 'The buyer has not finished the checkout at Rithum.' };
  return payment === 'Cleared'
    ? undefined
    : { code: 'payment-pending', reason: 'The payment has not cleared at Rithum yet.' };
}

/** Cleared and unshipped, as the vendor's own example filters. */
export const isToShip = (order: ObjectReader): boolean =>
  !isCancelled(order) && readHold(order) === undefined && shippingStatus(order) === 'Unshipped';

const UNITS = { LB: 'lb', LBS: 'lb', OZ: 'oz', KG: 'kg', G: 'g' } as const;

const weightOf = (line: ObjectReader): number | undefined =>
  line.maybe('UnitWeight', (n) => {
    const weight = line.object(n);
    const value = weight.number('#text');
    if (value < 0 || value > 1e6) throw new FieldProblem(line.at(n), 'is no weight');
    return value === 0 ? undefined : toGrams(value, weight.choice('@UnitOfMeasure', UNITS));
  });

function readShipTo(order: ObjectReader): Address {
  const to = order.maybe('ShippingInfo', (n) => order.object(n));
  const parts = ['FirstName', 'LastName'].map((name) => text(to, name));
  return {
    name: parts.includes(undefined) ? '' : parts.join(' '),
    companyName: text(to, 'CompanyName'),
    address1: text(to, 'AddressLine1') ?? '',
    address2: text(to, 'AddressLine2'),
    city: text(to, 'City') ?? '',
    provinceCode: text(to, 'Region') ?? '',
    zipcode: text(to, 'PostalCode') ?? '',
    countryCode: to?.maybe('CountryCode', (n) => to.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text(to, 'PhoneNumberDay'),
    email: text(order, 'BuyerEmailAddress'),
  };
}

/** The pair of carrier and class that the order asks for. */
export function askedPair(order: ObjectReader): { readonly carrier: string; readonly service: string } | undefined {
  const to = order.maybe('ShippingInfo', (n) => order.object(n));
  const [pair] = to
    ? listIn(to, 'ShipmentList', 'Shipment', (one) => [text(one, 'ShippingCarrier'), text(one, 'ShippingClass')])
    : [];
  const [carrier, service] = pair ?? [];
  return carrier === undefined || service === undefined ? undefined : { carrier, service };
}

/** @throws FieldProblem when the order cannot be understood as a whole */
export function readOrder(order: ObjectReader, currency: string, gone: Shipped): StoreOrder {
  const id = order.id('OrderID', ID);
  const updatedAt = gmt(order, 'LastUpdateDate');
  const to = order.maybe('ShippingInfo', (n) => order.object(n));
  const asked = askedPair(order);
  let gift = false;
  const lines = linesOf(order, (line): StoreOrderLine => {
    const read = readLine(line, order, gone);
    gift = text(line, 'GiftMessage') !== undefined || gift;
    return {
      externalLineId: read.id,
      sku: read.sku,
      title: text(line, 'Title') ?? '',
      quantity: read.quantity,
      cancelled: read.cancelled,
      shipped: read.shipped,
      unitPrice: line.rounded('UnitPrice', currency),
      unitGrams: weightOf(line),
      needsShipping: true,
    };
  });
  return {
    externalId: id,
    number: id,
    placedAt: gmt(order, 'OrderTimeGMT'),
    updatedAt,
    cancelledAt: isCancelled(order) ? updatedAt : undefined,
    hold: readHold(order),
    shipTo: readShipTo(order),
    buyerNote: text(to, 'ShippingInstructions'),
    internalNote: text(order, 'TransactionNotes'),
    gift,
    tags: [],
    total: order.rounded('TotalOrderAmount', currency),
    requestedService: asked && { code: asked.service, name: `${asked.carrier} ${asked.service}` },
    lines,
  };
}
