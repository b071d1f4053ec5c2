/** One order of Ecwid in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import {
  imageUrl,
  instantOf,
  NUMBER_ID,
  optionsOf,
  ORDER_ID,
  productKey,
  readSeconds,
  readStreet,
  readWeight,
  type Units,
} from './reading.ts';

const WORD = /^[A-Z][A-Z0-9_]{0,60}$/;

/** Why an order waits for its payment; any other status is the seller's own, of which nobody knows what it means. */
const WAITING: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: 'The order is not paid at Ecwid.',
  INCOMPLETE: 'The order was not finished by the buyer at Ecwid.',
};
const PAID = ['PAID', 'PARTIALLY_REFUNDED'];
const GONE = ['SHIPPED', 'OUT_FOR_DELIVERY', 'DELIVERED', 'RETURNED'];

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly hold: string | undefined;
}

/** @throws FieldProblem for an order that does not say whether it is paid and whether it left */
export function readState(order: ObjectReader): State {
  const payment = order.string('paymentStatus', WORD);
  const fulfilment = order.string('fulfillmentStatus', WORD);
  if (GONE.includes(fulfilment)) return { kind: 'shipped', hold: undefined };
  if (payment === 'CANCELLED' || payment === 'REFUNDED' || fulfilment === 'WILL_NOT_DELIVER')
    return { kind: 'cancelled', hold: undefined };
  if (PAID.includes(payment)) return { kind: 'to-ship', hold: undefined };
  const own =
    'The payment has a status of the seller’s own at Ecwid, so somebody has to look whether it may be shipped.';
  return { kind: 'held', hold: (Object.hasOwn(WAITING, payment) ? WAITING[payment] : undefined) ?? own };
}

export const readOrderId = (order: ObjectReader): string => order.string('id', ORDER_ID);

export const readLineId = (line: ObjectReader): string => line.id('id', NUMBER_ID);

/** Whether a line goes into a parcel: digital goods do not. */
export const readNeedsShipping = (line: ObjectReader): boolean =>
  line.maybe('isShippingRequired', (n) => line.boolean(n)) ?? true;

function isPickup(order: ObjectReader): boolean {
  const option = order.maybe('shippingOption', (n) => order.object(n));
  return option?.maybe('isPickup', (n) => option.boolean(n)) === true;
}

function readLine(line: ObjectReader, units: Units, kind: Kind, pickup: boolean): StoreOrderLine {
  const quantity = line.integer('quantity', 0);
  const productId = line.maybe('productId', (n) => line.id(n, NUMBER_ID));
  const variationId = line.maybe('combinationId', (n) => line.id(n, NUMBER_ID));
  // A variation that cannot be read is not the product without variations.
  const unread = line.has('combinationId') && variationId === undefined;
  const options = optionsOf(line, 'selectedOptions');
  const name = line.string('name');
  return {
    externalLineId: readLineId(line),
    externalProductId: productId === undefined || unread ? undefined : productKey(productId, variationId),
    sku: line.maybe('sku', (n) => line.string(n)),
    title: options === '' ? name : `${name} (${options})`,
    quantity,
    cancelled: kind === 'cancelled' ? quantity : 0,
    shipped: kind === 'shipped' ? quantity : 0,
    unitPrice: line.rounded('price', units.currency),
    unitGrams: readWeight(line, units),
    imageUrl: imageUrl(line, 'imageUrl'),
    needsShipping: !pickup && readNeedsShipping(line),
  };
}

function readShipTo(order: ObjectReader): Address {
  const person = order.maybe('shippingPerson', (n) => order.object(n));
  const text = (name: string): string | undefined => person?.maybe(name, (n) => person.string(n));
  return {
    name: text('name') ?? '',
    companyName: text('companyName'),
    ...readStreet(person),
    city: text('city') ?? '',
    provinceCode: text('stateOrProvinceCode') ?? '',
    zipcode: text('postalCode') ?? '',
    countryCode: person?.maybe('countryCode', (n) => person.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('phone'),
    email: order.maybe('email', (n) => order.string(n)),
  };
}

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const option = order.maybe('shippingOption', (n) => order.object(n));
  const name = option?.maybe('shippingMethodName', (n) => option.string(n));
  const code = option?.maybe('shippingCarrierName', (n) => option.string(n));
  return name === undefined ? undefined : { code: code ?? '', name };
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, units: Units): StoreOrder | undefined {
  const { kind, hold } = readState(order);
  const externalId = readOrderId(order);
  const pickup = isPickup(order);
  const updatedAt = instantOf(readSeconds(order, 'updateTimestamp'));
  const lines = order.strictList('items', (line) => readLine(line, units, kind, pickup));
  const read: StoreOrder = {
    externalId,
    // Older stores show a number of another form than the id.
    number: order.maybe('vendorOrderNumber', (n) => order.string(n)) ?? externalId,
    placedAt: instantOf(readSeconds(order, 'createTimestamp')),
    updatedAt,
    // Ecwid does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold: hold === undefined ? undefined : { code: 'payment-pending', reason: hold },
    shipTo: readShipTo(order),
    buyerNote: order.maybe('orderComments', (n) => order.string(n)),
    internalNote: order.maybe('privateAdminNotes', (n) => order.string(n)),
    gift: false,
    tags: [],
    total: order.rounded('total', units.currency),
    requestedService: readService(order),
    lines,
  };
  return waitingForGoods(read, 'Ecwid', kind === 'shipped');
}
