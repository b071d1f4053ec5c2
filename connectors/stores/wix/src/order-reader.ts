/** One order of Wix eCommerce in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { WeightUnit } from '@scanship/domain/values/measure';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, imageUrl, productKey, provinceOf, readUnit, readWeight } from './reading.ts';

const STATUSES = {
  INITIALIZED: 'pending',
  PENDING: 'pending',
  APPROVED: 'approved',
  CANCELED: 'off',
  REJECTED: 'off',
} as const;
export const readStatus = (order: ObjectReader): 'pending' | 'approved' | 'off' => order.choice('status', STATUSES);

const FULFILMENT = { NOT_FULFILLED: 'none', PARTIALLY_FULFILLED: 'some', FULFILLED: 'all' } as const;
export const readFulfilment = (order: ObjectReader): 'none' | 'some' | 'all' =>
  order.choice('fulfillmentStatus', FULFILMENT);

/** Not paid, or paid back: a person decides whether it ships (an offline payment comes later). */
const UNPAID: Readonly<Record<string, string>> = {
  NOT_PAID: 'The order is not paid at Wix.',
  PENDING: 'The payment is not complete at Wix.',
  PENDING_MERCHANT: 'The payment waits for a decision of the seller at Wix.',
  PARTIALLY_PAID: 'The order is paid in part only at Wix.',
  DECLINED: 'The payment was declined at Wix.',
  CANCELED: 'The payment was cancelled at Wix.',
};

/** "Size: M" lines under the name. */
function choicesOf(line: ObjectReader): string {
  if (!line.has('descriptionLines')) return '';
  return line
    .strictList('descriptionLines', (choice) => {
      const text = (name: string, part: string): string | undefined => {
        const value = choice.has(name) ? choice.object(name) : undefined;
        return value?.has(part) === true ? value.string(part) : undefined;
      };
      const value = text('plainText', 'original') ?? text('colorInfo', 'original');
      return value === undefined ? '' : `${text('name', 'original') ?? ''}: ${value}`;
    })
    .filter((text) => text !== '')
    .join(', ');
}

interface About {
  readonly currency: string;
  readonly unit: WeightUnit | undefined;
  readonly cancelled: boolean;
  /** Units of each line that left; undefined: all of them. */
  readonly shipped: ReadonlyMap<string, number> | undefined;
  /** The buyer fetches the order. */
  readonly pickup: boolean;
}

function readLine(line: ObjectReader, about: About): StoreOrderLine {
  const id = line.string('id', ID);
  const quantity = line.integer('quantity', 0);
  const physical = line.maybe('physicalProperties', (n) => line.object(n));
  const reference = line.maybe('catalogReference', (n) => line.object(n));
  const options = reference?.maybe('options', (n) => reference.object(n));
  const productId = reference?.maybe('catalogItemId', (n) => reference.string(n));
  const variantId = options?.maybe('variantId', (n) => options.string(n));
  // A variant that cannot be read is not the product without variants.
  const unread =
    reference?.has('options') === true && (!options || (options.has('variantId') && variantId === undefined));
  const type = line.maybe('itemType', (n) => line.object(n));
  const preset = type?.maybe('preset', (n) => type.string(n)) ?? 'PHYSICAL';
  const image = line.maybe('image', (n) => line.object(n));
  const refunded = line.maybe('refundQuantity', (n) => line.integer(n, 0)) ?? 0;
  const shipped = Math.min(quantity, about.shipped === undefined ? quantity : (about.shipped.get(id) ?? 0));
  // Another company ships lines with a fulfiller of their own.
  const off = about.cancelled || line.has('fulfillerId') ? quantity : refunded;
  const choices = choicesOf(line);
  const name = line.object('productName').string('original');
  return {
    externalLineId: id,
    externalProductId: productId === undefined || unread ? undefined : productKey(productId, variantId),
    sku: physical?.maybe('sku', (n) => physical.string(n)),
    title: choices === '' ? name : `${name} (${choices})`,
    quantity,
    cancelled: Math.min(quantity - shipped, off),
    shipped,
    unitPrice: line.object('price').money('amount', about.currency),
    unitGrams: physical && readWeight(physical, about.unit),
    imageUrl: image && imageUrl(image),
    needsShipping:
      !about.pickup && preset === 'PHYSICAL' && physical?.maybe('shippable', (n) => physical.boolean(n)) !== false,
  };
}

