/** One order of ShipHero in our terms. */
import { FieldProblem, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import type { Address } from '@scanship/domain/addresses/address';
import type { WeightUnit } from '@scanship/domain/values/measure';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { currencyOf, ID, readHsCode, readImage, readInstant, readOrigin, readWeight, weightUnitOf } from './reading.ts';

/** Free text: "pending", "fulfilled", "canceled", or a word of the account's own. */
const STATUS = /^[^<>{}]{1,60}$/;
const CANCELLED = /^cancell?ed$/i;

export const readStatus = (owner: ObjectReader): 'pending' | 'fulfilled' | 'cancelled' | 'other' => {
  const status = owner.string('fulfillment_status', STATUS).toLowerCase();
  if (CANCELLED.test(status)) return 'cancelled';
  return status === 'pending' || status === 'fulfilled' ? status : 'other';
};

const HOLDS = [
  ['payment_hold', 'payment-pending', 'payment'],
  ['fraud_hold', 'fraud-review', 'a fraud review'],
  ['address_hold', 'on-hold', 'its address'],
  ['shipping_method_hold', 'on-hold', 'its shipping method'],
  ['operator_hold', 'on-hold', 'an operator'],
  ['client_hold', 'on-hold', 'the client'],
] as const;

/** Holds that are set: an order with any of them is not shipped. @throws FieldProblem, since a hold is never guessed away */
export function readHold(order: ObjectReader): StoreOrder['hold'] {
  if (!order.has('holds')) return undefined;
  const holds = order.object('holds');
  const set = HOLDS.filter(([name]) => holds.has(name) && holds.boolean(name));
  const [first] = set;
  return (
    first && { code: first[1], reason: `The order is on hold at ShipHero for ${set.map((h) => h[2]).join(' and ')}.` }
  );
}

function readWaiting(order: ObjectReader, now: Date): StoreOrder['hold'] {
  const hold = readHold(order);
  if (hold) return hold;
  const until = order.has('hold_until_date') ? readInstant(order, 'hold_until_date') : undefined;
  if (until !== undefined && Date.parse(until) > now.getTime())
    return { code: 'on-hold', reason: `The order is on hold at ShipHero until ${until.slice(0, 10)}.` };
  if (readStatus(order) !== 'other') return undefined;
  return { code: 'on-hold', reason: `The order is "${order.string('fulfillment_status')}" at ShipHero.` };
}

interface Context {
  readonly currency: string;
  readonly unit: WeightUnit;
  readonly status: ReturnType<typeof readStatus>;
}

/** Units that will not be shipped and units that are, of what was ordered, what is shipped and what still waits. */
function readUnits(line: ObjectReader, status: Context['status']): Pick<StoreOrderLine, 'cancelled' | 'shipped'> {
  const quantity = line.integer('quantity', 0);
  const pending = line.integer('quantity_pending_fulfillment', 0);
  const shipped = line.has('quantity_shipped') ? line.integer('quantity_shipped', 0) : quantity - pending;
  const gone = status === 'cancelled' || (line.has('fulfillment_status') && readStatus(line) === 'cancelled');
  if (gone) return { shipped, cancelled: quantity - shipped };
  // Somebody set the order to fulfilled by hand: nothing of it waits.
  if (status === 'fulfilled') return { shipped: quantity, cancelled: 0 };
  if (pending + shipped > quantity)
    throw new FieldProblem(line.at('quantity_pending_fulfillment'), 'and what was shipped are more than was ordered');
  return { shipped, cancelled: quantity - pending - shipped };
}

function readLine(line: ObjectReader, { currency, unit, status }: Context): StoreOrderLine {
  const product = line.maybe('product', (n) => line.object(n));
  const option = line.maybe('option_title', (n) => line.string(n));
  const name = line.string('product_name');
  return {
    externalLineId: line.string('id', ID),
    externalProductId: product?.maybe('id', (n) => product.string(n, ID)),
    sku: line.maybe('sku', (n) => line.string(n)),
    title: option === undefined ? name : `${name} (${option})`,
    quantity: line.integer('quantity', 0),
    ...readUnits(line, status),
    unitPrice: line.rounded('price', currency),
    unitGrams: readWeight(product, unit),
    hsCode: readHsCode(product),
    originCountry: readOrigin(product),
    imageUrl: readImage(product),
    needsShipping: product?.maybe('virtual', (n) => product.boolean(n)) !== true,
  };
}

const joined = (parts: readonly (string | undefined)[], between: string): string =>
  parts.filter((part) => part !== undefined).join(between);

export function readShipTo(order: ObjectReader): Address {
  const to = order.maybe('shipping_address', (n) => order.object(n));
  const text = (name: string): string | undefined => to?.maybe(name, (n) => to.string(n));
  const country = to?.has('country_code') === true ? 'country_code' : 'country';
  // Half of a name would pass for a whole one; a part that is empty is told to be so.
  const parts = ['first_name', 'last_name'].map((part) => (to?.raw(part) === '' ? '' : text(part)));
  return {
    name: parts.includes(undefined) ? '' : parts.join(' ').trim(),
    companyName: text('company'),
    address1: text('address1') ?? '',
    address2: text('address2'),
    city: text('city') ?? '',
    provinceCode: text('state_code') ?? text('state') ?? '',
    zipcode: text('zip') ?? '',
    countryCode: to?.maybe(country, (n) => to.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('phone'),
    email: text('email') ?? order.maybe('email', (n) => order.string(n)),
  };
}

const readTags = (order: ObjectReader): readonly string[] =>
  order.maybe('tags', (name) => {
    const raw = order.raw(name);
    if (!Array.isArray(raw)) throw new FieldProblem(order.at(name), 'should be a list');
    return raw.flatMap((tag: unknown, index) => {
      const one = readObject({ tag }, `${order.at(name)}[${index}]`, order.problems);
      return one.maybe('tag', (n) => one.string(n)) ?? [];
    });
  }) ?? [];

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const chosen = order.maybe('shipping_lines', (n) => order.object(n));
  const text = (name: string): string | undefined => chosen?.maybe(name, (n) => chosen.string(n));
  const name = text('title');
  return name === undefined ? undefined : { code: text('method') ?? '', name };
}

/** The warehouse that all of the order was given to; undefined for none or several. */
function readWarehouse(order: ObjectReader): string | undefined {
  const all = order.maybe('allocations', (n) =>
    order.list(n, (one) => one.maybe('warehouse_id', (name) => one.string(name, ID))),
  );
  const [first, ...others] = new Set(all?.filter((id) => id !== undefined));
  return others.length === 0 ? first : undefined;
}

/**
 * @param lines all of the order's lines
 * @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readOrder(
  order: ObjectReader,
  lines: readonly ObjectReader[],
  env: Pick<StoreEnv, 'settings' | 'now'>,
): StoreOrder | undefined {
  const status = readStatus(order);
  const updatedAt = readInstant(order, 'updated_at');
  const currency = order.has('currency') ? order.currency('currency') : currencyOf(env);
  const context: Context = { currency, unit: weightUnitOf(env), status };
  const giftNote = order.maybe('gift_note', (n) => order.string(n));
  const notes = joined(
    [order.maybe('packing_note', (n) => order.string(n)), giftNote && `Gift message: ${giftNote}`],
    '\n',
  );
  const read: StoreOrder = {
    externalId: order.string('id', ID),
    number: order.string('order_number'),
    placedAt: readInstant(order, 'order_date'),
    updatedAt,
    // ShipHero does not say when; the last change is no earlier.
    cancelledAt: status === 'cancelled' ? updatedAt : undefined,
    hold: status === 'pending' || status === 'other' ? readWaiting(order, env.now()) : undefined,
    shipTo: readShipTo(order),
    internalNote: notes === '' ? undefined : notes,
    gift: giftNote !== undefined || order.maybe('gift_invoice', (n) => order.boolean(n)) === true,
    tags: readTags(order),
    total: order.rounded('total_price', currency),
    requestedService: readService(order),
    shipBy: order.maybe('required_ship_date', (n) => readInstant(order, n)),
    externalLocationId: readWarehouse(order),
    lines: lines.map((line) => readLine(line, context)),
  };
  return waitingForGoods(read, 'ShipHero', status === 'fulfilled');
}
