/** One order of Lightspeed in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { perUnit } from '@scanship/domain/money/money';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { country, ID, instant, linkedId, part, says, text, titleOf } from './reading.ts';

const WORD = /^[a-z][a-z_]{0,60}$/;

/** Nothing of these is left to ship. */
const DONE = ['completed', 'completed_shipped', 'completed_picked_up'];
const READY = ['processing_awaiting_shipment', 'processing_awaiting_pickup', 'processing_ready_for_pickup'];

type Hold = NonNullable<StoreOrder['hold']>;
const WAITING: Readonly<Record<string, Hold>> = {
  processing_awaiting_payment: { code: 'payment-pending', reason: 'The order is not paid at Lightspeed.' },
  on_hold: { code: 'on-hold', reason: 'The order is on hold at Lightspeed.' },
};

export interface State {
  readonly kind: 'to-ship' | 'held' | 'shipped' | 'cancelled';
  readonly hold: Hold | undefined;
}

const plain = (kind: State['kind']): State => ({ kind, hold: undefined });
const held = (hold: Hold): State => ({ kind: 'held', hold });

/** @throws FieldProblem for an order that does not say how far it is */
export function readState(order: ObjectReader): State {
  const status = order.string('status', WORD);
  const shipment = order.string('shipmentStatus', WORD);
  if (status === 'cancelled') return plain('cancelled');
  if (shipment === 'shipped' || DONE.includes(status)) return plain('shipped');
  if (shipment === 'partially_shipped')
    return held({
      code: 'on-hold',
      reason:
        'A part of the order left already, and Lightspeed does not say which. Ship the rest from its back office.',
    });
  if (shipment === 'cancelled')
    return held({ code: 'on-hold', reason: 'The shipment of the order was cancelled at Lightspeed.' });
  const waits = Object.hasOwn(WAITING, status) ? WAITING[status] : undefined;
  if (waits) return held(waits);
  return READY.includes(status)
    ? plain('to-ship')
    : held({
        code: 'on-hold',
        reason: `The order has the status "${status.replaceAll('_', ' ')}" at Lightspeed, so somebody has to look whether it may be shipped.`,
      });
}

export const readOrderId = (order: ObjectReader): string => order.id('id', ID);
export const readLineId = (line: ObjectReader): string => line.id('id', ID);
export const readQuantity = (line: ObjectReader): number => line.integer('quantityOrdered', 0);

/** Units that were refunded before the order left will not leave. */
const refundedOf = (line: ObjectReader): number => line.maybe('quantityRefunded', (n) => line.integer(n, 0)) ?? 0;

/** Units of a line that are to be shipped while the order waits. */
export const leftOf = (line: ObjectReader): number => Math.max(0, readQuantity(line) - refundedOf(line));

function readLine(line: ObjectReader, kind: State['kind'], pickup: boolean, currency: string): StoreOrderLine {
  const quantity = readQuantity(line);
  const waits = kind === 'to-ship' || kind === 'held';
  return {
    externalLineId: readLineId(line),
    externalProductId: linkedId(line, 'variant'),
    sku: text(line, 'sku') ?? text(line, 'articleCode'),
    title: titleOf(line.string('productTitle'), text(line, 'variantTitle')),
    quantity,
    cancelled: kind === 'cancelled' ? quantity : waits ? quantity - leftOf(line) : 0,
    // `quantityShipped` counts what stands on a shipment, whether it left or not.
    shipped: kind === 'shipped' ? quantity : 0,
    // The price of a line is that of all its units.
    unitPrice: perUnit(line.rounded('priceExcl', currency), quantity),
    needsShipping: !pickup,
  };
}

/** "Keizersgracht 12 A"; shops in North America have it all in the street. Nothing where a part cannot be read. */
function readStreet(order: ObjectReader): string {
  const parts = ['Street', 'Number', 'Extension'].map((name) => `addressShipping${name}`);
  const read = parts.map((name) => text(order, name));
  const unread = parts.some((name, index) => says(order, name) && read[index] === undefined);
  return unread ? '' : read.filter((one) => one !== undefined).join(' ');
}

function readShipTo(order: ObjectReader): Address {
  const region = part(order, 'addressShippingRegionData');
  return {
    name: text(order, 'addressShippingName') ?? '',
    companyName: text(order, 'addressShippingCompany'),
    address1: readStreet(order),
    address2: text(order, 'addressShippingStreet2'),
    city: text(order, 'addressShippingCity') ?? '',
    provinceCode: (region && text(region, 'code')) ?? '',
    zipcode: text(order, 'addressShippingZipcode') ?? '',
    countryCode: country(order, 'addressShippingCountry') ?? '',
    phone: text(order, 'phone') ?? text(order, 'mobile'),
    email: text(order, 'email'),
  };
}

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const name = text(order, 'shipmentTitle');
  return name === undefined ? undefined : { code: text(order, 'shipmentId') ?? '', name };
}

/**
 * @param lines of the order: they come with it, or are asked for on their own
 * @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readOrder(
  order: ObjectReader,
  lines: readonly ObjectReader[],
  currency: string,
): StoreOrder | undefined {
  const { kind, hold } = readState(order);
  const pickup = says(order, 'shipmentIsPickup') && order.boolean('shipmentIsPickup');
  const updatedAt = instant(order, 'updatedAt');
  const read: StoreOrder = {
    externalId: readOrderId(order),
    number: order.string('number'),
    placedAt: instant(order, 'createdAt'),
    updatedAt,
    // Lightspeed does not say when; the last change is no earlier.
    cancelledAt: kind === 'cancelled' ? updatedAt : undefined,
    hold,
    shipTo: readShipTo(order),
    buyerNote: text(order, 'comment'),
    internalNote: text(order, 'memo'),
    gift: false,
    tags: [],
    total: order.rounded('priceIncl', currency),
    requestedService: readService(order),
    lines: lines.map((line) => readLine(line, kind, pickup, currency)),
  };
  return waitingForGoods(read, 'Lightspeed', kind === 'shipped');
}