function readShipTo(order: ObjectReader, logistics: ObjectReader | undefined, pickup: boolean): Address {
  const destination = pickup ? undefined : logistics?.maybe('shippingDestination', (n) => logistics.object(n));
  const to = destination ?? order.maybe('recipientInfo', (n) => order.object(n));
  const address = to?.maybe('address', (n) => to.object(n));
  const contact = to?.maybe('contactDetails', (n) => to.object(n));
  const buyer = order.maybe('buyerInfo', (n) => order.object(n));
  const text = (owner: ObjectReader | undefined, name: string): string | undefined =>
    owner?.maybe(name, (n) => owner.string(n));
  const street = address?.maybe('streetAddress', (n) => address.object(n));
  const countryCode = address?.maybe('country', (n) => address.string(n, /^[A-Z]{2}$/));
  const parts = [text(street, 'number'), text(street, 'name')].filter((part) => part !== undefined);
  // Half a name is no name: a person completes it.
  const whole = ['firstName', 'lastName'].map((part) => (contact?.raw(part) === '' ? '' : text(contact, part)));
  return {
    name: whole.includes(undefined) ? '' : whole.join(' ').trim(),
    companyName: text(contact, 'company'),
    address1: text(address, 'addressLine') ?? parts.join(' '),
    address2: text(address, 'addressLine2'),
    city: text(address, 'city') ?? '',
    provinceCode: provinceOf(text(address, 'subdivision')) ?? '',
    zipcode: text(address, 'postalCode') ?? '',
    countryCode: countryCode ?? '',
    phone: text(contact, 'phone'),
    email: text(buyer, 'email'),
  };
}

function holdOf(order: ObjectReader, status: ReturnType<typeof readStatus>): StoreOrder['hold'] {
  if (status === 'pending') return { code: 'on-hold', reason: 'The order is not approved at Wix yet.' };
  const payment = order.string('paymentStatus', /^[A-Z_]+$/);
  const reason = Object.hasOwn(UNPAID, payment) ? UNPAID[payment] : undefined;
  return reason === undefined ? undefined : { code: 'payment-pending', reason };
}

/**
 * @param units of each line that left, for orders that were shipped in part
 * @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readOrder(order: ObjectReader, units: ReadonlyMap<string, number>): StoreOrder | undefined {
  const status = readStatus(order);
  const fulfilled = readFulfilment(order);
  const cancelled = status === 'off';
  const currency = order.currency('currency');
  const updatedAt = order.instant('updatedDate');
  const shipping = order.maybe('shippingInfo', (n) => order.object(n));
  const logistics = shipping?.maybe('logistics', (n) => shipping.object(n));
  const pickup = logistics?.has('pickupDetails') === true;
  const about: About = {
    currency,
    unit: readUnit(order, 'weightUnit'),
    cancelled,
    shipped: fulfilled === 'all' ? undefined : fulfilled === 'some' ? units : new Map(),
    pickup,
  };
  const lines = order.strictList('lineItems', (line) => readLine(line, about));
  const title = shipping?.maybe('title', (n) => shipping.string(n));
  const code = shipping?.maybe('code', (n) => shipping.string(n));
  const read: StoreOrder = {
    externalId: order.string('id', ID),
    number: order.id('number'),
    placedAt: order.maybe('purchasedDate', (n) => order.instant(n)) ?? order.instant('createdDate'),
    updatedAt,
    // Wix does not say when; the last change is no earlier.
    cancelledAt: cancelled ? updatedAt : undefined,
    hold: cancelled || fulfilled === 'all' ? undefined : holdOf(order, status),
    shipTo: readShipTo(order, logistics, pickup),
    buyerNote: order.maybe('buyerNote', (n) => order.string(n)),
    internalNote: logistics?.maybe('instructions', (n) => `Instructions for the carrier: ${logistics.string(n)}`),
    gift: false,
    tags: [],
    total: order.object('priceSummary').object('total').money('amount', currency),
    requestedService: title === undefined ? undefined : { code: code ?? '', name: title },
    lines,
  };
  return waitingForGoods(read, 'Wix', fulfilled === 'all');
}
