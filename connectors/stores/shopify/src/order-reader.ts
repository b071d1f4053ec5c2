/**
 * One order of Shopify in our terms. Lines are those of its fulfilment orders (the `group`), because that is what
 * can be shipped and reported; units in no fulfilment order that we may see are nobody's to ship here.
 */
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { Money } from '@scanship/domain/money/money';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { GROUP_ID, LINE_ID, LOCATION_ID, ORDER_ID, VARIANT_ID } from './ids.ts';
import { readAddress, readCountry, readHsCode, readShopMoney, readWeight } from './reading.ts';

/** An order with every page of its lists read. */
export interface WholeOrder {
  readonly order: ObjectReader;
  readonly lines: readonly ObjectReader[];
  readonly groups: readonly { readonly group: ObjectReader; readonly lines: readonly ObjectReader[] }[];
}

/** What units of a fulfilment order in this state are. */
const STATES: Readonly<Record<string, 'to-ship' | 'closed' | 'cancelled'>> = {
  OPEN: 'to-ship',
  IN_PROGRESS: 'to-ship',
  SCHEDULED: 'to-ship',
  ON_HOLD: 'to-ship',
  INCOMPLETE: 'to-ship',
  CLOSED: 'closed',
  CANCELLED: 'cancelled',
};

interface Group {
  readonly id: string;
  readonly status: string;
  readonly state: 'to-ship' | 'closed' | 'cancelled';
  readonly fulfillAt: string | undefined;
  readonly fulfillBy: string | undefined;
  readonly locationId: string | undefined;
  readonly holds: readonly { readonly reason: string; readonly words: string }[];
  readonly lines: readonly { readonly lineId: string; readonly total: number; readonly remaining: number }[];
}

const status = (reader: ObjectReader): string => reader.string('status', /^[A-Z_]+$/);

function readGroup({ group, lines }: WholeOrder['groups'][number]): Group {
  const assigned = group.maybe('assignedLocation', (n) => group.object(n));
  const location = assigned?.maybe('location', (n) => assigned.object(n));
  return {
    id: group.string('id', GROUP_ID),
    status: status(group),
    state: group.choice('status', STATES),
    fulfillAt: group.maybe('fulfillAt', (n) => group.instant(n)),
    fulfillBy: group.maybe('fulfillBy', (n) => group.instant(n)),
    locationId: location?.maybe('id', (n) => location.string(n, LOCATION_ID)),
    holds: group.strictList('fulfillmentHolds', (hold) => ({
      reason: hold.string('reason', /^[A-Z_]+$/),
      words: [hold.maybe('displayReason', (n) => hold.string(n)), hold.maybe('reasonNotes', (n) => hold.string(n))]
        .filter((text) => text !== undefined)
        .join(': '),
    })),
    lines: lines.map((line) => ({
      lineId: line.object('lineItem').string('id', LINE_ID),
      total: line.integer('totalQuantity', 0),
      remaining: line.integer('remainingQuantity', 0),
    })),
  };
}

const isOpen = (g: Group): boolean => g.state === 'to-ship' && g.lines.some((l) => l.remaining > 0);
const WAITS: ReadonlySet<string> = new Set(['ON_HOLD', 'SCHEDULED']);

interface Item {
  readonly about: Omit<StoreOrderLine, 'group' | 'quantity' | 'cancelled' | 'shipped'>;
  readonly quantity: number;
  /** Units that have left, by whatever way. */
  readonly fulfilled: number;
}

/** Longest title with what the buyer chose. */
const LONGEST = 500;

/** What the buyer chose or wrote for a line ("Engraving: For Ada"); those a theme keeps for itself begin with a low line. */
function withChoices(line: ObjectReader): string {
  const choices = line
    .strictList('customAttributes', (attribute) => {
      const key = attribute.string('key');
      return key.startsWith('_') || !attribute.has('value') ? '' : `${key}: ${attribute.string('value')}`;
    })
    .filter((choice) => choice !== '');
  const name = line.string('name');
  return choices.length === 0 ? name : `${name} (${choices.join(', ')})`.slice(0, LONGEST);
}

