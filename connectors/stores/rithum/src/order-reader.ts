/** One order of Rithum in our terms. */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, instantOf, optionalText } from './reading.ts';

const WORD = /^[A-Za-z]{1,40}$/;
const word = (owner: ObjectReader, name: string): string => owner.string(name, WORD);

const CHECKED_OUT = ['Completed', 'CompletedAndVisited', 'CompletedOffline'];

/** What of a fulfilment has been handed over: no validation hangs on the word, "Complete simply means shipped". */
const LEFT = ['Complete', 'InTransit', 'ReadyForPickup'];

/** Units of an item in a fulfilment. */
export interface Part {
  readonly id: string;
  readonly itemId: string;
  readonly quantity: number;
}

export interface Fulfilment {
  readonly id: string;
  readonly state: 'open' | 'left' | 'elsewhere' | 'ended';
  readonly tracking: string;
  readonly ours: string;
  readonly carrier: string;
  readonly shippingClass: string;
  readonly parts: readonly Part[];
}

function stateOf(status: string): Fulfilment['state'] {
  if (LEFT.includes(status)) return 'left';
  if (status === 'ThirdPartyManaged') return 'elsewhere';
  return status === 'Canceled' ? 'ended' : 'open';
}

export const readFulfilments = (order: ObjectReader): Fulfilment[] =>
  order.strictList('Fulfillments', (one) => ({
    id: one.id('ID', ID),
    state: stateOf(word(one, 'DeliveryStatus')),
    tracking: one.has('TrackingNumber') ? one.string('TrackingNumber') : '',
    ours: one.has('SellerFulfillmentID') ? one.string('SellerFulfillmentID') : '',
    carrier: one.has('ShippingCarrier') ? one.string('ShippingCarrier') : '',
    shippingClass: one.has('ShippingClass') ? one.string('ShippingClass') : '',
    parts: one.strictList('Items', (item) => ({
      id: item.id('ID', ID),
      itemId: item.id('OrderItemID', ID),
      quantity: item.integer('Quantity', 0),
    })),
  }));

export interface Item {
  readonly id: string;
  /** Units in all, those cancelled, those another service sends, and those that have left. */
  readonly quantity: number;
  readonly cancelled: number;
  readonly shipped: number;
  /** Fulfilments count the components of a bundle, not the bundle. */
  readonly bundle: boolean;
}

/** A cancellation that was not turned down; one that is still being decided counts, so that nothing is sent meanwhile. */
function cancelledOf(item: ObjectReader): number {
  if (!item.has('Adjustments')) return 0;
  return item
    .strictList('Adjustments', (one) => {
      const turnedDown = /error|den|reject|fail/i.test(one.has('RequestStatus') ? one.id('RequestStatus') : '');
      return word(one, 'Type') === 'Cancellation' && !turnedDown ? one.integer('Quantity', 0) : 0;
    })
    .reduce((sum, units) => sum + units, 0);
}

/** Another service sends the whole order (a marketplace's own warehouse). */
const isElsewhere = (order: ObjectReader): boolean =>
  word(order, 'ShippingStatus') === 'ThirdPartyManaged' ||
  (order.has('DistributionCenterTypeRollup') && word(order, 'DistributionCenterTypeRollup') === 'ExternallyManaged');

const unitsIn = (fulfilments: readonly Fulfilment[], state: Fulfilment['state'], itemId: string): number =>
  fulfilments
    .filter((one) => one.state === state)
    .flatMap(({ parts }) => parts)
    .reduce((sum, part) => (part.itemId === itemId ? sum + part.quantity : sum), 0);

export function readItem(item: ObjectReader, order: ObjectReader, fulfilments: readonly Fulfilment[]): Item {
  const id = item.id('ID', ID);
  const quantity = item.integer('Quantity', 0);
  const status = word(order, 'ShippingStatus');
  const bundle = item.has('IsBundle') && item.boolean('IsBundle');
  const left = bundle ? 0 : unitsIn(fulfilments, 'left', id);
  const elsewhere = isElsewhere(order) ? quantity : bundle ? 0 : unitsIn(fulfilments, 'elsewhere', id);
  const gone = Math.min(quantity, cancelledOf(item) + elsewhere);
  const shipped = Math.min(quantity - gone, status === 'Shipped' ? quantity : left);
  return { id, quantity, bundle, shipped, cancelled: status === 'Canceled' ? quantity - shipped : gone };
}

