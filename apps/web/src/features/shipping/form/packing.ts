/** Which units go in which parcel. Pure: the panel draws what these functions say. Weights are grams. */
import type { OrderItemDto } from '@scanship/contracts/orders/orders';
import type { LineUnits } from '@scanship/domain/shipping/shipment';

/** A line of the order with the units that can be shipped now. */
export interface OpenLine extends LineUnits {
  readonly title: string;
  readonly sku: string | null;
  readonly weightGrams: number | null;
}
export interface Packed {
  /** Stays with the parcel while others come and go. */
  readonly key: number;
  readonly items: readonly LineUnits[];
}
/** The place of units that are not shipped now. */
export const LATER = 0;

type Item = Pick<OrderItemDto, 'line' | 'title' | 'sku' | 'quantity' | 'allocated' | 'cancelled' | 'weightGrams'>;

/** What is left to ship; of an order without anything left, all that was not cancelled (for a further label). */
export function openLines(order: { readonly items: readonly Item[] }): readonly OpenLine[] {
  const lines = (units: (item: Item) => number) =>
    order.items
      .map((item) => ({
        line: item.line,
        title: item.title,
        sku: item.sku,
        weightGrams: item.weightGrams,
        quantity: units(item),
      }))
      .filter((line) => line.quantity > 0);
  const open = lines((item) => item.quantity - item.allocated - item.cancelled);
  return open.length > 0 ? open : lines((item) => item.quantity - item.cancelled);
}

/** The same text as long as the same units are left to ship. */
export const leftToShip = (order: { readonly items: readonly Item[] }): string =>
  openLines(order)
    .map(({ line, quantity }) => `${line}×${quantity}`)
    .join(' ');

export const countOf = (items: readonly LineUnits[]): number => items.reduce((n, item) => n + item.quantity, 0);
const unitsOf = (items: readonly LineUnits[], line: number): number =>
  items.find((item) => item.line === line)?.quantity ?? 0;

/** Units of each line that are in no parcel. */
export const leftOver = (open: readonly OpenLine[], parcels: readonly Packed[]): readonly LineUnits[] =>
  open
    .map(({ line, quantity }) => ({
      line,
      quantity: quantity - parcels.reduce((n, parcel) => n + unitsOf(parcel.items, line), 0),
    }))
    .filter((item) => item.quantity > 0);

function changed(items: readonly LineUnits[], line: number, by: number): readonly LineUnits[] {
  const quantity = unitsOf(items, line) + by;
  const others = items.filter((item) => item.line !== line);
  return (quantity > 0 ? [...others, { line, quantity }] : others).toSorted((a, b) => a.line - b.line);
}

/**
 * Moves units of a line between parcels, named by their keys; `LATER` is out of this shipment. Never more than there are, so
 * that no unit is lost or doubled whatever is asked.
 */
export function moveUnits<P extends Packed>(
  parcels: readonly P[],
  open: readonly OpenLine[],
  move: { readonly line: number; readonly quantity: number; readonly from: number; readonly to: number },
): readonly P[] {
  const { line, from, to } = move;
  const there =
    from === LATER
      ? unitsOf(leftOver(open, parcels), line)
      : unitsOf(parcels.find((parcel) => parcel.key === from)?.items ?? [], line);
  const known = to === LATER || parcels.some((parcel) => parcel.key === to);
  const quantity = Math.min(Math.max(0, Math.trunc(move.quantity)), there);
  if (quantity === 0 || from === to || !known) return parcels;
  return parcels.map((parcel) => {
    if (parcel.key === from) return { ...parcel, items: changed(parcel.items, line, -quantity) };
    if (parcel.key === to) return { ...parcel, items: changed(parcel.items, line, quantity) };
    return parcel;
  });
}

/** A removed parcel gives its units to the one before it (the first one: to the next). */
export function removeParcel<P extends Packed>(parcels: readonly P[], key: number): readonly P[] {
  const at = parcels.findIndex((parcel) => parcel.key === key);
  const gone = parcels[at];
  if (!gone || parcels.length < 2) return parcels;
  const heir = parcels[at === 0 ? 1 : at - 1]?.key;
  return parcels
    .filter((parcel) => parcel.key !== key)
    .map((parcel) =>
      parcel.key === heir
        ? {
            ...parcel,
            items: gone.items.reduce((items, item) => changed(items, item.line, item.quantity), parcel.items),
          }
        : parcel,
    );
}

/** Weight of the units; null where one of them has none. */
export function itemsWeight(items: readonly LineUnits[], open: readonly OpenLine[]): number | null {
  let grams = 0;
  for (const { line, quantity } of items) {
    const each = open.find((candidate) => candidate.line === line)?.weightGrams;
    if (!each) return null;
    grams += each * quantity;
  }
  return grams;
}

/**
 * What the request says of the contents: nothing where one parcel takes all of it (the server then ships what is left), else
 * the units of each parcel.
 */
export function contentsToSend(
  parcels: readonly Packed[],
  open: readonly OpenLine[],
): readonly (readonly LineUnits[])[] | undefined {
  const all = leftOver(open, parcels).length === 0;
  return (parcels.length > 1 || !all) && open.length > 0 ? parcels.map((parcel) => parcel.items) : undefined;
}

/** Units of one order as the parcels of a new draft hold them when its items changed underneath: what is gone is dropped. */
export const fitToOrder = <P extends Packed>(parcels: readonly P[], open: readonly OpenLine[]): readonly P[] => {
  const left = new Map(open.map((line) => [line.line, line.quantity]));
  return parcels.map((parcel) => ({
    ...parcel,
    items: parcel.items.flatMap(({ line, quantity }) => {
      const taken = Math.min(quantity, left.get(line) ?? 0);
      left.set(line, (left.get(line) ?? 0) - taken);
      return taken > 0 ? [{ line, quantity: taken }] : [];
    }),
  }));
};
