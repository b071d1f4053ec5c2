/** One sales order of Omni in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { present, readCountry, readMoment } from './reading.ts';
import { NUMBER } from './system.ts';

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly hold: { readonly code: string; readonly reason: string } | undefined;
}

/** Stages at which Omni's document says, or its words do, that the goods are to wait. */
const WAITING: Readonly<Record<string, { readonly code: string; readonly reason: string }>> = {
  'awaiting payment': { code: 'payment-pending', reason: 'The order is not paid at Cin7 Omni.' },
  declined: { code: 'payment-pending', reason: 'The payment was declined at Cin7 Omni.' },
  'on hold': { code: 'on-hold', reason: 'The order is on hold at Cin7 Omni.' },
  'needs attention': { code: 'on-hold', reason: 'The order needs attention at Cin7 Omni.' },
};

export function readOmniState(order: ObjectReader): State {
  if (order.boolean('isVoid')) return { kind: 'cancelled', hold: undefined };
  if (order.has('dispatchedDate')) {
    readMoment(order, 'dispatchedDate');
    return { kind: 'shipped', hold: undefined };
  }
  if (!order.boolean('isApproved'))
    return { kind: 'held', hold: { code: 'on-hold', reason: 'The order is a draft at Cin7 Omni.' } };
  const stage = (order.has('stage') ? order.string('stage') : '').toLowerCase();
  const hold = Object.hasOwn(WAITING, stage) ? WAITING[stage] : undefined;
  return { kind: hold ? 'held' : 'to-ship', hold };
}

export const isComponent = (line: ObjectReader): boolean =>
  line.has('parentId') && line.id('parentId', /^\d{1,15}$/) !== '0';

/** Undefined for a component of a kit, which stands below its own line. */
function readLine(line: ObjectReader, currency: string, kind: Kind): StoreOrderLine | undefined {
  if (isComponent(line)) return undefined;
  const quantity = line.integer('qty', 0);
  const text = (name: string): string | undefined => line.maybe(name, (n) => line.string(n));
  const shipped = line.has('qtyShipped') ? Math.min(quantity, line.integer('qtyShipped', 0)) : 0;
  const options = present([text('option1'), text('option2'), text('option3')], ', ');
  const name = line.string('name');
  return {
    externalLineId: line.id('id', NUMBER),
    externalProductId: line.maybe('productOptionId', (n) => line.id(n, NUMBER)),
    sku: text('code'),
    title: options === undefined ? name : `${name} (${options})`,
    quantity,
    cancelled: kind === 'cancelled' ? quantity : 0,
    shipped: kind === 'cancelled' ? 0 : kind === 'shipped' ? quantity : shipped,
    unitPrice: line.rounded('unitPrice', currency),
    needsShipping: true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const text = (name: string): string | undefined => order.maybe(name, (n) => order.string(n));
  // Half a name because the other half is damaged would be another person's.
  const named = (first: string, last: string): string | undefined => {
    const parts = [first, last].map((name) => (order.raw(name) === '' ? '' : text(name)));
    return parts.includes(undefined)
      ? ''
      : present(
          parts.map((part) => (part === '' ? undefined : part)),
          ' ',
        );
  };
  const known = order.has('deliveryFirstName') || order.has('deliveryLastName');
  return {
    name: (known ? named('deliveryFirstName', 'deliveryLastName') : named('firstName', 'lastName')) ?? '',
    companyName: text('deliveryCompany'),
    address1: text('deliveryAddress1') ?? '',
    address2: text('deliveryAddress2'),
    city: text('deliveryCity') ?? '',
    provinceCode: text('deliveryState') ?? '',
    zipcode: text('deliveryPostalCode') ?? '',
    countryCode: order.maybe('deliveryCountry', (n) => readCountry(order, n)) ?? '',
    phone: text('phone') ?? text('mobile'),
    email: text('email'),
  };
}

export const readOmniId = (order: ObjectReader): string => order.id('id', NUMBER);

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOmniOrder(order: ObjectReader): StoreOrder | undefined {
  const externalId = readOmniId(order);
  const { kind, hold } = readOmniState(order);
  const currency = order.currency('currencyCode');
  const updatedAt = readMoment(order, 'modifiedDate');
  const lines = order
    .strictList('lineItems', (line) => readLine(line, currency, kind))
    .filter((line) => line !== undefined);
  const text = (name: string): string | undefined => order.maybe(name, (n) => order.string(n));
  const service = text('freightDescription') ?? text('logisticsCarrier');
  const read: StoreOrder = {
    externalId,
    number: order.string('reference'),
    placedAt: readMoment(order, 'createdDate'),
    updatedAt,
    cancelledAt:
      kind === 'cancelled' ? (order.maybe('cancellationDate', (n) => readMoment(order, n)) ?? updatedAt) : undefined,
    hold,
    shipTo: readShipTo(order),
    buyerNote: text('deliveryInstructions'),
    internalNote: text('internalComments'),
    gift: false,
    tags: [],
    total: order.rounded('total', currency),
    requestedService: service === undefined ? undefined : { code: '', name: service },
    externalLocationId: order.maybe('branchId', (n) => order.id(n, NUMBER)),
    lines,
  };
  return waitingForGoods(read, 'Cin7 Omni', kind === 'shipped');
}
