/**
 * One order of Reebelo in our terms. Reebelo's documents show an order in the form of Shopify's REST API and name few of
 * its fields; what is beyond them is read where it is there.
 */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';

/** The number of a report, and of a search. */
export const ORDER_NUMBER = /^[1-9]\d{0,14}$/;
/** Sent back as a number. */
const LINE_ID = /^[1-9]\d{0,14}$/;
const WORD = /^[a-z_]{1,40}$/;

/** Times have an offset or none; those without are taken as UTC. */
function time(reader: ObjectReader, name: string): string {
  const text = reader.instant(name, false);
  return /(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`;
}

/** A time, or a day, which ends at its last second. */
function deadline(reader: ObjectReader, name: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(String(reader.raw(name))) ? `${reader.date(name)}T23:59:59Z` : time(reader, name);
}

const list = <T>(reader: ObjectReader, name: string, read: (item: ObjectReader) => T): readonly T[] =>
  reader.has(name) ? reader.strictList(name, read) : [];

interface Units {
  readonly line: string;
  readonly quantity: number;
}

export interface Fulfilment {
  readonly numbers: readonly string[];
  readonly units: readonly Units[];
}

const add = (units: readonly Units[], line: string): number =>
  units.filter((u) => u.line === line).reduce((sum, u) => sum + u.quantity, 0);

/** What left, without what was taken back. */
export const readFulfilments = (order: ObjectReader): readonly Fulfilment[] =>
  list(order, 'fulfillments', (one): Fulfilment => {
    const gone = one.has('status') && ['cancelled', 'error', 'failure'].includes(one.string('status', WORD));
    return {
      numbers: one.has('tracking_number') ? [one.string('tracking_number')] : [],
      units: gone
        ? []
        : list(one, 'line_items', (line) => ({ line: line.id('id'), quantity: line.integer('quantity', 0) })),
    };
  });

const readRefunds = (order: ObjectReader): readonly Units[] =>
  list(order, 'refunds', (refund) =>
    list(refund, 'refund_line_items', (line) => ({
      line: line.id('line_item_id'),
      quantity: line.integer('quantity', 0),
    })),
  ).flat();

const PAYMENTS: Readonly<Record<string, string>> = {
  authorized: 'The payment is authorised at Reebelo but not taken yet.',
  pending: 'The payment is pending at Reebelo.',
  partially_paid: 'The order is not paid in full at Reebelo.',
  unpaid: 'The order is not paid at Reebelo.',
};

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly hold: string | undefined;
}

/** @throws FieldProblem for an order that does not say whether it is paid */
export function readState(order: ObjectReader): State {
  const payment = order.string('financial_status', WORD);
  const cancelled = order.has('cancelled_at') && time(order, 'cancelled_at') !== '';
  if (cancelled || payment === 'voided') return { kind: 'cancelled', hold: undefined };
  if (order.has('fulfillment_status') && order.string('fulfillment_status', WORD) === 'fulfilled')
    return { kind: 'shipped', hold: undefined };
  if (payment === 'refunded') return { kind: 'cancelled', hold: undefined };
  const paid = payment === 'paid' || payment === 'partially_refunded';
  const hold = Object.hasOwn(PAYMENTS, payment) ? PAYMENTS[payment] : `The payment is "${payment}" at Reebelo.`;
  return paid ? { kind: 'to-ship', hold: undefined } : { kind: 'held', hold };
}

/** Units of each line, in the order of the lines. */
export function readLineUnits(
  order: ObjectReader,
  kind: Kind,
): readonly { readonly id: string; readonly quantity: number; readonly cancelled: number; readonly shipped: number }[] {
  const left = readFulfilments(order).flatMap((f) => f.units);
  const refunded = readRefunds(order);
  return order.strictList('line_items', (line) => {
    const id = line.id('id', LINE_ID);
    const quantity = line.integer('quantity', 0);
    if (kind === 'cancelled') return { id, quantity, cancelled: quantity, shipped: 0 };
    const shipped = kind === 'shipped' ? quantity : Math.min(quantity, add(left, id));
    // Units that were refunded after they left were shipped all the same.
    const cancelled = kind === 'shipped' ? 0 : Math.min(quantity - shipped, add(refunded, id));
    return { id, quantity, cancelled, shipped };
  });
}

function readLine(
  line: ObjectReader,
  currency: string,
  units: { readonly quantity: number; readonly cancelled: number; readonly shipped: number },
): StoreOrderLine {
  const grams = line.maybe('grams', (n) => line.integer(n, 0));
  return {
    externalLineId: line.id('id', LINE_ID),
    // Offers have no number of their own; the vendor's SKU is their key.
    externalProductId: line.maybe('sku', (n) => line.string(n)),
    sku: line.maybe('sku', (n) => line.string(n)),
    title: line.has('title') ? line.string('title') : line.string('name'),
    quantity: units.quantity,
    cancelled: units.cancelled,
    shipped: units.shipped,
    unitPrice: line.money('price', currency),
    unitGrams: grams === 0 ? undefined : grams,
    needsShipping: line.maybe('requires_shipping', (n) => line.boolean(n)) ?? true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const from = order.maybe('shipping_address', (n) => order.object(n));
  const maybe = (name: string): string | undefined => from?.maybe(name, (n) => from.string(n));
  // Half a name because the other half is damaged would be another person's.
  const parts = ['first_name', 'last_name'].map((name) => (from?.raw(name) === '' ? '' : maybe(name)));
  return {
    name: parts.includes(undefined) ? '' : parts.filter((part) => part !== '').join(' '),
    companyName: maybe('company'),
    address1: maybe('address1') ?? '',
    address2: maybe('address2'),
    city: maybe('city') ?? '',
    provinceCode: maybe('province_code') ?? '',
    zipcode: maybe('zip') ?? '',
    countryCode: from?.maybe('country_code', (n) => from.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: maybe('phone'),
    email: order.maybe('email', (n) => order.string(n)),
  };
}

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const [first] = order.maybe('shipping_lines', (n) => order.strictList(n, (line) => line)) ?? [];
  const name = first?.maybe('title', (n) => first.string(n));
  return first && name !== undefined ? { code: first.maybe('code', (n) => first.string(n)) ?? '', name } : undefined;
}

export const readNumber = (order: ObjectReader): string => order.id('order_number', ORDER_NUMBER);

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader): StoreOrder {
  const { kind, hold } = readState(order);
  const currency = order.currency('currency');
  const units = readLineUnits(order, kind);
  const updatedAt = time(order, 'updated_at');
  return {
    externalId: readNumber(order),
    number: order.string('name'),
    placedAt: time(order, 'processed_at'),
    updatedAt,
    // An order that was voided or refunded as a whole has no time of cancelling.
    cancelledAt:
      kind === 'cancelled' ? (order.has('cancelled_at') ? time(order, 'cancelled_at') : updatedAt) : undefined,
    hold: hold === undefined ? undefined : { code: 'payment-pending', reason: hold },
    shipTo: readShipTo(order),
    buyerNote: order.maybe('note', (n) => order.string(n)),
    gift: false,
    tags: [],
    total: order.money('total_price', currency),
    requestedService: readService(order),
    shipBy: order.maybe('lastDayToDispatch', (n) => deadline(order, n)),
    lines: order.strictList('line_items', (line) => {
      const own = units.find((u) => u.id === line.id('id', LINE_ID));
      if (!own) throw new FieldProblem(line.at('id'), 'is missing');
      return readLine(line, currency, own);
    }),
  };
}
