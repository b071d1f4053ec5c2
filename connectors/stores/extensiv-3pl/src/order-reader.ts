/** One order of Extensiv in our terms. It has no currency and no zone: those are the connection's. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { add, money, subtract, sum, times, zero, type Money } from '@scanship/domain/money/money';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { readLines } from './client.ts';
import { ID, type Connection } from './connection.ts';
import { readSystemTime, WRITTEN } from './system-time.ts';
import { readContact } from './warehouse.ts';

/** `readOnly.status`: 0 open, 1 closed (confirmed), 2 cancelled. */
const STATUS = { '0': 'open', '1': 'closed', '2': 'cancelled' } as const;

export interface State {
  readonly kind: 'open' | 'closed' | 'cancelled';
  readonly hold: { readonly code: string; readonly reason: string } | undefined;
  /** The tracking number in its routing; empty where there is none. */
  readonly number: string;
  readonly allocated: boolean;
}

const fixedOf = (order: ObjectReader): ObjectReader => order.object('readOnly');
const routingOf = (order: ObjectReader): ObjectReader | undefined => order.maybe('routingInfo', (n) => order.object(n));

export const readOrderId = (order: ObjectReader): string => fixedOf(order).id('orderId', ID);

/** Credentials open every customer of the warehouse. */
export function isOurs(order: ObjectReader, { customerId, facilityId }: Connection): boolean {
  const fixed = fixedOf(order);
  const is = (name: string, id: string): boolean => fixed.object(name).id('id', ID) === id;
  return is('customerIdentifier', customerId) && (facilityId === undefined || is('facilityIdentifier', facilityId));
}

function readHold(fixed: ObjectReader): State['hold'] {
  if (!fixed.has('onHoldDate')) return undefined;
  // Whether it is held is never guessed.
  fixed.string('onHoldDate', WRITTEN);
  const why = fixed.maybe('onHoldReason', (n) => fixed.string(n));
  const words = why === undefined ? '' : `: ${why.slice(0, 200).replace(/(?<![.\s])[.\s]*$/, '')}`;
  return { code: 'on-hold', reason: `The order is on hold at the warehouse${words}.` };
}

export function readState(order: ObjectReader): State {
  const fixed = fixedOf(order);
  const status = fixed.choice('status', STATUS);
  const closed = fixed.boolean('isClosed');
  const routing = routingOf(order);
  return {
    // Extensiv's own advice: the status is reliable for cancelled orders alone.
    kind: status === 'cancelled' ? 'cancelled' : closed ? 'closed' : 'open',
    hold: readHold(fixed),
    number: routing?.has('trackingNumber') === true ? routing.string('trackingNumber') : '',
    allocated: fixed.has('fullyAllocated') && fixed.boolean('fullyAllocated'),
  };
}

/** Closed, or open with a tracking number: a label for it exists, and nobody must buy another. */
export const isShipped = ({ kind, number }: State): boolean => kind === 'closed' || (kind === 'open' && number !== '');

export const readLineId = (line: ObjectReader): string => line.object('readOnly').id('orderItemId', ID);

function readLine(line: ObjectReader, { currency }: Connection, state: State): StoreOrderLine {
  const item = line.object('itemIdentifier');
  const sku = item.string('sku');
  const qualifier = line.maybe('qualifier', (n) => line.string(n));
  const quantity = line.integer('qty', 0);
  return {
    externalLineId: readLineId(line),
    externalProductId: item.maybe('id', (n) => item.id(n, ID)),
    sku,
    // A line has no words of its own.
    title: qualifier === undefined ? sku : `${sku} (${qualifier})`,
    quantity,
    cancelled: state.kind === 'cancelled' ? quantity : 0,
    shipped: isShipped(state) ? quantity : 0,
    // Only where the warehouse prints invoices for the seller; else the product's price counts.
    unitPrice: line.has('fulfillInvSalePrice') ? line.rounded('fulfillInvSalePrice', currency) : zero(currency),
    needsShipping: true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const contact = readContact(order.maybe('shipTo', (n) => order.object(n)));
  return {
    ...contact,
    name: contact.name ?? '',
    address1: contact.address1 ?? '',
    city: contact.city ?? '',
    provinceCode: contact.provinceCode ?? '',
    zipcode: contact.zipcode ?? '',
    countryCode: contact.countryCode ?? '',
  };
}

/** Goods, shipping and tax less the discount, as far as the invoice says them. */
function readTotal(order: ObjectReader, lines: readonly StoreOrderLine[], currency: string): Money {
  const invoice = order.maybe('fulfillInvInfo', (n) => order.object(n));
  const amount = (name: string): Money =>
    invoice?.has(name) === true ? invoice.rounded(name, currency) : zero(currency);
  const goods = sum(
    lines.map((line) => times(line.unitPrice, line.quantity)),
    currency,
  );
  const charged = add(add(goods, amount('fulfillInvShippingAndHandling')), amount('fulfillInvTax'));
  const total = subtract(charged, amount('fulfillInvDiscountAmount'));
  return total.minor < 0 ? money(0, currency) : total;
}

/** The mode is the carrier's service ("Ground"); a carrier alone asks for none. */
function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const routing = routingOf(order);
  const text = (name: string): string | undefined => routing?.maybe(name, (n) => routing.string(n));
  const name = text('mode');
  return name === undefined ? undefined : { code: text('carrier') ?? '', name };
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, connection: Connection): StoreOrder | undefined {
  const { zone, currency } = connection;
  const fixed = fixedOf(order);
  const state = readState(order);
  const updatedAt = readSystemTime(fixed, 'lastModifiedDate', zone);
  const lines = readLines(order, (line) => readLine(line, connection, state));
  const invoice = order.maybe('fulfillInvInfo', (n) => order.object(n));
  const message = invoice?.maybe('fulfillInvGiftMessage', (n) => invoice.string(n));
  const text = (name: string): string | undefined => order.maybe(name, (n) => order.string(n));
  const notes = [text('notes'), text('shippingNotes'), message && `Gift message: ${message}`];
  const internal = notes.filter((note) => note !== undefined).join('\n');
  const facility = fixed.maybe('facilityIdentifier', (n) => fixed.object(n));
  const read: StoreOrder = {
    externalId: readOrderId(order),
    number: order.string('referenceNum'),
    placedAt: readSystemTime(fixed, 'creationDate', zone),
    updatedAt,
    // Extensiv does not say when; the last change is no earlier.
    cancelledAt: state.kind === 'cancelled' ? updatedAt : undefined,
    hold: state.kind === 'open' ? state.hold : undefined,
    shipTo: readShipTo(order),
    internalNote: internal === '' ? undefined : internal,
    gift: message !== undefined,
    tags: [],
    total: readTotal(order, lines, currency),
    requestedService: readService(order),
    shipBy: order.maybe('shipCancelDate', (n) => readSystemTime(order, n, zone)),
    externalLocationId: facility?.maybe('id', (n) => facility.id(n, ID)),
    lines,
  };
  return waitingForGoods(read, 'Extensiv 3PL', isShipped(state));
}
