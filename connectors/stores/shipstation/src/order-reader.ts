/** One order of ShipStation in our terms. It has no currency: that is the connection's. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { toGrams } from '@scanship/domain/values/measure';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, readStreets } from './account.ts';
import { readPacific } from './pacific.ts';

const WORD = /^[a-z][a-z_]{1,40}$/;

/** Why an order waits; any status that is new to us waits as well. */
const WAITING: Readonly<Record<string, { readonly code: string; readonly reason: string }>> = {
  awaiting_payment: { code: 'payment-pending', reason: 'The order is not paid at ShipStation.' },
  on_hold: { code: 'on-hold', reason: 'The order is on hold at ShipStation.' },
  pending_fulfillment: { code: 'on-hold', reason: 'The order is with a fulfilment provider at ShipStation.' },
};

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly hold: { readonly code: string; readonly reason: string } | undefined;
}

export function readState(order: ObjectReader): State {
  const status = order.string('orderStatus', WORD);
  if (status === 'awaiting_shipment') return { kind: 'to-ship', hold: undefined };
  if (status === 'shipped') return { kind: 'shipped', hold: undefined };
  if (status === 'cancelled') return { kind: 'cancelled', hold: undefined };
  const unknown = { code: 'on-hold', reason: `The order is "${status.replaceAll('_', ' ')}" at ShipStation.` };
  return { kind: 'held', hold: (Object.hasOwn(WAITING, status) ? WAITING[status] : undefined) ?? unknown };
}

const WEIGHTS = {
  pounds: (value: number): number => toGrams(value, 'lb'),
  ounces: (value: number): number => toGrams(value, 'oz'),
  grams: (value: number): number => toGrams(value, 'g'),
} as const;

/** Of one unit; undefined where none was entered. */
function readWeight(line: ObjectReader): number | undefined {
  const weight = line.maybe('weight', (n) => line.object(n));
  const value = weight?.maybe('value', (n) => weight.number(n));
  const grams = weight?.maybe('units', (n) => weight.choice(n, WEIGHTS));
  return value === undefined || value <= 0 || value >= 1e6 ? undefined : grams?.(value);
}

/** "Size: Large" of what was chosen. */
function optionsOf(line: ObjectReader): string {
  if (!line.has('options')) return '';
  return line
    .strictList('options', (option) =>
      option.has('value') ? `${option.string('name')}: ${option.string('value')}` : '',
    )
    .filter((text) => text !== '')
    .join(', ');
}

/** A discount or fee that stands among the items. */
const isAdjustment = (line: ObjectReader): boolean => line.has('adjustment') && line.boolean('adjustment');

function readLine(line: ObjectReader, currency: string, kind: Kind): StoreOrderLine | undefined {
  if (isAdjustment(line)) return undefined;
  const quantity = line.integer('quantity', 0);
  const options = optionsOf(line);
  const name = line.string('name');
  return {
    externalLineId: line.id('orderItemId', ID),
    externalProductId: line.maybe('productId', (n) => line.id(n, ID)),
    sku: line.maybe('sku', (n) => line.string(n)),
    title: options === '' ? name : `${name} (${options})`,
    quantity,
    cancelled: kind === 'cancelled' ? quantity : 0,
    shipped: kind === 'shipped' ? quantity : 0,
    unitPrice: line.rounded('unitPrice', currency),
    unitGrams: readWeight(line),
    imageUrl: line.maybe('imageUrl', (n) => line.string(n, /^https?:\/\/[\x21-\x7e]+$/)),
    needsShipping: true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const to = order.maybe('shipTo', (n) => order.object(n));
  const text = (name: string): string | undefined => to?.maybe(name, (n) => to.string(n));
  return {
    name: text('name') ?? '',
    companyName: text('company'),
    ...readStreets(to),
    city: text('city') ?? '',
    provinceCode: text('state') ?? '',
    zipcode: text('postalCode') ?? '',
    countryCode: to?.maybe('country', (n) => to.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('phone'),
    residential: to?.maybe('residential', (n) => to.boolean(n)),
    email: order.maybe('customerEmail', (n) => order.string(n)),
  };
}

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const name = order.maybe('requestedShippingService', (n) => order.string(n));
  return name === undefined ? undefined : { code: order.maybe('serviceCode', (n) => order.string(n)) ?? '', name };
}

export const readOrderId = (order: ObjectReader): string => order.id('orderId', ID);

/** ShipStation's number of the selling channel. */
export const readStoreId = (order: ObjectReader): string | undefined => {
  const options = order.maybe('advancedOptions', (n) => order.object(n));
  return options?.maybe('storeId', (n) => options.id(n, ID));
};

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, currency: string): StoreOrder | undefined {
  const { kind, hold } = readState(order);
  const updatedAt = readPacific(order, 'modifyDate');
  const lines = order
    .strictList('items', (line) => readLine(line, currency, kind))
    .filter((line) => line !== undefined);
  const options = order.maybe('advancedOptions', (n) => order.object(n));
  const message = order.maybe('giftMessage', (n) => order.string(n));
  const notes = [order.maybe('internalNotes', (n) => order.string(n)), message && `Gift message: ${message}`];
  const internal = notes.filter((note) => note !== undefined).join('\n');
  const read: StoreOrder = {
    externalId: readOrderId(order),
    number: order.string('orderNumber'),
    placedAt: readPacific(order, 'orderDate'),
    updatedAt,
    // ShipStation does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold,
    shipTo: readShipTo(order),
    buyerNote: order.maybe('customerNotes', (n) => order.string(n)),
    internalNote: internal === '' ? undefined : internal,
    gift: order.maybe('gift', (n) => order.boolean(n)) === true,
    tags: [],
    total: order.rounded('orderTotal', currency),
    requestedService: readService(order),
    shipBy: order.maybe('shipByDate', (n) => readPacific(order, n)),
    externalLocationId: options?.maybe('warehouseId', (n) => options.id(n, ID)),
    lines,
  };
  return waitingForGoods(read, 'ShipStation', kind === 'shipped');
}
