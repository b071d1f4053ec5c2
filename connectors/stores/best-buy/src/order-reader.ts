/** One order of Mirakl in our terms. The ship-to address is there from state SHIPPING on. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { alpha3Of } from '@scanship/domain/addresses/countries';
import { divideRounded, exponentOf, money, sum, times, type Money } from '@scanship/domain/money/money';
import { findProvince } from '@scanship/domain/addresses/provinces';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { countryOf } from './shop.ts';

/** "123456789-A". Commas part ids in a question, so no id has one. */
export const ORDER_ID = /^[\w.-]{1,100}$/;
const STATE = /^[A-Z_]{1,40}$/;

type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

const KINDS: Readonly<Record<string, Kind>> = {
  STAGING: 'held',
  WAITING_ACCEPTANCE: 'held',
  WAITING_DEBIT: 'held',
  WAITING_DEBIT_PAYMENT: 'held',
  SHIPPING: 'to-ship',
  SHIPPED: 'shipped',
  TO_COLLECT: 'shipped',
  RECEIVED: 'shipped',
  CLOSED: 'shipped',
  REFUSED: 'cancelled',
  CANCELED: 'cancelled',
};

const HOLDS: Readonly<Record<string, NonNullable<StoreOrder['hold']>>> = {
  STAGING: { code: 'fraud-review', reason: 'Best Buy is checking the order.' },
  WAITING_ACCEPTANCE: { code: 'on-hold', reason: 'The order waits at Best Buy to be accepted.' },
  WAITING_DEBIT: { code: 'payment-pending', reason: 'Best Buy has not taken the payment yet.' },
  WAITING_DEBIT_PAYMENT: { code: 'payment-pending', reason: 'Best Buy waits for the payment to be confirmed.' },
};

/** States that Mirakl adds one day wait for a person. */
export const kindOf = (state: string): Kind => (Object.hasOwn(KINDS, state) ? KINDS[state] : undefined) ?? 'held';

export const holdOf = (state: string): NonNullable<StoreOrder['hold']> =>
  (Object.hasOwn(HOLDS, state) ? HOLDS[state] : undefined) ?? {
    code: 'on-hold',
    reason: `The order has the state "${state}" at Best Buy.`,
  };

/** Amounts are JSON numbers and may have more decimals than the currency; they are rounded half away from zero. */
export function readRounded(reader: ObjectReader, name: string, currency: string): Money {
  reader.number(name);
  const found = /^(-?)(\d{1,12})(?:\.(\d{1,20}))?$/.exec(String(reader.raw(name)));
  if (!found) throw new FieldProblem(reader.at(name), 'should be an amount');
  const [, sign = '', units = '0', decimals = ''] = found;
  const scaled = BigInt(`${sign}${units}${decimals}`) * 10n ** BigInt(exponentOf(currency));
  return money(Number(divideRounded(scaled, 10n ** BigInt(decimals.length))), currency);
}

/**
 * Units ordered, and of them cancelled. Mirakl does not say whether its quantity still counts units that were cancelled; the
 * line's price does: it is that of the units counted.
 */
function readUnits(line: ObjectReader, currency: string): { readonly quantity: number; readonly cancelled: number } {
  const counted = line.integer('quantity', 0);
  const gone = line
    .strictList('cancelations', (one) => (one.has('quantity') ? one.integer('quantity', 0) : 0))
    .reduce((all, one) => all + one, 0);
  if (gone === 0) return { quantity: counted, cancelled: 0 };
  const unit = readRounded(line, 'price_unit', currency);
  const leftOnly = readRounded(line, 'price', currency).minor === times(unit, counted).minor;
  return leftOnly
    ? { quantity: counted + gone, cancelled: gone }
    : { quantity: counted, cancelled: Math.min(counted, gone) };
}

/** Units in shipments that left, by line. */
export type Shipped = ReadonlyMap<string, number>;

interface Units {
  readonly id: string;
  readonly quantity: number;
  readonly cancelled: number;
  readonly shipped: number;
}

/** @param order state of the whole order; a line may be behind or ahead of it */
export function readLineUnits(line: ObjectReader, order: Kind, currency: string, inShipments: Shipped): Units {
  const id = line.string('order_line_id');
  const state = line.string('order_line_state', STATE);
  const { quantity, cancelled } = readUnits(line, currency);
  const units = (gone: number, shipped: number): Units => ({ id, quantity, cancelled: gone, shipped });
  if (order === 'cancelled' || kindOf(state) === 'cancelled') return units(quantity, 0);
  // An incident or a refund does not say by itself whether the units had left.
  const silent = order !== 'shipped' && !Object.hasOwn(KINDS, state);
  const left = silent ? line.has('shipped_date') && line.instant('shipped_date') !== '' : kindOf(state) === 'shipped';
  if (left || order === 'shipped') return units(cancelled, quantity - cancelled);
  if (state === 'REFUNDED') return units(quantity, 0);
  return units(cancelled, Math.min(quantity - cancelled, inShipments.get(id) ?? 0));
}

