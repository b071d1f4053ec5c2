/** One order of eBay in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { readAmount, readCountry } from './reading.ts';

/** "01-03955-36441", older ones "110181667010-20741511001". */
export const ORDER_ID = /^[0-9A-Za-z][0-9A-Za-z!|_-]{2,79}$/;
export const LINE_ID = /^[0-9A-Za-z_-]{1,60}$/;

const LINE_STATES = { NOT_STARTED: 'none', IN_PROGRESS: 'part', FULFILLED: 'all' } as const;

/** Whether some units of a line have left and others not, so that its fulfilments have to be asked for. */
export const isPartlyShipped = (order: ObjectReader): boolean =>
  order.strictList('lineItems', (line) => line.choice('lineItemFulfillmentStatus', LINE_STATES)).includes('part');

const HOLDS: Readonly<Record<string, StoreOrder['hold'] | null>> = {
  PAID: null,
  PARTIALLY_REFUNDED: null,
  PENDING: { code: 'payment-pending', reason: 'The payment is pending at eBay.' },
  FAILED: { code: 'payment-pending', reason: 'The payment failed at eBay.' },
  FULLY_REFUNDED: { code: 'on-hold', reason: 'The order was refunded in full.' },
};

const CANCEL_STATES = { NONE_REQUESTED: 'no', IN_PROGRESS: 'asked', CANCELED: 'done' } as const;

/** How far a cancellation is. */
export const cancellation = (order: ObjectReader): 'no' | 'asked' | 'done' =>
  order.object('cancelStatus').choice('cancelState', CANCEL_STATES);

type Way = { readonly needsShipping: boolean; readonly byOthers: boolean };
const WAYS: Readonly<Record<string, Way>> = {
  SHIP_TO: { needsShipping: true, byOthers: false },
  SELLER_DEFINED: { needsShipping: true, byOthers: false },
  FULFILLED_BY_EBAY: { needsShipping: true, byOthers: true },
  DIGITAL: { needsShipping: false, byOthers: false },
  PREPARE_FOR_PICKUP: { needsShipping: false, byOthers: false },
};
const SHIPPED_HERE: Way = { needsShipping: true, byOthers: false };

/** "(Size: M, Colour: red)": variations of one listing share its title, and nothing else tells a packer which is meant. */
function variationOf(line: ObjectReader): readonly string[] {
  if (!line.has('variationAspects')) return [];
  const said = line.list('variationAspects', (one) => `${one.string('name')}: ${one.string('value')}`);
  return said.length === 0 ? [] : [`(${said.join(', ')})`];
}

/** @param shippedUnits of partly shipped lines, by line id */
function readLine(
  line: ObjectReader,
  way: Way,
  cancelled: boolean,
  shippedUnits: ReadonlyMap<string, number>,
): StoreOrderLine {
  const externalLineId = line.string('lineItemId', LINE_ID);
  const quantity = line.integer('quantity', 1);
  const state = line.choice('lineItemFulfillmentStatus', LINE_STATES);
  const part = Math.min(quantity, shippedUnits.get(externalLineId) ?? 0);
  const shipped = state === 'all' ? quantity : state === 'part' ? part : 0;
  // The cost is that of all units.
  const cost = readAmount(line.object('lineItemCost'));
  const sku = line.maybe('sku', (n) => line.string(n));
  return {
    externalLineId,
    // The inventory API knows its items by SKU alone.
    externalProductId: sku,
    sku,
    title: [line.string('title'), ...variationOf(line)].join(' '),
    quantity,
    shipped,
    cancelled: cancelled || way.byOthers ? quantity - shipped : 0,
    unitPrice: money(Math.round(cost.minor / quantity), cost.currency),
    needsShipping: way.needsShipping && !line.has('giftDetails'),
  };
}

/** In some countries eBay's reference of the delivery ("ebay:a1b2c3d") stands before the street; carriers look for the street first. */
const streetOf = (first = '', second?: string): Pick<Address, 'address1' | 'address2'> =>
  second !== undefined && /^ebay:\w+$/i.test(first)
    ? { address1: second, address2: first }
    : { address1: first, address2: second };

