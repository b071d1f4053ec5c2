/**
 * States are data: each kind of thing has one table of allowed changes, and every change goes through `transition`
 * (docs/data-model.md, "State tables").
 */
import { err, ok, type Result } from '../values/result.ts';

/** For each state the states that may follow. A state that is no key, or has no followers, is final. */
export type StateTable<S extends string> = Readonly<Record<S, readonly S[]>>;

export interface StateChange<S extends string> {
  readonly from: S;
  readonly to: S;
}

/** The change when the table allows it; the problem says which one was tried. Staying in a state is no change. */
export function transition<S extends string>(table: StateTable<S>, from: S, to: S): Result<StateChange<S>, string> {
  return table[from].includes(to) ? ok({ from, to }) : err(`"${from}" cannot become "${to}"`);
}

export const SHIPMENT_STATES = [
  'draft',
  'buying',
  'partly_bought',
  'bought',
  'handed_over',
  'delivered',
  'returned',
  'lost',
  'voiding',
  'voided',
] as const;
export type ShipmentState = (typeof SHIPMENT_STATES)[number];

/** Something went out, so that something can come back. */
export const WENT_OUT: ReadonlySet<ShipmentState> = new Set(['bought', 'handed_over', 'delivered', 'returned', 'lost']);

export const SHIPMENT_TRANSITIONS: StateTable<ShipmentState> = {
  draft: ['buying'],
  // draft: every piece was refused or proved absent.
  buying: ['bought', 'partly_bought', 'draft'],
  // buying: the missing pieces are bought after all. handed_over: the rest was voided, and what is left travels.
  partly_bought: ['bought', 'buying', 'voiding', 'handed_over'],
  bought: ['handed_over', 'voiding'],
  handed_over: ['delivered', 'returned', 'lost'],
  // It came back after all.
  delivered: ['returned'],
  returned: [],
  // A person called it lost, and it turned up.
  lost: ['delivered', 'returned'],
  // bought, partly_bought: the carrier would not void.
  voiding: ['voided', 'bought', 'partly_bought'],
  voided: [],
};

export const PURCHASE_STATES = [
  'planned',
  'reserved',
  'sending',
  'unknown',
  'disputed',
  'confirmed',
  'complete',
  'refused',
  'absent',
  'voided',
] as const;
/** Of a purchase, a void and every other effect. */
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/**
 * confirmed: it happened (a label is paid). complete: and everything that comes with it is stored (its file).
 * refused, absent: it did not happen; money and allocation are free again. disputed: a person decides.
 */
export const PURCHASE_TRANSITIONS: StateTable<PurchaseState> = {
  planned: ['reserved', 'refused'],
  reserved: ['sending', 'refused'],
  // disputed: where the other side offers no way to ask.
  sending: ['confirmed', 'refused', 'unknown', 'disputed'],
  // refused: the vendor's own key answered with a refusal after the settle time.
  unknown: ['confirmed', 'absent', 'refused', 'disputed'],
  // unknown: a person asks for another look-up.
  disputed: ['confirmed', 'absent', 'unknown'],
  // voided without complete: paid, the file never came, given back. unknown, disputed: it was accepted, then declined
  // when its file was asked for.
  confirmed: ['complete', 'voided', 'unknown', 'disputed'],
  complete: ['voided'],
  refused: [],
  // disputed: an answer came in after all, against what the other side had said when asked.
  absent: ['disputed'],
  voided: [],
};

/** States in which a label exists or may exist: the partial unique index of the database says the same. */
export const LIVE_PURCHASE_STATES: readonly PurchaseState[] = [
  'planned',
  'reserved',
  'sending',
  'unknown',
  'disputed',
  'confirmed',
  'complete',
];

export const isLive = (state: PurchaseState): boolean => LIVE_PURCHASE_STATES.includes(state);
/** It certainly did not happen, or was undone. */
export const isReleased = (state: PurchaseState): boolean => state === 'refused' || state === 'absent';
/** It happened. */
export const isPaid = (state: PurchaseState): boolean => state === 'confirmed' || state === 'complete';

/**
 * What the states of its pieces make of a shipment that is being bought. Undefined while a piece is still open, except
 * that a shipment none of whose pieces can move any more without a person stays `buying` and is listed as an exception.
 */
export function stateOfBuying(pieces: readonly PurchaseState[]): 'bought' | 'partly_bought' | 'draft' | undefined {
  if (pieces.length === 0) return undefined;
  if (pieces.every((state) => isPaid(state))) return pieces.every((s) => s === 'complete') ? 'bought' : undefined;
  if (pieces.every((state) => isReleased(state))) return 'draft';
  if (pieces.every((state) => state === 'complete' || isReleased(state))) return 'partly_bought';
  return undefined;
}

/** What the pieces make of a shipment that is being voided. Released pieces do not count. Undefined while one is open. */
export function stateOfVoiding(
  pieces: readonly { readonly purchase: PurchaseState; readonly voidOpen: boolean }[],
): 'voided' | 'bought' | 'partly_bought' | undefined {
  const counted = pieces.filter((piece) => !isReleased(piece.purchase));
  if (counted.some((piece) => piece.voidOpen)) return undefined;
  if (counted.every((piece) => piece.purchase === 'voided')) return 'voided';
  return counted.length === pieces.length && counted.every((piece) => piece.purchase !== 'voided')
    ? 'bought'
    : 'partly_bought';
}
