/**
 * What people may do with an order in which state, as data: for each command when it is done already, why it is refused,
 * and what it changes. The server decides with this table after it has locked the orders; nothing else changes these facts
 * but shipping (`order.ts`) and the order's store (`store-quantities.ts`).
 */
import { type Fulfillment, type OrderFacts, tabOf, type Tab } from './order.ts';

/** Units of all lines of an order: `shipped <= allocated <= wanted`. */
export interface OrderUnits {
  /** Ordered and not cancelled. */
  readonly wanted: number;
  /** In live labels, shipped ones included. */
  readonly allocated: number;
  readonly shipped: number;
  /** Units the store says somebody else has shipped. */
  readonly elsewhere: number;
}

export interface OrderState extends OrderFacts {
  readonly holdCode: string | null;
  readonly holdReason: string | null;
  /** The day on which the hold ends by itself, YYYY-MM-DD; null: when somebody releases it. */
  readonly holdUntil: string | null;
  readonly importFailed: boolean;
  /** The order's store has cancelled it. */
  readonly cancelledAtStore: boolean;
  readonly units: OrderUnits;
}

/** Code of a hold that a person put; stores and rules have codes of their own. */
export const OWN_HOLD = 'manual';

/** Why a held order is not shipped, and what to do. */
export function holdWords({
  holdCode,
  holdReason,
  holdUntil,
}: Pick<OrderState, 'holdReason' | 'holdUntil'> & { readonly holdCode: string }): string {
  const why = holdReason || (holdCode === OWN_HOLD ? '' : holdCode);
  if (holdUntil !== null)
    return why
      ? `This order is on hold until ${holdUntil} (${why}). Release it to ship it earlier.`
      : `This order is on hold until ${holdUntil}. Release it to ship it earlier.`;
  return why
    ? `This order is on hold (${why}). Release it to ship it.`
    : 'This order is on hold. Release it to ship it.';
}

export interface Refusal {
  readonly when: (state: OrderState) => boolean;
  /** What is in the way and what to do about it. */
  readonly message: string;
}

const labelUnderWay = (state: OrderState): boolean => state.units.allocated > state.units.shipped;

export const REFUSALS = {
  import_failed: {
    when: (state) => state.importFailed,
    message: 'This order did not arrive completely from its store. Try its import again first.',
  },
  label_under_way: {
    when: labelUnderWay,
    message: 'A label for this order is being bought right now. Wait until it is bought or refused.',
  },
  live_label: {
    when: (state) => state.units.allocated > 0,
    message: 'This order has a label. Cancel the label first, then the order.',
  },
  already_fulfilled: {
    when: (state) => state.fulfillment === 'fulfilled' || state.fulfillment === 'manual_fulfilled',
    message: 'This order is fulfilled already.',
  },
  order_cancelled: {
    when: (state) => state.cancelled,
    message: 'This order is cancelled. Undo the cancellation first.',
  },
  order_archived: {
    when: (state) => state.archived,
    message: 'This order is archived. Restore it from the archive first.',
  },
  nothing_to_ship: {
    when: (state) => state.units.wanted === 0,
    message: 'Every item of this order is cancelled, so there is nothing to ship.',
  },
  cancelled_at_store: {
    when: (state) => state.cancelledAtStore,
    message: 'The store of this order has cancelled it. Open it again there; the next sync brings it back.',
  },
  not_marked_by_hand: {
    when: (state) => state.fulfillment === 'fulfilled' || fulfillmentByUnits(state.units) === 'manual_fulfilled',
    message:
      'This order was not marked by hand: it was shipped with a label, or its store says so. Cancel the label, or take it back at the store.',
  },
} as const satisfies Readonly<Record<string, Refusal>>;

export type RefusalCode = keyof typeof REFUSALS;

/** How far an order is shipped by its quantities alone; as `fulfillmentOf` of lines. An order without units needs no parcel. */
export function fulfillmentByUnits({ wanted, shipped, elsewhere }: OrderUnits): Fulfillment {
  if (shipped > 0) return shipped >= wanted ? 'fulfilled' : 'partial';
  if (wanted === 0) return elsewhere > 0 ? 'manual_fulfilled' : 'unfulfilled';
  return elsewhere > 0 ? 'partial' : 'unfulfilled';
}

