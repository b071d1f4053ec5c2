/** One order of Square in our terms. Each fulfilment is a group of lines, since Square ships it as a whole. */
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import { add, perUnit, sum, zero, type Money } from '@scanship/domain/money/money';
import { waitingForGoods, type StoreOrder, type StoreOrderLine } from '@scanship/domain/stores/store-order';
import { ID, readAddress, readMoney } from './reading.ts';

const ORDER_STATES = { OPEN: 'OPEN', COMPLETED: 'COMPLETED', CANCELED: 'CANCELED', DRAFT: 'DRAFT' } as const;
export type OrderState = keyof typeof ORDER_STATES;

/** What a state of a fulfilment means for the units in it. */
const FULFILMENT_STATES = {
  PROPOSED: 'open',
  RESERVED: 'open',
  PREPARED: 'open',
  COMPLETED: 'done',
  CANCELED: 'off',
  FAILED: 'off',
} as const;

export interface SquareFulfilment {
  readonly uid: string;
  /** Shipped by a carrier; anything else (pickup, delivery by courier, digital) needs no label. */
  readonly ships: boolean;
  readonly state: (typeof FULFILMENT_STATES)[keyof typeof FULFILMENT_STATES];
  /** Units by line; undefined: all units of all lines. */
  readonly units: ReadonlyMap<string, number> | undefined;
  readonly details: ObjectReader | undefined;
  readonly node: ObjectReader;
}

/** "2" is two units; "2.25" of something measured is one thing to pack. */
function unitsOf(owner: ObjectReader): number {
  const text = owner.string('quantity', /^\d{1,9}(\.\d{1,5})?$/);
  return owner.has('quantity_unit') || text.includes('.') ? 1 : Number(text);
}

export function readFulfilment(fulfilment: ObjectReader): SquareFulfilment {
  const all =
    !fulfilment.has('line_item_application') ||
    fulfilment.string('line_item_application', /^(ALL|ENTRY_LIST)$/) === 'ALL';
  const entries = all
    ? []
    : fulfilment.strictList('entries', (entry) => [entry.string('line_item_uid', ID), unitsOf(entry)] as const);
  const units = new Map<string, number>();
  for (const [uid, quantity] of entries) units.set(uid, (units.get(uid) ?? 0) + quantity);
  const ships = fulfilment.string('type', /^[A-Z_]+$/) === 'SHIPMENT';
  return {
    uid: fulfilment.string('uid', ID),
    ships,
    state: fulfilment.choice('state', FULFILMENT_STATES),
    units: all ? undefined : units,
    details: ships ? fulfilment.maybe('shipment_details', (n) => fulfilment.object(n)) : undefined,
    node: fulfilment,
  };
}

export const readState = (order: ObjectReader): OrderState => order.choice('state', ORDER_STATES);

export const fulfilmentsOf = (order: ObjectReader): SquareFulfilment[] =>
  order.has('fulfillments') ? order.strictList('fulfillments', readFulfilment) : [];

/** Units of each line that can be packed. */
export const lineUnits = (order: ObjectReader): ReadonlyMap<string, number> =>
  new Map(
    order.has('line_items') ? order.strictList('line_items', (line) => [line.string('uid', ID), unitsOf(line)]) : [],
  );

/** Whether there is still something to pay. */
export const isUnpaid = (order: ObjectReader): boolean =>
  order.has('net_amount_due_money') && readMoney(order, 'net_amount_due_money').minor > 0;

/** Longest title with what the buyer chose. */
const LONGEST = 500;

/** What was chosen or written for a line beside its variation ("Name: Ada", "2 x bow"); "0 x ribbon": without that. */
function modifierOf(modifier: ObjectReader): string {
  const text = (field: string): string | undefined => modifier.maybe(field, (n) => modifier.string(n));
  const name = text('name') ?? '';
  const quantity = text('quantity') ?? '1';
  return quantity === '1' || name === '' ? name : `${quantity} x ${name}`;
}

const modifiersOf = <T>(line: ObjectReader, read: (modifier: ObjectReader) => T): readonly T[] =>
  line.has('modifiers') ? line.strictList('modifiers', read) : [];

function titleOf(line: ObjectReader): string {
  const custom = line.maybe('item_type', (n) => line.string(n)) === 'CUSTOM_AMOUNT';
  const text = (field: string): string | undefined => line.maybe(field, (n) => line.string(n));
  // Only an amount that was typed in at the register has no name.
  const name = custom ? (text('name') ?? text('note') ?? 'Custom amount') : line.string('name');
  const variation = line.maybe('variation_name', (n) => line.string(n));
  const quantity = line.string('quantity');
  const choices = [
    // "Regular" is what Square calls the only variation of an item.
    ...(variation === undefined || variation === 'Regular' || variation === name ? [] : [variation]),
    ...(quantity.includes('.') || line.has('quantity_unit') ? [quantity] : []),
    ...modifiersOf(line, modifierOf),
    text('note') ?? '',
  ].filter((choice) => choice !== '' && choice !== name);
  return choices.length === 0 ? name : `${name} (${choices.join(', ')})`.slice(0, LONGEST);
}