/**
 * Where the parcel goes. For the Global Shipping Program that is eBay's hub, and its reference has to stand on the label right
 * above the street address.
 */
function readShipTo(step: ObjectReader | undefined): Address {
  const to = step?.maybe('shipTo', (n) => step.object(n));
  const address = to?.maybe('contactAddress', (n) => to.object(n));
  const phone = to?.maybe('primaryPhone', (n) => to.object(n));
  const text = (name: string): string | undefined => address?.maybe(name, (n) => address.string(n));
  const company = to?.maybe('companyName', (n) => to.string(n));
  const reference = step?.maybe('shipToReferenceId', (n) => step.string(n));
  return {
    name: to?.maybe('fullName', (n) => to.string(n)) ?? '',
    companyName: reference === undefined ? company : [company, `Reference #${reference}`].filter(Boolean).join(' '),
    ...streetOf(text('addressLine1'), text('addressLine2')),
    city: text('city') ?? '',
    provinceCode: text('stateOrProvince') ?? '',
    zipcode: text('postalCode') ?? '',
    countryCode: (address && readCountry(address, 'countryCode')) ?? '',
    phone: phone?.maybe('phoneNumber', (n) => phone.string(n)),
    email: to?.maybe('email', (n) => to.string(n)),
  };
}

function shipByOf(line: ObjectReader): string | undefined {
  const instructions = line.maybe('lineItemFulfillmentInstructions', (n) => line.object(n));
  return instructions?.maybe('shipByDate', (n) => instructions.instant(n));
}

function buyerIds(order: ObjectReader): readonly string[] | undefined {
  const buyer = order.maybe('buyer', (n) => order.object(n));
  const name = buyer?.maybe('username', (n) => buyer.string(n));
  return name === undefined || name === '' ? undefined : [name];
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(order: ObjectReader, shippedUnits: ReadonlyMap<string, number>): StoreOrder {
  const [start] = order.has('fulfillmentStartInstructions')
    ? order.strictList('fulfillmentStartInstructions', (instruction) => instruction)
    : [];
  const step = start?.maybe('shippingStep', (n) => start.object(n));
  const way = start?.has('fulfillmentInstructionsType')
    ? start.choice('fulfillmentInstructionsType', WAYS)
    : SHIPPED_HERE;
  const cancel = cancellation(order);
  const cancelStatus = order.object('cancelStatus');
  const updatedAt = order.instant('lastModifiedDate');
  const hold = order.choice('orderPaymentStatus', HOLDS);
  const lines = order.strictList('lineItems', (line) => ({
    line: readLine(line, way, cancel === 'done', shippedUnits),
    shipBy: shipByOf(line),
  }));
  const code = step?.maybe('shippingServiceCode', (n) => step.string(n));
  return {
    externalId: order.string('orderId', ORDER_ID),
    number: order.string('orderId', ORDER_ID),
    placedAt: order.instant('creationDate'),
    updatedAt,
    cancelledAt:
      cancel === 'done'
        ? (cancelStatus.maybe('cancelledDate', (n) => cancelStatus.instant(n)) ?? updatedAt)
        : undefined,
    hold:
      cancel === 'asked'
        ? { code: 'on-hold', reason: 'A cancellation was asked for and is not decided at eBay.' }
        : cancel === 'no'
          ? (hold ?? undefined)
          : undefined,
    shipTo: readShipTo(step),
    buyerNote: order.maybe('buyerCheckoutNotes', (n) => order.string(n)),
    // Its notices of deleted accounts name the user; since 2025 the field may hold the immutable id instead of the name.
    externalBuyerIds: buyerIds(order),
    gift: false,
    tags: [],
    total: readAmount(order.object('pricingSummary').object('total')),
    requestedService: code === undefined ? undefined : { code, name: code },
    shipBy: lines.flatMap(({ shipBy }) => (shipBy === undefined ? [] : [shipBy])).toSorted()[0],
    lines: lines.map(({ line }) => line),
  };
}
