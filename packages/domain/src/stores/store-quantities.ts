/**
 * What a store says of an order's quantities, brought together with what was allocated and shipped from here. The store's
 * word never takes away units that a label of ours holds: what cannot be followed is counted and told to a person.
 */
import type { Fulfillment, LineQuantities } from '../orders/order.ts';
import type { StoreOrderLine } from './store-order.ts';

/** Quantities of one line as it is kept; always `elsewhere <= cancelled` and `allocated <= quantity - cancelled`. */
export interface KeptQuantities extends LineQuantities {
  /** Of `cancelled`: units the store says somebody else has shipped. */
  readonly elsewhere: number;
}

export interface OwnQuantities {
  readonly allocated: number;
  readonly shipped: number;
  /** Units the store was told of by us and that were not withdrawn: they are ours, even after their label was voided here. */
  readonly reported: number;
}

export interface ReconciledLine {
  readonly quantity: number;
  readonly cancelled: number;
  readonly elsewhere: number;
  /** Units the store does not want shipped any more although labels hold them. */
  readonly conflict: number;
}

/** @param said undefined: the store does not have the line any more */
export function reconcileLine(
  said: Pick<StoreOrderLine, 'quantity' | 'cancelled' | 'shipped'> | undefined,
  own: OwnQuantities,
  kept: Pick<KeptQuantities, 'quantity'>,
): ReconciledLine {
  // A line that is gone keeps its size, so that the person sees what it was.
  const wanted = said?.quantity ?? kept.quantity;
  const quantity = Math.max(wanted, own.allocated);
  const elsewhere = Math.min(
    wanted,
    said === undefined ? 0 : Math.max(0, said.shipped - Math.max(own.shipped, own.reported)),
  );
  const gone = said === undefined ? wanted : Math.min(wanted, said.cancelled + elsewhere);
  const room = quantity - own.allocated;
  const cancelled = Math.min(gone, room);
  return {
    quantity,
    cancelled,
    elsewhere: Math.min(elsewhere, cancelled),
    conflict: Math.max(0, own.allocated - wanted) + (gone - cancelled),
  };
}

/** How far an order is shipped, by its quantities alone. An order without a line needs no parcel. */
export function fulfillmentOf(lines: readonly KeptQuantities[]): Fulfillment {
  if (lines.length === 0) return 'manual_fulfilled';
  const sum = (of: (line: KeptQuantities) => number): number => lines.reduce((n, line) => n + of(line), 0);
  const shipped = sum((line) => line.shipped);
  const wanted = sum((line) => line.quantity - line.cancelled);
  if (shipped > 0) return shipped >= wanted ? 'fulfilled' : 'partial';
  if (sum((line) => line.elsewhere) === 0) return 'unfulfilled';
  return wanted === 0 ? 'manual_fulfilled' : 'partial';
}

/**
 * The fulfilment after the store spoke. What a person marked by hand stays, unless the store itself had said so before and
 * takes it back.
 */
export function fulfillmentAfterSync(
  now: Fulfillment,
  before: readonly KeptQuantities[],
  after: readonly KeptQuantities[],
): Fulfillment {
  const elsewhere = (lines: readonly KeptQuantities[]): boolean => lines.some((line) => line.elsewhere > 0);
  if (now === 'manual_fulfilled' && after.length > 0 && before.length > 0 && !elsewhere(before) && !elsewhere(after))
    return now;
  return fulfillmentOf(after);
}
