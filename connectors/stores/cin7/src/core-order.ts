/** One sale of Core in our terms. Lines have no ids: a product's id stands for its line, with a count where it comes twice. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { readTasks, shippedUnits } from './core-fulfilment.ts';
import { present, readCountry, readGrams, readMoment } from './reading.ts';
import { GUID } from './system.ts';

const STATUS = /^[A-Z][A-Z_ ]{1,30}$/;

export type Kind = 'to-ship' | 'held' | 'shipped' | 'cancelled' | 'no-order';

export interface State {
  readonly kind: Kind;
  readonly hold: { readonly code: string; readonly reason: string } | undefined;
}

export function readState(sale: ObjectReader): State {
  const order = sale.object('Order');
  const status = order.string('Status', STATUS);
  const whole = sale.string('Status', STATUS);
  const is = (kind: Kind): State => ({ kind, hold: undefined });
  if (whole === 'VOIDED' || status === 'VOIDED') return is('cancelled');
  if (status === 'NOT AVAILABLE') return is('no-order');
  if (status === 'FULFILLED' || status === 'CLOSED') return is('shipped');
  if (status === 'AUTHORISED' || status === 'AUTH_NO_ALLOC')
    return is(
      sale.has('FulFilmentStatus') && sale.string('FulFilmentStatus', STATUS) === 'FULFILLED' ? 'shipped' : 'to-ship',
    );
  const reason =
    status === 'DRAFT'
      ? 'The order is not authorised at Cin7 Core.'
      : `The order is "${status.toLowerCase().replaceAll('_', ' ')}" at Cin7 Core.`;
  return { kind: 'held', hold: { code: 'on-hold', reason } };
}

export interface SaleLine {
  /** Ours. */
  readonly id: string;
  readonly productId: string;
  readonly quantity: number;
  readonly shipped: number;
  readonly dropShip: boolean;
  readonly node: ObjectReader;
}

/** Lines with what left of each; units of a product that stands on several lines fill them from above. */
export function readSaleLines(sale: ObjectReader): readonly SaleLine[] {
  const left = shippedUnits(sale.has('Fulfilments') ? readTasks(sale) : []);
  const seen = new Map<string, number>();
  return sale.object('Order').strictList('Lines', (node) => {
    const productId = node.string('ProductID', GUID).toLowerCase();
    const quantity = node.integer('Quantity', 0);
    const count = (seen.get(productId) ?? 0) + 1;
    seen.set(productId, count);
    const dropShip = node.has('DropShip') && node.boolean('DropShip');
    const shipped = dropShip ? 0 : Math.min(quantity, Math.floor(left.get(productId) ?? 0));
    left.set(productId, (left.get(productId) ?? 0) - shipped);
    return { id: count === 1 ? productId : `${productId}:${count}`, productId, quantity, shipped, dropShip, node };
  });
}

function asLine(line: SaleLine, currency: string, kind: Kind): StoreOrderLine {
  const { node, quantity } = line;
  // What the supplier sends is nobody's parcel here.
  const cancelled = kind === 'cancelled' || line.dropShip ? quantity : 0;
  return {
    externalLineId: line.id,
    externalProductId: line.productId,
    sku: node.maybe('SKU', (n) => node.string(n)),
    title: node.string('Name'),
    quantity,
    cancelled,
    shipped: cancelled > 0 ? 0 : kind === 'shipped' ? quantity : line.shipped,
    unitPrice: node.rounded('Price', currency),
    unitGrams: readGrams(node, 'ProductWeight', 'WeightUnits'),
    needsShipping: true,
  };
}

function readShipTo(sale: ObjectReader): Address {
  const to = sale.maybe('ShippingAddress', (n) => sale.object(n));
  const text = (owner: ObjectReader | undefined, name: string): string | undefined =>
    owner?.maybe(name, (n) => owner.string(n));
  return {
    name: text(to, 'Contact') ?? text(sale, 'Contact') ?? text(sale, 'Customer') ?? '',
    companyName: text(to, 'Company'),
    address1: text(to, 'Line1') ?? '',
    address2: text(to, 'Line2'),
    city: text(to, 'City') ?? '',
    provinceCode: text(to, 'State') ?? '',
    // A third party's document of the same model writes the name with two capitals.
    zipcode: text(to, 'Postcode') ?? text(to, 'PostCode') ?? '',
    countryCode: to?.maybe('Country', (n) => readCountry(to, n)) ?? '',
    phone: text(sale, 'Phone'),
    email: text(sale, 'Email'),
  };
}

export const readSaleId = (sale: ObjectReader): string => sale.string('ID', GUID).toLowerCase();

/**
 * Undefined for a sale that is not an order yet (a quote).
 * @throws FieldProblem when the sale cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readSale(sale: ObjectReader): StoreOrder | undefined {
  const externalId = readSaleId(sale);
  const { kind, hold } = readState(sale);
  if (kind === 'no-order') return undefined;
  const order = sale.object('Order');
  const currency = sale.currency('CustomerCurrency');
  const updatedAt = readMoment(sale, 'LastModifiedOn');
  const lines = readSaleLines(sale).map((line) => asLine(line, currency, kind));
  // Voided before anything was ordered, or services alone.
  if (lines.length === 0 && (kind === 'cancelled' || (sale.has('ServiceOnly') && sale.boolean('ServiceOnly'))))
    return undefined;
  const text = (owner: ObjectReader, name: string): string | undefined => owner.maybe(name, (n) => owner.string(n));
  const carrier = text(sale, 'Carrier');
  const read: StoreOrder = {
    externalId,
    number: order.string('SaleOrderNumber'),
    placedAt: readMoment(sale, 'SaleOrderDate'),
    updatedAt,
    // Core does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold,
    shipTo: readShipTo(sale),
    buyerNote: text(sale, 'ShippingNotes'),
    internalNote: present([text(sale, 'Note'), text(order, 'Memo')], '\n'),
    gift: false,
    tags: [],
    total: order.rounded('Total', currency),
    requestedService: carrier === undefined ? undefined : { code: '', name: carrier },
    shipBy: sale.maybe('ShipBy', (n) => readMoment(sale, n)),
    externalLocationId: text(sale, 'Location'),
    lines,
  };
  return waitingForGoods(read, 'Cin7 Core', kind === 'shipped');
}