/** Of one unit with what was chosen for it, which is often the whole price. The price of something measured is that of the whole piece. */
function priceOf(line: ObjectReader): Money {
  const quantity = line.string('quantity');
  const measured = line.has('quantity_unit') || quantity.includes('.');
  const base = readMoney(line, measured ? 'variation_total_price_money' : 'base_price_money');
  const extras = modifiersOf(line, (modifier) => {
    if (!modifier.has('total_price_money')) return zero(base.currency);
    const extra = readMoney(modifier, 'total_price_money');
    if (extra.currency === base.currency) return extra;
    throw new FieldProblem(modifier.at('total_price_money'), 'has another currency than its line');
  });
  const all = sum(extras, base.currency);
  return add(base, measured ? all : perUnit(all, Number(quantity)));
}

/** The units of one line, dealt out to the fulfilments that name it; what none names was handed over otherwise. */
function readLines(line: ObjectReader, fulfilments: readonly SquareFulfilment[], cancelled: boolean): StoreOrderLine[] {
  const all = unitsOf(line);
  if (all === 0) return [];
  const uid = line.string('uid', ID);
  const about = {
    externalLineId: uid,
    externalProductId: line.maybe('catalog_object_id', (n) => line.string(n, ID)),
    title: titleOf(line),
    unitPrice: priceOf(line),
    needsShipping: line.maybe('item_type', (n) => line.string(n)) !== 'GIFT_CARD',
  };
  let left = all;
  const lines: StoreOrderLine[] = [];
  for (const { uid: group, units, ships, state } of fulfilments) {
    const quantity = Math.min(left, units === undefined ? left : (units.get(uid) ?? 0));
    if (quantity === 0) continue;
    left -= quantity;
    const shipped = ships && state === 'done' ? quantity : 0;
    const off = !ships || state === 'off' || cancelled;
    lines.push({ ...about, group, quantity, cancelled: off ? quantity - shipped : 0, shipped });
  }
  return left === 0 ? lines : [...lines, { ...about, quantity: left, cancelled: left, shipped: 0 }];
}

const MORE_PARCELS = 'Further parcels: ';

/** The seller's or buyer's note without what reports added to it. */
export const plainNote = (note: string): string =>
  note
    .split('\n')
    .filter((line) => !line.startsWith(MORE_PARCELS))
    .join('\n')
    .trim();

/** A shipping note with the numbers that have no field of their own. */
export const noteWith = (note: string, numbers: readonly string[]): string =>
  [plainNote(note), ...(numbers.length === 0 ? [] : [`${MORE_PARCELS}${numbers.join(', ')}`])]
    .filter((line) => line !== '')
    .join('\n');

function readShipTo(details: ObjectReader | undefined): Address {
  const recipient = details?.maybe('recipient', (n) => details.object(n));
  const address = recipient?.maybe('address', (n) => readAddress(recipient.object(n)));
  return {
    name: recipient?.maybe('display_name', (n) => recipient.string(n)) ?? '',
    address1: address?.address1 ?? '',
    address2: address?.address2,
    city: address?.city ?? '',
    provinceCode: address?.provinceCode ?? '',
    zipcode: address?.zipcode ?? '',
    countryCode: address?.countryCode ?? '',
    phone: recipient?.maybe('phone_number', (n) => recipient.string(n)),
    email: recipient?.maybe('email_address', (n) => recipient.string(n)),
  };
}

function holdOf(order: ObjectReader, state: OrderState, open: boolean): StoreOrder['hold'] {
  if (!open) return undefined;
  if (state === 'DRAFT') return { code: 'on-hold', reason: 'The order is a draft at Square.' };
  return isUnpaid(order) ? { code: 'payment-pending', reason: 'The order is not paid in full at Square.' } : undefined;
}

/** Square has no order number: what the seller's system or the register called it, else the end of the id. */
function numberOf(order: ObjectReader, id: string): string {
  const name =
    order.maybe('reference_id', (n) => order.string(n)) ?? order.maybe('ticket_name', (n) => order.string(n));
  return name ?? id.slice(-6);
}

/** Undefined for what nobody ships: sales at the counter, pickups. @throws FieldProblem when it cannot be understood */
export function readOrder(order: ObjectReader): StoreOrder | undefined {
  const fulfilments = fulfilmentsOf(order);
  const shipments = fulfilments.filter(({ ships }) => ships);
  const shipment = shipments.find(({ state }) => state === 'open') ?? shipments[0];
  if (!shipment) return undefined;
  const { details } = shipment;
  const state = readState(order);
  const cancelled = state === 'CANCELED';
  const updatedAt = order.instant('updated_at');
  const id = order.string('id', ID);
  const lines = order.strictList('line_items', (line) => readLines(line, fulfilments, cancelled)).flat();
  const note = details?.maybe('shipping_note', (n) => plainNote(details.string(n)));
  const service = details?.maybe('shipping_type', (n) => details.string(n));
  const read: StoreOrder = {
    externalId: id,
    number: numberOf(order, id),
    placedAt: order.instant('created_at'),
    updatedAt,
    cancelledAt: cancelled ? (order.maybe('closed_at', (n) => order.instant(n)) ?? updatedAt) : undefined,
    hold: holdOf(order, state, !cancelled && shipment.state === 'open'),
    shipTo: readShipTo(details),
    buyerNote: note === '' ? undefined : note,
    gift: false,
    tags: [],
    total: readMoney(order, 'total_money'),
    requestedService: service === undefined ? undefined : { code: service, name: service },
    shipBy: details?.maybe('expected_shipped_at', (n) => details.instant(n)),
    externalLocationId: order.maybe('location_id', (n) => order.string(n, ID)),
    lines,
  };
  return waitingForGoods(read, 'Square', shipment.state === 'done');
}
