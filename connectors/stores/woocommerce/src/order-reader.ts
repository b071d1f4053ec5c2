/** One order of WooCommerce in our terms. It has a status and lines, but no parcels and no units that are shipped. */
import { plainText } from '@scanship/connector-kit/answers/plain-text';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { Address } from '@scanship/domain/addresses/address';
import type { StoreOrder, StoreOrderLine } from '@scanship/domain/stores/store-order';
import { perUnit } from '@scanship/domain/money/money';
import { gmt, ID, readAmount, readUnits, refundedUnits } from './reading.ts';

export const STATUS = /^[a-z0-9_-]{1,40}$/;

type State = 'to-ship' | 'held' | 'shipped' | 'cancelled' | 'draft';

/** WooCommerce's own. Plug-ins add others, and only a person knows what they mean: those wait. */
const STATES: Readonly<Record<string, State>> = {
  pending: 'held',
  processing: 'to-ship',
  'on-hold': 'held',
  completed: 'shipped',
  cancelled: 'cancelled',
  refunded: 'cancelled',
  failed: 'held',
  trash: 'cancelled',
  'checkout-draft': 'draft',
  // Begun by hand and never saved: it has no day.
  draft: 'draft',
  'auto-draft': 'draft',
};

const HOLDS: Readonly<Record<string, NonNullable<StoreOrder['hold']>>> = {
  pending: { code: 'payment-pending', reason: 'The payment is pending at WooCommerce.' },
  failed: { code: 'payment-pending', reason: 'The payment failed.' },
  'on-hold': { code: 'on-hold', reason: 'The order is on hold at WooCommerce.' },
};

export const stateOf = (status: string): State =>
  (Object.hasOwn(STATES, status) ? STATES[status] : undefined) ?? 'held';

export const holdOf = (status: string): NonNullable<StoreOrder['hold']> =>
  (Object.hasOwn(HOLDS, status) ? HOLDS[status] : undefined) ?? {
    code: 'on-hold',
    reason: `The order has the status "${status}" at WooCommerce.`,
  };

/** Units of each line that were refunded, by the line's id. */
export type Refunded = ReadonlyMap<string, number>;

/** Adds up what the refunds of an order took off its lines. Amounts alone take no unit off. */
export function readRefunds(refunds: readonly ObjectReader[]): Refunded {
  const units = new Map<string, number>();
  for (const refund of refunds)
    for (const [id, quantity] of refund.strictList('line_items', (line) => {
      const count = Math.abs(line.number('quantity'));
      if (count === 0) return ['', 0] as const;
      const [of] = line
        .strictList('meta_data', (meta) => (meta.raw('key') === '_refunded_item_id' ? meta.id('value', ID) : ''))
        .filter((value) => value !== '');
      if (of === undefined) throw new FieldProblem(line.at('meta_data'), 'does not say which line was refunded');
      return [of, count] as const;
    }))
      units.set(id, (units.get(id) ?? 0) + quantity);
  return units;
}

/** Longest title with what a buyer chose; a text for an engraving is within it. */
const LONGEST = 500;

/**
 * What the buyer chose for a line beside its variation, as the shop shows it ("Engraving: For Ada"): add-ons stand in
 * `meta_data`, those of a plug-in for itself begin with a low line. What the name says already is not repeated.
 */
function withChoices(line: ObjectReader, title: string): string {
  const raw = line.raw('meta_data');
  const texts = (Array.isArray(raw) ? (raw as readonly unknown[]) : []).flatMap((meta) => {
    if (typeof meta !== 'object' || meta === null) return [];
    const { key, value, display_key, display_value } = meta as Readonly<Record<string, unknown>>;
    const name = typeof display_key === 'string' && display_key !== '' ? display_key : key;
    const said = display_value ?? value;
    if (typeof key !== 'string' || key.startsWith('_') || typeof name !== 'string' || typeof said !== 'string')
      return [];
    // Shown values are paragraphs of a page.
    const text = plainText(said.replace(/<[^<>]*>/g, ' '))
      .replace(/\s+/g, ' ')
      .trim();
    return text === '' || title.toLowerCase().includes(text.toLowerCase()) ? [] : [`${plainText(name)}: ${text}`];
  });
  return texts.length === 0 ? title : `${title} (${texts.join(', ')})`.slice(0, LONGEST);
}

function readLine(
  line: ObjectReader,
  currency: string,
  state: State,
  refunded: Refunded,
  parcel: boolean,
): StoreOrderLine {
  const id = line.id('id', ID);
  const { units: quantity, measured } = readUnits(line);
  const variation = line.integer('variation_id', 0);
  const product = line.integer('product_id', 0);
  const image = line.maybe('image', (n) => line.object(n));
  const takenOff = refundedUnits(refunded.get(id) ?? 0, measured);
  const gone = state === 'cancelled' ? quantity : state === 'shipped' ? 0 : Math.min(quantity, takenOff);
  const sku = line.maybe('sku', (n) => plainText(line.id(n)));
  // A line that a plug-in made may have no name at all.
  const name = line.raw('name') === '' ? (sku ?? `Item ${id}`) : plainText(line.string('name'));
  const title = withChoices(line, name);
  return {
    externalLineId: id,
    // A product that was deleted leaves 0 behind.
    externalProductId: variation > 0 ? String(variation) : product > 0 ? String(product) : undefined,
    sku,
    title: measured === undefined ? title : `${title} (${measured})`,
    quantity,
    cancelled: gone,
    shipped: state === 'shipped' ? quantity : 0,
    unitPrice: perUnit(readAmount(line, 'subtotal', currency), quantity),
    imageUrl: image?.maybe('src', (n) => image.string(n, /^https?:\/\/\S+$/)),
    needsShipping: parcel,
  };
}

