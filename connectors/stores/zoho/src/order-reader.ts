/** One sales order of Zoho in our terms. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { readTime } from '@scanship/domain/calendar/local-time';
import { findProvince } from '@scanship/domain/addresses/provinces';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, readCountry, readHsCode, readMoment } from './reading.ts';

export const readOrderId = (order: ObjectReader): string => order.id('salesorder_id', ID);

/** Statuses in which an order is not to be shipped yet; in all others the quantities say what is left. */
const HOLDS: Readonly<Record<string, string>> = {
  draft: 'The sales order is a draft at Zoho; confirm it there.',
  pending_approval: 'The sales order waits to be approved at Zoho.',
  rejected: 'The sales order was rejected at Zoho.',
  onhold: 'The sales order is on hold at Zoho.',
};

export interface State {
  readonly cancelled: boolean;
  readonly hold?: { readonly code: string; readonly reason: string } | undefined;
}

export function readState(order: ObjectReader): State {
  const status = order.string('status').toLowerCase();
  const reason = Object.hasOwn(HOLDS, status) ? HOLDS[status] : undefined;
  return { cancelled: status === 'void', hold: reason === undefined ? undefined : { code: 'on-hold', reason } };
}

export interface Units {
  readonly id: string;
  readonly quantity: number;
  readonly cancelled: number;
  readonly packed: number;
  readonly shipped: number;
}

/** Counts of a line. Units that are weighed or measured in parts are no units, and the line is refused. */
export function readUnits(line: ObjectReader): Units {
  const count = (name: string): number => (line.has(name) ? line.integer(name, 0) : 0);
  return {
    id: line.id('line_item_id', ID),
    quantity: line.integer('quantity', 0),
    cancelled: count('quantity_cancelled'),
    packed: line.integer('quantity_packed', 0),
    shipped: line.integer('quantity_shipped', 0),
  };
}

function readLine(line: ObjectReader, currency: string, voided: boolean): StoreOrderLine {
  const { id, quantity, cancelled, shipped } = readUnits(line);
  const kind = line.maybe('product_type', (n) => line.string(n));
  return {
    externalLineId: id,
    externalProductId: line.maybe('item_id', (n) => line.id(n, ID)),
    sku: line.maybe('sku', (n) => line.string(n)),
    title: line.string('name'),
    quantity,
    cancelled: voided ? Math.max(0, quantity - shipped) : cancelled,
    shipped,
    unitPrice: line.rounded('rate', currency),
    hsCode: readHsCode(line),
    needsShipping: kind === undefined || !kind.includes('service'),
  };
}

function readShipTo(order: ObjectReader): Address {
  const address = order.maybe('shipping_address', (n) => order.object(n));
  const customer = order.maybe('customer_name', (n) => order.string(n));
  const [person] = order.maybe('contact_persons_associated', (n) => order.strictList(n, (one) => one)) ?? [];
  const text = (from: ObjectReader | undefined, name: string): string | undefined =>
    from?.maybe(name, (n) => from.string(n));
  const attention = text(address, 'attention');
  const countryCode = address === undefined ? '' : readCountry(address);
  const state = text(address, 'state');
  return {
    name: attention ?? customer ?? '',
    companyName: attention === undefined || attention === customer ? undefined : customer,
    address1: text(address, 'address') ?? '',
    address2: text(address, 'street2'),
    city: text(address, 'city') ?? '',
    provinceCode: state === undefined ? '' : (findProvince(countryCode, state) ?? state),
    zipcode: text(address, 'zip') ?? '',
    countryCode,
    phone: text(address, 'phone') ?? text(person, 'phone') ?? text(person, 'mobile'),
    email: text(person, 'contact_person_email'),
  };
}

/** "Expected shipment date": the end of that day where the organization is. */
function readShipBy(order: ObjectReader, zone: string): string | undefined {
  const day = order.maybe('shipment_date', (n) => order.date(n));
  return day === undefined ? undefined : readTime({ occurredAt: `${day}T23:59:59`, zone })?.instant.toISOString();
}

/**
 * @param zone of the organization
 * @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readOrder(order: ObjectReader, zone: string): StoreOrder {
  const { cancelled, hold } = readState(order);
  const currency = order.currency('currency_code');
  const lines = order.strictList('line_items', (line) => readLine(line, currency, cancelled));
  if (lines.length === 0) throw new FieldProblem(order.at('line_items'), 'are none');
  const updatedAt = readMoment(order, 'last_modified_time');
  const reference = order.maybe('reference_number', (n) => order.string(n));
  const service = order.maybe('delivery_method', (n) => order.string(n));
  return {
    externalId: readOrderId(order),
    number: order.string('salesorder_number'),
    placedAt: readMoment(order, 'created_time'),
    updatedAt,
    // Zoho does not say when; the last change is no earlier.
    cancelledAt: cancelled ? updatedAt : undefined,
    hold,
    shipTo: readShipTo(order),
    buyerNote: order.maybe('notes', (n) => order.string(n)),
    internalNote: reference === undefined ? undefined : `Reference: ${reference}`,
    gift: false,
    tags: [],
    total: order.rounded('total', currency),
    requestedService: service === undefined ? undefined : { code: service, name: service },
    shipBy: readShipBy(order, zone),
    lines,
  };
}
