/**
 * What state an order is in. Fulfilment, cancellation, archiving, hold and import are separate facts, so that nothing is
 * lost when one of them is taken back; the tab and the word a person sees are derived from them (decisions 23).
 */
export const FULFILLMENTS = ['unfulfilled', 'partial', 'fulfilled', 'manual_fulfilled'] as const;
export type Fulfillment = (typeof FULFILLMENTS)[number];

export const TABS = ['unfulfilled', 'manual_fulfilled', 'fulfilled', 'cancelled', 'archived'] as const;
export type Tab = (typeof TABS)[number];

export interface OrderFacts {
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly archived: boolean;
}

/** Quantities of one order line; always `shipped <= allocated <= quantity - cancelled`. */
export interface LineQuantities {
  readonly quantity: number;
  /** In live purchases, shipped ones included. */
  readonly allocated: number;
  readonly shipped: number;
  readonly cancelled: number;
}

/** What can happen to the fulfilment of an order. */
export const FULFILLMENT_EVENTS = ['ship_part', 'ship_rest', 'mark_manual', 'unship_part', 'unship_all'] as const;
export type FulfillmentEvent = (typeof FULFILLMENT_EVENTS)[number];

/**
 * Transitions of the fulfilment. An absent entry cannot happen: a fulfilled order has nothing left to ship, an
 * unfulfilled one nothing to take back.
 */
export const FULFILLMENT_TRANSITIONS: Readonly<
  Record<Fulfillment, Readonly<Partial<Record<FulfillmentEvent, Fulfillment>>>>
> = {
  unfulfilled: { ship_part: 'partial', ship_rest: 'fulfilled', mark_manual: 'manual_fulfilled' },
  partial: {
    ship_part: 'partial',
    ship_rest: 'fulfilled',
    mark_manual: 'manual_fulfilled',
    unship_part: 'partial',
    unship_all: 'unfulfilled',
  },
  fulfilled: { unship_part: 'partial', unship_all: 'unfulfilled' },
  manual_fulfilled: { unship_part: 'partial', unship_all: 'unfulfilled' },
};

/** The fulfilment after an event, or undefined when the event cannot happen in this state. */
export const nextFulfillment = (from: Fulfillment, event: FulfillmentEvent): Fulfillment | undefined =>
  FULFILLMENT_TRANSITIONS[from][event];

/** Where the order stands in the list: archived wins over cancelled, cancelled over how far it is shipped. */
export function tabOf(facts: OrderFacts): Tab {
  if (facts.archived) return 'archived';
  if (facts.cancelled) return 'cancelled';
  return facts.fulfillment === 'partial' ? 'unfulfilled' : facts.fulfillment;
}

export type FulfillmentStatus = 'Unfulfilled' | 'Partially-Fulfilled' | 'Manual-Fulfilled' | 'Fulfilled' | 'Cancelled';

const STATUS_WORDS: Readonly<Record<Fulfillment, FulfillmentStatus>> = {
  unfulfilled: 'Unfulfilled',
  partial: 'Partially-Fulfilled',
  fulfilled: 'Fulfilled',
  manual_fulfilled: 'Manual-Fulfilled',
};

/** The word answered as fulfillmentStatus (decisions 23); Cancelled is only ever the order's own cancellation. */
export const statusWord = (facts: Pick<OrderFacts, 'fulfillment' | 'cancelled'>): FulfillmentStatus =>
  facts.cancelled ? 'Cancelled' : STATUS_WORDS[facts.fulfillment];

/**
 * Reads a tab value of the filters ("manual-fulfilled"), whatever its case. An empty text is All Orders.
 * @returns undefined for a value that is no tab.
 */
export function parseTab(text: string): Tab | 'all' | undefined {
  const key = text.trim().toLowerCase().replaceAll('-', '_');
  if (key === '') return 'all';
  return TABS.find((tab) => tab === key);
}

/** Units of a line that no purchase holds yet. */
export const unallocated = (line: LineQuantities): number => line.quantity - line.cancelled - line.allocated;

const shippedUnits = (lines: readonly LineQuantities[]): number => lines.reduce((n, line) => n + line.shipped, 0);
const wantedUnits = (lines: readonly LineQuantities[]): number =>
  lines.reduce((n, line) => n + line.quantity - line.cancelled, 0);

/** The event that a change of shipped quantities means, or undefined when nothing was shipped or taken back. */
export function shippingEvent(
  before: readonly LineQuantities[],
  after: readonly LineQuantities[],
): FulfillmentEvent | undefined {
  const was = shippedUnits(before);
  const is = shippedUnits(after);
  if (is > was) return is >= wantedUnits(after) ? 'ship_rest' : 'ship_part';
  if (is < was) return is === 0 ? 'unship_all' : 'unship_part';
  return undefined;
}

/** Row signs of ux.md line 14; each has a text on screen and can be filtered. */
export const SIGNS = [
  'note',
  'gift',
  'international',
  'unverified',
  'combinable',
  'hold',
  'failed',
  'partial',
  'overdue',
] as const;
export type Sign = (typeof SIGNS)[number];

/** Signs that are facts of the order itself and stored as bits; the others follow from other columns, places or orders. */
export const SIGN_BITS = { note: 1, gift: 2, unverified: 8 } as const satisfies Partial<Record<Sign, number>>;

export interface SignFacts {
  readonly note: boolean;
  readonly gift: boolean;
  readonly unverified: boolean;
}

export const signBits = (facts: SignFacts): number =>
  (facts.note ? SIGN_BITS.note : 0) | (facts.gift ? SIGN_BITS.gift : 0) | (facts.unverified ? SIGN_BITS.unverified : 0);

/** All signs of a row in the order of `SIGNS`. */
export function signsOf(row: {
  readonly bits: number;
  readonly international: boolean;
  readonly held: boolean;
  readonly importFailed: boolean;
  readonly fulfillment: Fulfillment;
  readonly combinable: boolean;
  readonly overdue: boolean;
}): Sign[] {
  const has: Readonly<Record<Sign, boolean>> = {
    note: (row.bits & SIGN_BITS.note) !== 0,
    gift: (row.bits & SIGN_BITS.gift) !== 0,
    international: row.international,
    unverified: (row.bits & SIGN_BITS.unverified) !== 0,
    combinable: row.combinable,
    hold: row.held,
    failed: row.importFailed,
    partial: row.fulfillment === 'partial',
    overdue: row.overdue,
  };
  return SIGNS.filter((sign) => has[sign]);
}