export const readItems = (order: ObjectReader, fulfilments: readonly Fulfilment[]): Item[] =>
  order.strictList('Items', (item) => readItem(item, order, fulfilments));

/** Why the order is not to be shipped yet. */
export function readHold(order: ObjectReader): StoreOrder['hold'] {
  const checkout = word(order, 'CheckoutStatus');
  const payment = word(order, 'PaymentStatus');
  if (checkout === 'OnHold') return { code: 'on-hold', reason: 'The order is on hold at Rithum.' };
  if (!CHECKED_OUT.includes(checkout))
    return { code: 'payment-pending', reason: 'The buyer has not finished the checkout at Rithum.' };
  if (payment === 'Failed') return { code: 'payment-pending', reason: 'The payment failed at Rithum.' };
  return payment === 'Cleared'
    ? undefined
    : { code: 'payment-pending', reason: 'The payment has not cleared at Rithum yet.' };
}

/** Open in the sense of Rithum's own filter for orders to be brought in. */
export const isToShip = (order: ObjectReader): boolean =>
  readHold(order) === undefined && word(order, 'ShippingStatus') === 'Unshipped';

function readShipTo(order: ObjectReader): Address {
  const text = (name: string): string | undefined => optionalText(order, name);
  // Half a name passes for none, so that a person looks at it, unless Rithum says that the other half is empty.
  const parts = ['ShippingFirstName', 'ShippingLastName'].map((name) => (order.raw(name) === '' ? '' : text(name)));
  return {
    name: parts.includes(undefined) ? '' : parts.join(' ').trim(),
    companyName: text('ShippingCompanyName'),
    address1: text('ShippingAddressLine1') ?? '',
    address2: text('ShippingAddressLine2'),
    city: text('ShippingCity') ?? '',
    provinceCode: text('ShippingStateOrProvince') ?? '',
    zipcode: text('ShippingPostalCode') ?? '',
    countryCode: order.maybe('ShippingCountry', (n) => order.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: text('ShippingDaytimePhone'),
    email: text('BuyerEmailAddress'),
  };
}

function readService(order: ObjectReader): StoreOrder['requestedService'] {
  const carrier = optionalText(order, 'RequestedShippingCarrier');
  const service = optionalText(order, 'RequestedShippingClass');
  // One without the other is no pair of the account's list.
  return carrier === undefined || service === undefined ? undefined : { code: service, name: `${carrier} ${service}` };
}

/** @throws FieldProblem when the order cannot be understood as a whole */
export function readOrder(order: ObjectReader): StoreOrder {
  const id = order.id('ID', ID);
  const updatedAt = instantOf(order.instant('UpdatedDateUtc'));
  const currency = order.currency('Currency');
  const fulfilments = readFulfilments(order);
  let gift = false;
  const lines = order.strictList('Items', (item): StoreOrderLine => {
    const { quantity, cancelled, shipped, id: externalLineId } = readItem(item, order, fulfilments);
    gift = optionalText(item, 'GiftMessage') !== undefined || gift;
    return {
      externalLineId,
      externalProductId: item.has('ProductID') ? item.id('ProductID', ID) : undefined,
      sku: optionalText(item, 'Sku'),
      title: optionalText(item, 'Title') ?? '',
      quantity,
      cancelled,
      shipped,
      unitPrice: item.rounded('UnitPrice', currency),
      hsCode: optionalText(item, 'HarmonizedCode'),
      needsShipping: true,
    };
  });
  return {
    externalId: id,
    number: order.string('SiteOrderID'),
    placedAt: instantOf(order.instant('CreatedDateUtc')),
    updatedAt,
    cancelledAt: word(order, 'ShippingStatus') === 'Canceled' ? updatedAt : undefined,
    hold: readHold(order),
    shipTo: readShipTo(order),
    buyerNote: optionalText(order, 'SpecialInstructions'),
    internalNote: optionalText(order, 'PrivateNotes'),
    gift,
    tags: [],
    total: order.rounded('TotalPrice', currency),
    requestedService: readService(order),
    lines,
  };
}
