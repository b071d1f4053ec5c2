/** One purchase order of Walmart in our terms. Each line says by its statuses how many units are where. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { add, type Money, perUnit, zero } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { readAmount, readCountry, readGrams, readMoment } from './reading.ts';

export const ORDER_ID = /^[0-9]{6,25}$/;
export const LINE_NUMBER = /^[0-9]{1,10}$/;

type State = 'open' | 'shipped' | 'cancelled';
/** A refund follows a shipment, so what is refunded has left. */
const STATES: Readonly<Record<string, State>> = {
  Created: 'open',
  Acknowledged: 'open',
  Shipped: 'shipped',
  Delivered: 'shipped',
  Refund: 'shipped',
  Cancelled: 'cancelled',
};

export interface LineState {
  readonly lineNumber: string;
  readonly quantity: number;
  readonly open: number;
  readonly shipped: number;
  readonly cancelled: number;
  /** Units that nobody has acknowledged yet. */
  readonly created: number;
  readonly trackingNumbers: readonly string[];
  /** The buyer asked Walmart to cancel, and it is not decided. */
  readonly cancelAsked: boolean;
}

const units = (quantity: ObjectReader): number => quantity.integer('amount', 0);

const YES = { true: true, false: false } as const;

/** @throws FieldProblem when the line's units cannot be counted */
export function readLineState(line: ObjectReader): LineState {
  const statuses = line.object('orderLineStatuses').strictList('orderLineStatus', (status) => {
    const name = status.string('status');
    const tracking = status.has('trackingInfo') ? status.object('trackingInfo') : undefined;
    return {
      created: name === 'Created',
      state: status.choice('status', STATES),
      quantity: units(status.object('statusQuantity')),
      number: tracking?.has('trackingNumber') === true ? tracking.id('trackingNumber') : '',
    };
  });
  const sum = (which: (one: (typeof statuses)[number]) => boolean): number =>
    statuses.filter(which).reduce((all, one) => all + one.quantity, 0);
  const quantity = units(line.object('orderLineQuantity'));
  const [shipped, cancelled, open] = (['shipped', 'cancelled', 'open'] as const).map((state) =>
    sum((one) => one.state === state),
  ) as [number, number, number];
  if (shipped + cancelled + open !== quantity)
    throw new FieldProblem(line.at('orderLineStatuses'), 'do not add up to the quantity of the line');
  return {
    lineNumber: line.id('lineNumber', LINE_NUMBER),
    quantity,
    open,
    shipped,
    cancelled,
    created: sum((one) => one.created),
    trackingNumbers: statuses.flatMap(({ number }) => (number === '' ? [] : [number])),
    cancelAsked: open > 0 && line.has('intentToCancel') && line.choice('intentToCancel', YES),
  };
}

interface Charge {
  readonly product: boolean;
  readonly amount: Money;
  readonly tax: Money;
}

/** Charges are those of all units of the line. */
const readCharges = (line: ObjectReader, currency: string): Charge[] =>
  line.object('charges').strictList('charge', (charge) => {
    const amount = charge.object('chargeAmount');
    const tax = charge.has('tax') ? charge.object('tax').object('taxAmount') : undefined;
    for (const one of [amount, ...(tax ? [tax] : [])])
      if (one.currency('currency') !== currency)
        throw new FieldProblem(one.at('currency'), `should be ${currency} in this market`);
    return {
      product: charge.string('chargeType') === 'PRODUCT',
      amount: readAmount(amount, 'amount', currency),
      tax: tax ? readAmount(tax, 'amount', currency) : zero(currency),
    };
  });

interface ReadLine {
  readonly line: StoreOrderLine;
  readonly state: LineState;
  readonly charged: Money;
  readonly at: string;
  readonly program: string | undefined;
}

function readLine(line: ObjectReader, currency: string): ReadLine {
  const state = readLineState(line);
  const item = line.object('item');
  const sku = item.id('sku');
  const charges = readCharges(line, currency);
  const product = charges.filter((c) => c.product).reduce((sum, c) => add(sum, c.amount), zero(currency));
  const fulfillment = line.maybe('fulfillment', (n) => line.object(n));
  return {
    state,
    at: readMoment(line, 'statusDate'),
    charged: charges.reduce((sum, c) => add(sum, add(c.amount, c.tax)), zero(currency)),
    program: fulfillment?.maybe('shippingProgramType', (n) => fulfillment.string(n, /^[A-Z_]{1,40}$/)),
    line: {
      externalLineId: state.lineNumber,
      // Items are asked for by the seller's SKU alone.
      externalProductId: sku,
      sku,
      title: item.string('productName'),
      quantity: state.quantity,
      cancelled: state.cancelled,
      shipped: state.shipped,
      unitPrice: perUnit(product, state.quantity),
      unitGrams: item.maybe('weight', (n) => readGrams(item.object(n))),
      imageUrl: item.maybe('imageUrl', (n) => item.string(n, /^https?:\/\/[\x21-\x7e]+$/)),
      needsShipping: true,
    },
  };
}

