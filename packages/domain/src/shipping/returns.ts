/** What may come back, until when, and in which state a return is. Pure. */
import type { ShipmentState } from './shipment-states.ts';

export const RETURN_WISHES = ['money', 'exchange', 'credit'] as const;
export type ReturnWish = (typeof RETURN_WISHES)[number];
export const RETURN_PAYERS = ['seller', 'buyer'] as const;
export type ReturnPayer = (typeof RETURN_PAYERS)[number];
/** How a return goes to its carrier: the buyer brings it, or a driver comes for it. */
export const RETURN_HAND_OVERS = ['drop_off', 'pickup'] as const;
export type ReturnHandOver = (typeof RETURN_HAND_OVERS)[number];
/** Local times between which a buyer can be at home for the driver. */
export const RETURN_PICKUP_WINDOWS = [
  ['09:00', '13:00'],
  ['13:00', '17:00'],
  ['09:00', '17:00'],
] as const;
export const RETURN_CONDITIONS = ['as_new', 'opened', 'damaged', 'wrong_item'] as const;
export type ReturnCondition = (typeof RETURN_CONDITIONS)[number];

/** What is written down of a return; a label and its way are told by its shipment. */
export const STORED_RETURN_STATES = ['asked', 'approved', 'refused', 'arrived', 'checked', 'done'] as const;
export type StoredReturnState = (typeof STORED_RETURN_STATES)[number];
export const RETURN_STATES = [
  'asked',
  'approved',
  'label',
  'on_the_way',
  'arrived',
  'checked',
  'done',
  'refused',
] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** States of the returning shipment in which its label can be printed. */
const LABELLED: readonly ShipmentState[] = ['bought', 'partly_bought'];
const TRAVELS: readonly ShipmentState[] = ['handed_over', 'delivered', 'returned', 'lost'];

/** @param shipment state of the shipment that brings it; null before there is one */
export function stateOfReturn(stored: StoredReturnState, shipment: ShipmentState | null): ReturnState {
  if (stored !== 'approved' || shipment === null) return stored;
  if (TRAVELS.includes(shipment)) return 'on_the_way';
  return LABELLED.includes(shipment) ? 'label' : 'approved';
}

/** Whether another label may be bought: there is none, or the last one was refused or cancelled. */
export const lacksLabel = (shipment: ShipmentState | null): boolean =>
  shipment === null || shipment === 'draft' || shipment === 'voided';

const DAY_MS = 86_400_000;
/** The last place on earth where a day ends, behind UTC. */
const LAST_ZONE_MS = 12 * 3_600_000;

/** The last day on which a return can be asked for, YYYY-MM-DD. */
export const lastReturnDay = (deliveredAt: Date, windowDays: number): string =>
  new Date(deliveredAt.getTime() + windowDays * DAY_MS).toISOString().slice(0, 10);

/** A buyer has the whole last day, wherever that is. */
export const isReturnOver = (lastDay: string, now: Date): boolean =>
  now.getTime() >= Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS + LAST_ZONE_MS;

export interface ReturnLimits {
  readonly windowDays: number;
  /** As `foldWord` makes them. */
  readonly notSkus: ReadonlySet<string>;
  readonly notTags: ReadonlySet<string>;
}

export const foldWord = (word: string): string => word.normalize('NFKC').trim().toLowerCase();

export type WhyNotReturned = 'not-delivered' | 'too-late' | 'excluded' | 'none-left';

/**
 * Whether units of a line may come back.
 * @param deliveredAt when its shipment arrived; null while it has not
 * @param left units sent in this shipment that no other return holds
 */
export function whyNotReturned(
  line: {
    readonly sku: string;
    readonly tags: readonly string[];
    readonly left: number;
    readonly deliveredAt: Date | null;
  },
  limits: ReturnLimits,
  now: Date,
): WhyNotReturned | undefined {
  if (line.deliveredAt === null) return 'not-delivered';
  if (limits.notSkus.has(foldWord(line.sku)) || line.tags.some((tag) => limits.notTags.has(foldWord(tag))))
    return 'excluded';
  if (line.left <= 0) return 'none-left';
  return isReturnOver(lastReturnDay(line.deliveredAt, limits.windowDays), now) ? 'too-late' : undefined;
}
