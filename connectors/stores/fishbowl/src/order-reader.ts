/** One sales order of Fishbowl in our terms, from its row and the rows of its items. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, readCountry, readCurrency, readMoment, readStreet, readWeight } from './reading.ts';

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled';

export interface State {
  readonly kind: Kind;
  readonly reason?: string | undefined;
}

/** Statuses of a sales order, as its export names them. */
const STATES: Readonly<Record<string, State>> = {
  '10': { kind: 'held', reason: 'The order is an estimate in Fishbowl: it is not issued.' },
  '20': { kind: 'to-ship' },
  '25': { kind: 'to-ship' },
  '60': { kind: 'shipped' },
  // Closed short: what was not shipped by then never will be.
  '70': { kind: 'cancelled' },
  '80': { kind: 'cancelled' },
  '85': { kind: 'cancelled' },
  '90': { kind: 'cancelled' },
  '95': { kind: 'shipped' },
};

/** A status that is new to us waits: only a person knows what it means. */
export function readState(order: ObjectReader): State {
  const status = order.id('status', /^\d{1,4}$/);
  const known = Object.hasOwn(STATES, status) ? STATES[status] : undefined;
  if (known) return known;
  const name = order.maybe('statusname', (n) => order.string(n)) ?? status;
  return { kind: 'held', reason: `The order is "${name}" in Fishbowl.` };
}

const SALE = '10';
const DROP_SHIP = '12';
/** Of an item: closed short, voided, cancelled. */
const ENDED = ['60', '70', '75'];

interface Units {
  readonly quantity: number;
  readonly cancelled: number;
  readonly shipped: number;
}

function unitsOf(quantity: number, fulfilled: number, type: string, ended: boolean, kind: Kind): Units {
  // A drop shipment leaves from the vendor.
  if (type === DROP_SHIP) return { quantity, cancelled: quantity, shipped: 0 };
  const shipped = kind === 'shipped' ? quantity : Math.min(quantity, fulfilled);
  return { quantity, shipped, cancelled: ended || kind === 'cancelled' ? quantity - shipped : 0 };
}

export const readLineId = (item: ObjectReader): string => item.id('id', ID);

export function readLine(item: ObjectReader, currency: string, kind: Kind): StoreOrderLine {
  const type = item.id('type', /^\d{1,3}$/);
  const ordered = item.number('ordered');
  if (ordered < 0) throw new FieldProblem(item.at('ordered'), 'is below nothing');
  const fulfilled = item.has('fulfilled') ? item.number('fulfilled') : 0;
  const status = item.id('status', /^\d{1,3}$/);
  const whole = Number.isSafeInteger(ordered);
  const sku = item.string('sku');
  const name = item.string('title');
  const unit = item.maybe('uom', (n) => item.string(n)) ?? '';
  // A product is weighed in its own unit of measure; how many of it another one is, is not asked for.
  const [itemUnit, productUnit] = ['itemuom', 'productuom'].map((field) => item.maybe(field, (n) => item.id(n, ID)));
  const units = unitsOf(
    whole ? ordered : 1,
    whole ? Math.floor(fulfilled) : Number(fulfilled >= ordered),
    type,
    ENDED.includes(status),
    kind,
  );
  return {
    externalLineId: readLineId(item),
    externalProductId: item.maybe('product', (n) => item.id(n, ID)),
    sku,
    // Goods by the foot are one piece of so many feet.
    title: whole ? name : `${name} (${String(ordered)}${unit === '' ? '' : ` ${unit}`})`,
    ...units,
    unitPrice: item.rounded(whole ? 'price' : 'total', currency),
    unitGrams: itemUnit === productUnit && type === SALE ? readWeight(item, whole ? 1 : ordered) : undefined,
    // A kit is shipped as its parts, which are items of their own; a miscellaneous sale has no goods.
    needsShipping: type === SALE || type === DROP_SHIP,
  };
}

export const readOrderId = (order: ObjectReader): string => order.id('id', ID);

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const name = order.maybe('service', (n) => order.string(n));
  const code = order.maybe('servicecode', (n) => order.string(n));
  return name === undefined ? undefined : { code: code ?? '', name };
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, items: readonly ObjectReader[]): StoreOrder | undefined {
  const { kind, reason } = readState(order);
  const currency = readCurrency(order);
  const updatedAt = readMoment(order, 'modified');
  const text = (name: string): string | undefined => order.maybe(name, (n) => order.string(n));
  const wanted = order.integer('items', 0);
  if (items.length !== wanted) throw new FieldProblem(order.at('items'), `should be ${wanted} but are ${items.length}`);
  const read: StoreOrder = {
    externalId: readOrderId(order),
    number: order.string('num'),
    placedAt: readMoment(order, 'placed'),
    updatedAt,
    // Fishbowl keeps no time of that; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold: kind === 'held' ? { code: 'on-hold', reason: reason ?? 'The order waits in Fishbowl.' } : undefined,
    shipTo: {
      name: text('toname') ?? '',
      ...readStreet(order, 'toaddress'),
      city: text('tocity') ?? '',
      provinceCode: text('tostate') ?? '',
      zipcode: text('tozip') ?? '',
      countryCode: readCountry(order, 'tocountry') ?? '',
      phone: text('phone'),
      email: text('email'),
    },
    internalNote: text('note'),
    gift: false,
    tags: [],
    total: order.rounded('total', currency),
    requestedService: readService(order),
    externalLocationId: order.maybe('place', (n) => order.id(n, ID)),
    lines: items.map((item) => readLine(item, currency, kind)),
  };
  return waitingForGoods(read, 'Fishbowl', kind === 'shipped');
}