function readItem(line: ObjectReader): Item {
  const variant = line.maybe('variant', (n) => line.object(n));
  const stock = variant?.maybe('inventoryItem', (n) => variant.object(n));
  const weight = line.maybe('weight', (n) => line.object(n));
  const image = line.maybe('image', (n) => line.object(n));
  return {
    about: {
      externalLineId: line.string('id', LINE_ID),
      externalProductId: variant?.maybe('id', (n) => variant.string(n, VARIANT_ID)),
      sku: line.maybe('sku', (n) => line.string(n)),
      title: withChoices(line),
      unitPrice: readShopMoney(line.object('originalUnitPriceSet')),
      unitGrams: weight === undefined ? undefined : line.maybe('weight', () => readWeight(weight)),
      hsCode: stock === undefined ? undefined : readHsCode(stock),
      originCountry: stock === undefined ? undefined : readCountry(stock, 'countryCodeOfOrigin'),
      imageUrl: image?.maybe('url', (n) => image.string(n, /^https?:\/\/\S+$/)),
      needsShipping: line.boolean('requiresShipping'),
    },
    quantity: line.integer('quantity', 0),
    fulfilled: Math.max(0, line.integer('currentQuantity', 0) - line.integer('unfulfilledQuantity', 0)),
  };
}

/** Fulfilment orders that must wait, of an order of which something else can be shipped now; empty where all of it waits. */
function heldBack(groups: readonly Group[], items: readonly Item[]): readonly Group[] {
  const goods = new Set(items.flatMap(({ about }) => (about.needsShipping ? [about.externalLineId] : [])));
  const open = groups.filter(isOpen).filter((g) => g.lines.some((l) => l.remaining > 0 && goods.has(l.lineId)));
  return open.some((g) => !WAITS.has(g.status)) ? open.filter((g) => WAITS.has(g.status)) : [];
}

type Share = { group: string | undefined; quantity: number; cancelled: number; shipped: number };

/**
 * Divides a line's units over its fulfilment orders. Those still to ship come first: a fulfilment that was cancelled leaves
 * a closed fulfilment order behind whose units are in a new one, and they must not count twice. Units that are held back are
 * nobody's to ship until the store says otherwise.
 */
function sharesOf(item: Item, groups: readonly Group[], held: readonly Group[]): Share[] {
  let left = item.quantity;
  const shares: Share[] = [];
  for (const state of ['to-ship', 'closed', 'cancelled'] as const)
    for (const group of groups.filter((g) => g.state === state)) {
      const mine = group.lines.filter((l) => l.lineId === item.about.externalLineId);
      const total = mine.reduce((sum, l) => sum + l.total, 0);
      const remaining = mine.reduce((sum, l) => sum + l.remaining, 0);
      // What is to ship is believed even where the totals disagree.
      const quantity = state === 'to-ship' ? Math.max(remaining, Math.min(total, left)) : Math.min(total, left);
      if (quantity === 0) continue;
      left = Math.max(0, left - quantity);
      const shipped = state === 'cancelled' ? 0 : Math.max(0, Math.min(quantity, total - remaining));
      const toShip = state === 'to-ship' ? remaining : 0;
      const sent = Math.min(shipped, quantity - toShip);
      const cancelled = quantity - sent - (held.includes(group) ? 0 : toShip);
      shares.push({ group: group.id, quantity, shipped: sent, cancelled });
    }
  if (left === 0) return shares;
  const counted = shares.reduce((sum, s) => sum + s.shipped, 0);
  const shipped = Math.min(left, Math.max(0, item.fulfilled - counted));
  const [first] = shares;
  if (!first) return [{ group: undefined, quantity: left, shipped, cancelled: left - shipped }];
  first.quantity += left;
  first.shipped += shipped;
  first.cancelled += left - shipped;
  return shares;
}

const UNPAID: Readonly<Record<string, string | undefined>> = {
  PENDING: 'The payment is pending at Shopify.',
  PARTIALLY_PAID: 'The order is paid in part only.',
  EXPIRED: 'The payment has expired.',
  VOIDED: 'The payment was voided.',
  REFUNDED: 'The order was refunded in full.',
  PAID: undefined,
  AUTHORIZED: undefined,
  PARTIALLY_REFUNDED: undefined,
};

const HOLD_CODES: Readonly<Record<string, string>> = {
  AWAITING_PAYMENT: 'payment-pending',
  HIGH_RISK_OF_FRAUD: 'fraud-review',
};

const waitOf = ({ status: said, holds: [hold], fulfillAt }: Group): NonNullable<StoreOrder['hold']> =>
  said === 'ON_HOLD'
    ? {
        code: (hold && HOLD_CODES[hold.reason]) ?? 'on-hold',
        reason: hold && hold.words !== '' ? hold.words : 'The order is on hold at Shopify.',
      }
    : {
        code: 'scheduled',
        reason: fulfillAt ? `To be shipped from ${fulfillAt.slice(0, 10)} on.` : 'Shopify has it scheduled for later.',
      };

