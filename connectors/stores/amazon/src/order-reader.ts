/** One order of Amazon (Orders API v2026-01-01) in our terms. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { zero } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import type { AmazonManifest } from './manifest-family.ts';
import { readAmount, textIn } from './reading.ts';

/** "702-1234567-1234567", in Amazon's own marketplaces and in no other form. */
export const ORDER_ID = /^[0-9A-Z]{2,3}-\d{7}-\d{7}$/;
export const LINE_ID = /^[0-9A-Za-z_-]{1,40}$/;

/** `waits`: no price and often no address yet, and Amazon forbids shipping; it comes once payment is authorised. */
const STATES = {
  PENDING_AVAILABILITY: 'waits',
  PENDING: 'waits',
  UNSHIPPED: 'open',
  PARTIALLY_SHIPPED: 'open',
  SHIPPED: 'open',
  CANCELLED: 'cancelled',
  UNFULFILLABLE: 'cancelled',
} as const;
export type OrderState = (typeof STATES)[keyof typeof STATES];

export const stateOf = (order: ObjectReader): OrderState =>
  order.object('fulfillment').choice('fulfillmentStatus', STATES);

/** Whether the seller ships it and it was sold in this marketplace; the others are nobody's business here. */
export function isOurs(order: ObjectReader, manifest: AmazonManifest): boolean {
  const channel = order.object('salesChannel');
  const here = !channel.has('marketplaceId') || channel.string('marketplaceId') === manifest.marketplace.id;
  const fulfillment = order.object('fulfillment');
  const byUs = !fulfillment.has('fulfilledBy') || fulfillment.choice('fulfilledBy', { MERCHANT: true, AMAZON: false });
  return here && byUs && stateOf(order) !== 'waits';
}

/** Units of one line: what Amazon neither has as shipped nor as still to ship will not be shipped. */
export function unitsOf(
  item: ObjectReader,
  state: OrderState,
): { quantity: number; shipped: number; cancelled: number } {
  const quantity = item.integer('quantityOrdered', 0);
  const fulfillment = item.object('fulfillment');
  const shipped = fulfillment.integer('quantityFulfilled', 0);
  const open = fulfillment.integer('quantityUnfulfilled', 0);
  if (shipped + open > quantity) throw new FieldProblem(item.at('quantityOrdered'), 'is less than what was shipped');
  return { quantity, shipped, cancelled: state === 'cancelled' ? quantity - shipped : quantity - shipped - open };
}

/** What was customized (Amazon Custom) is a file at Amazon; a packer has to know that the plain thing is not meant. */
function titleOf(product: ObjectReader): string {
  const title = textIn(product, 'title') ?? '';
  const custom = product.maybe('customization', (n) => product.object(n));
  return (textIn(custom, 'customizedUrl') ?? '') === '' ? title : `${title} (customized, see Amazon)`;
}

function readLine(item: ObjectReader, state: OrderState, manifest: AmazonManifest): StoreOrderLine {
  const product = item.object('product');
  const price = product.maybe('price', (n) => product.object(n));
  const sku = textIn(product, 'sellerSku');
  // An order that was cancelled before it was paid has no price.
  const unpaid = state === 'cancelled' && !price?.has('unitPrice');
  return {
    externalLineId: item.string('orderItemId', LINE_ID),
    externalProductId: sku,
    sku,
    title: titleOf(product),
    ...unitsOf(item, state),
    unitPrice: unpaid ? zero(manifest.marketplace.currency) : readAmount(product.object('price').object('unitPrice')),
    needsShipping: true,
  };
}