const PLACE = ['address_1', 'city', 'postcode', 'country'];

function readShipTo(order: ObjectReader): Address {
  const billing = order.maybe('billing', (n) => order.object(n));
  const shipping = order.maybe('shipping', (n) => order.object(n));
  // Shops that ask for one address only leave the other's fields empty.
  const from = shipping && billing && PLACE.every((name) => shipping.raw(name) === '') ? billing : shipping;
  const maybe = (name: string): string | undefined => from?.maybe(name, (n) => plainText(from.string(n)));
  const text = (name: string): string => maybe(name) ?? '';
  const phone = shipping?.maybe('phone', (n) => shipping.string(n));
  // Half a name because the other half is damaged would be another person's.
  const parts = ['first_name', 'last_name'].map((name) => (from?.raw(name) === '' ? '' : maybe(name)));
  return {
    name: parts.includes(undefined) ? '' : parts.filter((part) => part !== '').join(' '),
    companyName: maybe('company'),
    address1: text('address_1'),
    address2: maybe('address_2'),
    city: text('city'),
    provinceCode: text('state'),
    zipcode: text('postcode'),
    countryCode: from?.maybe('country', (n) => from.string(n, /^[A-Z]{2}$/)) ?? '',
    phone: phone ?? billing?.maybe('phone', (n) => billing.string(n)),
    email: billing?.maybe('email', (n) => billing.string(n)),
  };
}

function readRequestedService(order: ObjectReader): StoreOrder['requestedService'] {
  const [first] = order.maybe('shipping_lines', (n) => order.strictList(n, (line) => line)) ?? [];
  const name = first?.maybe('method_title', (n) => first.string(n));
  if (!first || name === undefined) return undefined;
  return { code: first.maybe('method_id', (n) => first.string(n)) ?? '', name: plainText(name) };
}

interface Kit {
  readonly id: string;
  /** Line of the kit that this one is part of. */
  readonly parent: string;
  readonly value: () => number;
}

/**
 * Lines that are in the parcel by another line already. Product Bundles and Composite Products list the kit and its parts
 * (`bundled_by`, `composite_parent`): the parts are goods where they have prices of their own, else the kit is.
 */
export function countedOnce(order: ObjectReader): ReadonlySet<string> {
  const lines = order.strictList('line_items', (line): Kit => {
    const parent = ['bundled_by', 'composite_parent'].find((name) => line.has(name));
    return {
      id: line.id('id', ID),
      parent: parent === undefined ? '' : line.id(parent),
      value: () => readAmount(line, 'subtotal', order.currency('currency')).minor,
    };
  });
  const once = lines.flatMap((kit) => {
    const parts = lines.filter(({ parent }) => parent === kit.id);
    if (parts.length === 0) return [];
    return kit.value() === 0 || parts.some(({ value }) => value() > 0) ? [kit.id] : parts.map(({ id }) => id);
  });
  return new Set(once);
}

/**
 * @returns undefined for a basket that was never ordered
 * @throws FieldProblem when the order cannot be understood as a whole: an order with a guessed line is worse than none
 */
export function readOrder(order: ObjectReader, refunded: Refunded): StoreOrder | undefined {
  const status = order.string('status', STATUS);
  const state = stateOf(status);
  if (state === 'draft') return undefined;
  const currency = order.currency('currency');
  const placedAt = gmt(order, 'date_created_gmt');
  // An order that nobody touched since has none.
  const updatedAt = order.has('date_modified_gmt') ? gmt(order, 'date_modified_gmt') : placedAt;
  // Everything in it is virtual or a download; said since WooCommerce 3.x, by shops that say it.
  const parcel = order.maybe('needs_processing', (n) => order.boolean(n)) ?? true;
  const paidLater = state === 'shipped' || state === 'cancelled';
  const standsBeside = countedOnce(order);
  return {
    externalId: order.id('id', ID),
    number: order.id('number'),
    placedAt,
    updatedAt,
    // WooCommerce keeps no time of cancelling; the order's last change is the nearest it has.
    cancelledAt: state === 'cancelled' ? updatedAt : undefined,
    hold: state === 'held' ? holdOf(status) : undefined,
    shipTo: readShipTo(order),
    buyerNote: order.maybe('customer_note', (n) => plainText(order.string(n))),
    gift: false,
    tags: [],
    total: readAmount(order, 'total', currency),
    requestedService: readRequestedService(order),
    lines: order.strictList('line_items', (line) =>
      readLine(line, currency, state, refunded, (parcel || paidLater) && !standsBeside.has(line.id('id', ID))),
    ),
  };
}
