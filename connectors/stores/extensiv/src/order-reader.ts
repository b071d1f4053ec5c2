/** One order of Extensiv Order Manager in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { Money } from '@scanship/domain/money/money';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, joinedStreets } from './company.ts';

const WORD = /^[A-Z][A-Z0-9_]{1,60}$/;

/** Why an order waits; any status that is new to us waits as well. */
const WAITING: Readonly<Record<string, { readonly code: string; readonly reason: string }>> = {
  UNRESOLVED: { code: 'on-hold', reason: 'The order is unresolved at Extensiv.' },
  AWAITING_PAYMENT: { code: 'payment-pending', reason: 'The order is not paid at Extensiv.' },
  AWAITING_3PL_EXPORT: { code: 'on-hold', reason: 'Extensiv hands the order to another warehouse.' },
  AWAITING_MC_FULFILLMENT: { code: 'on-hold', reason: 'The sales channel ships the order itself.' },
  AWAITING_DROPSHIP: { code: 'on-hold', reason: 'A supplier ships the order.' },
  PENDING_FULFILLMENT: { code: 'on-hold', reason: 'The order is being shipped by a fulfilment provider of Extensiv.' },
  ON_HOLD: { code: 'on-hold', reason: 'The order is on hold at Extensiv.' },
};

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly hold: { readonly code: string; readonly reason: string } | undefined;
}

export function readState(order: ObjectReader): State {
  const status = order.string('orderStatus', WORD);
  if (status === 'AWAITING_SHIPMENT') return { kind: 'to-ship', hold: undefined };
  if (status === 'SHIPPED' || status === 'PROCESSED_OUTSIDE_OF_SKUBANA') return { kind: 'shipped', hold: undefined };
  if (status === 'CANCELLED') return { kind: 'cancelled', hold: undefined };
  const words = status.toLowerCase().replaceAll('_', ' ');
  const unknown = { code: 'on-hold', reason: `The order is "${words}" at Extensiv.` };
  return { kind: 'held', hold: (Object.hasOwn(WAITING, status) ? WAITING[status] : undefined) ?? unknown };
}

/** Times have an offset or none; those without are taken as UTC. */
export function readTime(owner: ObjectReader, name: string): string {
  const text = owner.instant(name, false);
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}

/** `{ amount, currency }` */
function readMoney(owner: ObjectReader, name: string): Money {
  const money = owner.object(name);
  return money.rounded('amount', money.currency('currency'));
}

function readLine(item: ObjectReader, kind: Kind): StoreOrderLine {
  const quantity = item.integer('quantityOrdered', 0);
  const product = item.maybe('product', (n) => item.object(n));
  return {
    externalLineId: item.id('orderItemId', ID),
    externalProductId: product?.maybe('productId', (n) => product.id(n, ID)),
    sku: item.maybe('listingSku', (n) => item.string(n)),
    title: item.string('listingName'),
    quantity,
    cancelled: kind === 'cancelled' ? quantity : 0,
    shipped: kind === 'shipped' ? quantity : 0,
    unitPrice: readMoney(item, 'unitPrice'),
    needsShipping: true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const text = (name: string): string | undefined => order.maybe(name, (n) => order.string(n));
  return {
    name: text('shipName') ?? '',
    companyName: text('shipCompany'),
    address1: text('shipAddress1') ?? '',
    address2: joinedStreets(text('shipAddress2'), text('shipAddress3')),
    city: text('shipCity') ?? '',
    provinceCode: text('shipState') ?? '',
    zipcode: text('shipZipCode') ?? '',
    countryCode: order.maybe('shipCountry', (n) => order.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('shipPhone'),
    email: text('shipEmail'),
  };
}

export const readOrderId = (order: ObjectReader): string => order.id('orderId', ID);

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader): StoreOrder | undefined {
  const { kind, hold } = readState(order);
  const updatedAt = readTime(order, 'modifiedDate');
  const lines = order.strictList('orderItems', (item) => readLine(item, kind));
  const service = order.maybe('requestedShippingService', (n) => order.string(n));
  const source = order.maybe('fulfillmentSource', (n) => order.object(n));
  const read: StoreOrder = {
    externalId: readOrderId(order),
    number: order.string('orderNumber'),
    placedAt: readTime(order, 'orderDate'),
    updatedAt,
    // Extensiv does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold,
    shipTo: readShipTo(order),
    buyerNote: order.maybe('notesFromBuyer', (n) => order.string(n)),
    internalNote: order.maybe('internalNotes', (n) => order.string(n)),
    gift: order.maybe('gift', (n) => order.boolean(n)) === true,
    tags: [],
    total: readMoney(order, 'orderTotal'),
    requestedService: service === undefined ? undefined : { code: '', name: service },
    shipBy: order.maybe('shipByDate', (n) => readTime(order, n)),
    externalLocationId: source?.maybe('warehouseId', (n) => source.id(n, ID)),
    lines,
  };
  return waitingForGoods(read, 'Extensiv', kind === 'shipped');
}