function readShipTo(order: ObjectReader): Address {
  const recipient = order.maybe('recipient', (n) => order.object(n));
  const address = recipient?.maybe('deliveryAddress', (n) => recipient.object(n));
  const buyer = order.maybe('buyer', (n) => order.object(n));
  const lines = [textIn(address, 'addressLine2'), textIn(address, 'addressLine3')].filter((line) => line !== undefined);
  return {
    name: textIn(address, 'name') ?? '',
    companyName: textIn(address, 'companyName'),
    address1: textIn(address, 'addressLine1') ?? '',
    address2: lines.length === 0 ? undefined : lines.join(', '),
    city: textIn(address, 'city') ?? '',
    provinceCode: textIn(address, 'stateOrRegion') ?? '',
    zipcode: textIn(address, 'postalCode') ?? '',
    countryCode: address?.maybe('countryCode', (n) => address.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: textIn(address, 'phone'),
    // Amazon's own address that forwards to the buyer.
    email: textIn(buyer, 'buyerEmail'),
  };
}

interface Wishes {
  readonly gift: boolean;
  readonly message?: string | undefined;
  readonly cancelWish?: string | undefined;
}

/** Gift and cancellation are said of each line. */
function readWishes(item: ObjectReader): Wishes {
  const fulfillment = item.maybe('fulfillment', (n) => item.object(n));
  const packing = fulfillment?.maybe('packing', (n) => fulfillment.object(n));
  const option = packing?.maybe('giftOption', (n) => packing.object(n));
  const cancellation = item.maybe('cancellation', (n) => item.object(n));
  const wish = cancellation?.maybe('cancellationRequest', (n) => cancellation.object(n));
  return {
    gift: option !== undefined,
    message: textIn(option, 'giftMessage'),
    ...(wish && { cancelWish: textIn(wish, 'cancelReason') ?? '' }),
  };
}

/** Where to leave the parcel, what to find the door with, and what stands on the card. */
function noteOf(order: ObjectReader, wishes: readonly Wishes[]): string | undefined {
  const recipient = order.maybe('recipient', (n) => order.object(n));
  const wish = recipient?.maybe('deliveryPreference', (n) => recipient.object(n));
  const messages = [...new Set(wishes.flatMap(({ message }) => (message === undefined ? [] : [message])))];
  const parts = [
    textIn(wish, 'dropOffLocation'),
    textIn(wish, 'addressInstruction'),
    ...messages.map((message) => `Gift message: ${message}`),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('\n');
}

/** "SECOND_DAY" as people read it. */
const serviceName = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/^./, (first) => first.toUpperCase());

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, manifest: AmazonManifest): StoreOrder {
  const state = stateOf(order);
  const fulfillment = order.object('fulfillment');
  const updatedAt = order.instant('lastUpdatedTime');
  const rows = order.strictList('orderItems', (item) => ({
    line: readLine(item, state, manifest),
    wishes: readWishes(item),
  }));
  const wishes = rows.map((row) => row.wishes);
  const cancelWish = wishes.find((wish) => wish.cancelWish !== undefined)?.cancelWish;
  const proceeds = order.maybe('proceeds', (n) => order.object(n));
  const unpaid = state === 'cancelled' && !proceeds?.has('grandTotal');
  const code = textIn(fulfillment, 'fulfillmentServiceLevel');
  const window = fulfillment.maybe('shipByWindow', (n) => fulfillment.object(n));
  const id = order.string('orderId', ORDER_ID);
  const reason = cancelWish === undefined || cancelWish === '' ? '' : ` Reason: ${cancelWish.slice(0, 200)}`;
  return {
    externalId: id,
    number: id,
    placedAt: order.instant('createdTime'),
    updatedAt,
    cancelledAt: state === 'cancelled' ? updatedAt : undefined,
    hold:
      cancelWish !== undefined && state !== 'cancelled'
        ? { code: 'on-hold', reason: `The buyer asked at Amazon to cancel this order; decide it there first.${reason}` }
        : undefined,
    shipTo: readShipTo(order),
    buyerNote: noteOf(order, wishes),
    gift: wishes.some(({ gift }) => gift),
    tags: order.has('programs') ? readPrograms(order) : [],
    total: unpaid ? zero(manifest.marketplace.currency) : readAmount(order.object('proceeds').object('grandTotal')),
    requestedService: code === undefined ? undefined : { code, name: serviceName(code) },
    shipBy: window?.maybe('latestDateTime', (n) => window.instant(n)),
    lines: rows.map((row) => row.line),
  };
}

/** "PRIME", "AMAZON_BUSINESS": texts in a list. */
function readPrograms(order: ObjectReader): string[] {
  const raw = order.raw('programs');
  const texts = Array.isArray(raw) ? raw.filter((one) => typeof one === 'string' && /^[A-Z0-9_]+$/.test(one)) : [];
  if (!Array.isArray(raw) || texts.length !== raw.length)
    order.problems.push(`${order.at('programs')} is not in its usual form.`);
  return texts;
}