function readLine(line: ObjectReader, order: Kind, currency: string, inShipments: Shipped): StoreOrderLine {
  const { id, ...units } = readLineUnits(line, order, currency, inShipments);
  return {
    externalLineId: id,
    externalProductId: line.maybe('offer_id', (n) => line.id(n, /^\d+$/)),
    sku: line.maybe('offer_sku', (n) => line.string(n)),
    title: line.string('product_title'),
    ...units,
    unitPrice: readRounded(line, 'price_unit', currency),
    needsShipping: true,
  };
}

/** Where the address has a last name only, the first name is the customer's, if that is the same person's. */
function readName(customer: ObjectReader, from: ObjectReader): string {
  const part = (reader: ObjectReader, name: string): string | undefined => reader.maybe(name, (n) => reader.string(n));
  const last = part(from, 'lastname');
  if (last === undefined) return '';
  if (from.has('firstname')) {
    // Half a name because the other half is damaged would be another person's.
    const first = part(from, 'firstname');
    return first === undefined ? '' : `${first} ${last}`;
  }
  const first = part(customer, 'lastname') === last ? part(customer, 'firstname') : undefined;
  return first === undefined ? last : `${first} ${last}`;
}

/** The code of three letters; where there is none, the country's words if they are its code of two, as some marketplaces have it. */
function readCountry(address: ObjectReader): string {
  if (address.has('country_iso_code')) return address.maybe('country_iso_code', (n) => countryOf(address, n)) ?? '';
  const words = address.raw('country');
  return typeof words === 'string' && alpha3Of(words) !== undefined ? words : '';
}

function readShipTo(order: ObjectReader): Address {
  const customer = order.maybe('customer', (n) => order.object(n));
  const from = customer?.maybe('shipping_address', (n) => customer.object(n));
  const maybe = (name: string): string | undefined => from?.maybe(name, (n) => from.string(n));
  const countryCode = from ? readCountry(from) : '';
  const state = maybe('state') ?? '';
  return {
    name: customer && from ? readName(customer, from) : '',
    companyName: maybe('company'),
    address1: maybe('street_1') ?? '',
    address2: maybe('street_2'),
    city: maybe('city') ?? '',
    // Names of provinces mean something within their country only.
    provinceCode: countryCode === '' ? '' : (findProvince(countryCode, state) ?? state),
    zipcode: maybe('zip_code') ?? '',
    countryCode,
    phone: maybe('phone'),
    email: order.maybe('customer_notification_email', (n) => order.string(n)),
  };
}

/** What the buyer paid: where prices are without taxes, those of every line are added, as Mirakl says to. */
function readTotal(order: ObjectReader, currency: string): Money {
  const net = readRounded(order, 'total_price', currency);
  const excluded = order.choice('order_tax_mode', { TAX_INCLUDED: false, TAX_EXCLUDED: true });
  if (!excluded) return net;
  const taxes = order.strictList('order_lines', (line) =>
    ['taxes', 'shipping_taxes'].flatMap((name) => line.strictList(name, (tax) => readRounded(tax, 'amount', currency))),
  );
  return sum([net, ...taxes.flat()], currency);
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, inShipments: Shipped): StoreOrder {
  const state = order.string('order_state', STATE);
  const kind = kindOf(state);
  const currency = order.currency('currency_iso_code');
  const externalId = order.string('order_id', ORDER_ID);
  const updatedAt = order.instant('last_updated_date');
  const customer = order.has('customer') ? order.isolated().maybe('customer', (n) => order.object(n)) : undefined;
  const address = customer?.isolated().maybe('shipping_address', (n) => customer.object(n));
  const service = order.maybe('shipping_type_label', (n) => order.string(n));
  return {
    externalId,
    // The number of the seller's portal; without its last letter it is the buyer's.
    number: externalId,
    placedAt: order.instant('created_date'),
    updatedAt,
    // Mirakl keeps no time of cancelling; the order's last change is the nearest it has.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold: kind === 'held' ? holdOf(state) : undefined,
    shipTo: readShipTo(order),
    buyerNote: address?.maybe('additional_info', (n) => address.string(n)),
    gift: false,
    tags: [],
    total: readTotal(order, currency),
    requestedService:
      service === undefined
        ? undefined
        : { code: order.maybe('shipping_type_code', (n) => order.string(n)) ?? '', name: service },
    shipBy: order.maybe('shipping_deadline', (n) => order.instant(n)),
    lines: order.strictList('order_lines', (line) => readLine(line, kind, currency, inShipments)),
  };
}