/** What a command changes; the rest stays. */
export type OrderChange = Partial<
  Pick<OrderState, 'fulfillment' | 'cancelled' | 'archived' | 'holdCode' | 'holdReason' | 'holdUntil'>
>;

export const ORDER_COMMANDS = [
  'archive',
  'restore',
  'cancel',
  'uncancel',
  'hold',
  'release',
  'mark',
  'unmark',
] as const;
export type OrderCommandName = (typeof ORDER_COMMANDS)[number];

export interface CommandInput {
  /** Of a hold; null: without one. */
  readonly reason?: string | null | undefined;
  /** Code of a hold; absent: a person's. */
  readonly holdCode?: string | undefined;
  /** The day on which a hold ends, YYYY-MM-DD; absent or null: when somebody releases it. */
  readonly holdUntil?: string | null | undefined;
}

interface CommandRule {
  /** Already as asked for; looked at before the refusals. */
  readonly done: (state: OrderState, input: CommandInput) => boolean;
  /** The first that holds is the answer. */
  readonly refusals: readonly RefusalCode[];
  readonly change: (state: OrderState, input: CommandInput) => OrderChange;
}

export const COMMAND_RULES: Readonly<Record<OrderCommandName, CommandRule>> = {
  archive: {
    done: (state) => state.archived,
    refusals: ['label_under_way'],
    change: () => ({ archived: true }),
  },
  // Everything else is a fact of its own, so the order has the state it had.
  restore: { done: (state) => !state.archived, refusals: [], change: () => ({ archived: false }) },
  cancel: {
    done: (state) => state.cancelled,
    refusals: ['label_under_way', 'live_label', 'already_fulfilled'],
    change: () => ({ cancelled: true }),
  },
  uncancel: {
    done: (state) => !state.cancelled,
    refusals: ['cancelled_at_store'],
    change: () => ({ cancelled: false }),
  },
  hold: {
    done: (state, input) =>
      state.holdCode === (input.holdCode ?? OWN_HOLD) &&
      state.holdReason === (input.reason ?? null) &&
      state.holdUntil === (input.holdUntil ?? null),
    refusals: ['order_cancelled', 'order_archived', 'already_fulfilled'],
    change: (_state, input) => ({
      holdCode: input.holdCode ?? OWN_HOLD,
      holdReason: input.reason ?? null,
      holdUntil: input.holdUntil ?? null,
    }),
  },
  release: {
    done: (state) => state.holdCode === null,
    refusals: [],
    change: () => ({ holdCode: null, holdReason: null, holdUntil: null }),
  },
  mark: {
    done: (state) => state.fulfillment === 'manual_fulfilled',
    refusals: [
      'import_failed',
      'order_cancelled',
      'order_archived',
      'label_under_way',
      'already_fulfilled',
      'nothing_to_ship',
    ],
    change: () => ({ fulfillment: 'manual_fulfilled' }),
  },
  unmark: {
    done: (state) => state.fulfillment === 'unfulfilled' || state.fulfillment === 'partial',
    refusals: ['order_archived', 'not_marked_by_hand'],
    change: (state) => ({ fulfillment: fulfillmentByUnits(state.units) }),
  },
};

export type Decision =
  | { readonly kind: 'change'; readonly after: OrderState; readonly tab: Tab }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'refused'; readonly code: RefusalCode; readonly message: string };

/** What a command means for an order in this state. */
export function decide(command: OrderCommandName, state: OrderState, input: CommandInput = {}): Decision {
  const rule = COMMAND_RULES[command];
  if (rule.done(state, input)) return { kind: 'unchanged' };
  const code = rule.refusals.find((each) => REFUSALS[each].when(state));
  if (code !== undefined) return { kind: 'refused', code, message: REFUSALS[code].message };
  const after = { ...state, ...rule.change(state, input) };
  return { kind: 'change', after, tab: tabOf(after) };
}