function holdOf(order: ObjectReader, groups: readonly Group[], held: readonly Group[]): StoreOrder['hold'] {
  const open = groups.filter(isOpen);
  const waits = (name: string): Group | undefined => open.find((g) => g.status === name && !held.includes(g));
  const waiting = waits('ON_HOLD') ?? waits('SCHEDULED');
  if (waiting) return waitOf(waiting);
  if (!order.has('displayFinancialStatus')) return undefined;
  const reason = order.choice(
    'displayFinancialStatus',
    Object.fromEntries(Object.entries(UNPAID).map(([name, words]) => [name, { words }])),
  ).words;
  return reason === undefined || open.length === 0 ? undefined : { code: 'payment-pending', reason };
}

/** "Not to be shipped yet: 2 × Trail map (High risk of fraud: Call first)", a line each. */
function heldNote(held: readonly Group[], items: readonly Item[]): string | undefined {
  const lines = held.flatMap((group) =>
    group.lines.flatMap(({ lineId, remaining }) => {
      const title = items.find(({ about }) => about.externalLineId === lineId)?.about.title;
      return remaining === 0 || title === undefined
        ? []
        : [`Not to be shipped yet: ${remaining} × ${title} (${waitOf(group).reason.replace(/\.$/, '')})`];
    }),
  );
  return lines.length === 0 ? undefined : lines.join('\n');
}

const GIFT_KEY = /^_?(is[ _-]?)?gift(([ _-]?(message|note|wrap(ping)?))?)$/i;

/** Themes send an empty message with every order, so an empty value is no gift. */
const isGift = (order: ObjectReader): boolean =>
  order
    .strictList('customAttributes', (attribute) => ({
      key: attribute.string('key'),
      value: attribute.has('value') ? attribute.string('value') : attribute.raw('value'),
    }))
    .some(({ key, value }) => GIFT_KEY.test(key) && value !== '' && !/^(false|no|0)$/i.test(String(value)));

/** Tags are plain texts, so they are read by hand; a damaged one is left out with a message. */
function readTags(order: ObjectReader): string[] {
  const raw = order.raw('tags');
  if (!Array.isArray(raw)) {
    order.problems.push(`${order.at('tags')} should be a list.`);
    return [];
  }
  return raw.flatMap((tag: unknown, index) => {
    if (typeof tag === 'string' && !/[\p{Cc}\uFFFD]/u.test(tag)) return tag.trim() === '' ? [] : [tag.trim()];
    order.problems.push(`${order.at('tags')}[${index}] should be readable text.`);
    return [];
  });
}

function readShipTo(order: ObjectReader): Address {
  const known = order.maybe('shippingAddress', (n) => readAddress(order.object(n), 'countryCodeV2')) ?? {};
  return {
    ...known,
    name: known.name ?? '',
    address1: known.address1 ?? '',
    city: known.city ?? '',
    provinceCode: known.provinceCode ?? '',
    zipcode: known.zipcode ?? '',
    countryCode: known.countryCode ?? '',
    email: order.maybe('email', (n) => order.string(n)),
  };
}

function readRequestedService(order: ObjectReader): StoreOrder['requestedService'] {
  const line = order.maybe('shippingLine', (n) => order.object(n));
  const name = line?.maybe('title', (n) => line.string(n));
  if (!line || name === undefined) return undefined;
  return { code: line.maybe('code', (n) => line.string(n)) ?? '', name };
}

/** @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none */
export function readOrder(whole: WholeOrder): StoreOrder {
  const { order } = whole;
  const groups = whole.groups.map(readGroup);
  const total: Money = readShopMoney(order.object('totalPriceSet'));
  const items = whole.lines.map(readItem);
  const held = heldBack(groups, items);
  const lines = items.flatMap((item) =>
    sharesOf(item, groups, held).map((share): StoreOrderLine => ({ ...item.about, ...share })),
  );
  const open = groups.filter((g) => g.state === 'to-ship');
  const shipBy = open.flatMap((g) => (g.fulfillBy === undefined ? [] : [g.fulfillBy])).toSorted();
  return {
    externalId: order.string('id', ORDER_ID),
    number: order.string('name'),
    placedAt: order.instant('processedAt'),
    updatedAt: order.instant('updatedAt'),
    // Whether an order was cancelled must not get lost in a damaged field.
    cancelledAt: order.has('cancelledAt') ? order.instant('cancelledAt') : undefined,
    hold: holdOf(order, groups, held),
    shipTo: readShipTo(order),
    buyerNote: order.maybe('note', (n) => order.string(n)),
    internalNote: heldNote(held, items),
    gift: isGift(order),
    tags: readTags(order),
    total,
    requestedService: readRequestedService(order),
    shipBy: shipBy[0],
    externalLocationId: (open[0] ?? groups[0])?.locationId,
    lines,
  };
}