const RESIDENTIAL: Readonly<Record<string, boolean>> = { RESIDENTIAL: true, OFFICE: false, COMMERCIAL: false };

function readShipTo(order: ObjectReader, shipping: ObjectReader | undefined): Address {
  const to = shipping?.maybe('postalAddress', (n) => shipping.object(n));
  const text = (name: string): string | undefined => to?.maybe(name, (n) => to.id(n));
  const type = text('addressType');
  return {
    name: text('name') ?? '',
    address1: text('address1') ?? '',
    address2: text('address2'),
    city: text('city') ?? '',
    provinceCode: text('state') ?? '',
    zipcode: text('postalCode') ?? '',
    countryCode: to?.maybe('country', (n) => readCountry(to, n)) ?? '',
    phone: shipping?.maybe('phone', (n) => shipping.id(n)),
    // An address at Walmart that passes mail on.
    email: order.maybe('customerEmailId', (n) => order.string(n)),
    residential: type === undefined ? undefined : RESIDENTIAL[type],
  };
}

/** What the order says it comes to; else what its lines are charged with, taxes included. */
function readTotal(order: ObjectReader, lines: readonly ReadLine[], currency: string): Money {
  const total = order.has('orderSummary') ? order.object('orderSummary') : undefined;
  if (total?.has('totalAmount') !== true) return lines.reduce((sum, l) => add(sum, l.charged), zero(currency));
  const amount = total.object('totalAmount');
  if (amount.currency('currencyUnit') !== currency)
    throw new FieldProblem(amount.at('currencyUnit'), `should be ${currency} in this market`);
  return readAmount(amount, 'currencyAmount', currency);
}

/** Who ships: the seller, Walmart (WFS), or another service. */
export const isOurs = (order: ObjectReader): boolean => {
  const node = order.raw('shipNode');
  const type = typeof node === 'object' && node !== null && 'type' in node ? node.type : undefined;
  return type !== 'WFSFulfilled' && type !== '3PLFulfilled';
};

/** One order in an answer: Walmart's samples wrap it, the schema of the look-up does not. */
export const orderIn = (answer: ObjectReader): ObjectReader => (answer.has('order') ? answer.object('order') : answer);

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, currency: string): StoreOrder {
  const lines = order.object('orderLines').strictList('orderLine', (line) => readLine(line, currency));
  const shipping = order.maybe('shippingInfo', (n) => order.object(n));
  const placedAt = readMoment(order, 'orderDate');
  // There is no time of the last change; each line has that of its last status.
  const updatedAt = lines.reduce((last, { at }) => (at > last ? at : last), placedAt);
  const cancelled = lines.length > 0 && lines.every(({ state }) => state.cancelled === state.quantity);
  const code = shipping?.maybe('methodCode', (n) => shipping.string(n, /^[A-Za-z_]{1,40}$/));
  const node = order.maybe('shipNode', (n) => order.object(n));
  const kind = order.maybe('orderType', (n) => order.string(n, /^[A-Z_]{1,40}$/));
  const programs = lines.flatMap(({ program }) => (program === undefined ? [] : [program]));
  return {
    externalId: order.id('purchaseOrderId', ORDER_ID),
    number: order.id('customerOrderId', ORDER_ID),
    placedAt,
    updatedAt,
    cancelledAt: cancelled ? updatedAt : undefined,
    hold: lines.some(({ state }) => state.cancelAsked)
      ? { code: 'on-hold', reason: 'The buyer asked Walmart to cancel; decide it in Seller Center.' }
      : undefined,
    shipTo: readShipTo(order, shipping),
    gift: false,
    tags: [...new Set([...(kind === undefined || kind === 'REGULAR' ? [] : [kind]), ...programs])],
    total: readTotal(order, lines, currency),
    requestedService: code === undefined ? undefined : { code, name: code },
    shipBy: shipping?.maybe('estimatedShipDate', (n) => readMoment(shipping, n)),
    externalLocationId: node?.maybe('id', (n) => node.id(n, /^[\w-]{1,60}$/)),
    lines: lines.map(({ line }) => line),
  };
}
