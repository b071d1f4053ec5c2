/** What is in which parcel of a shipment: units of order lines, and the customs declaration of some of the parcels. */
import type { Customs, CustomsItem, LineUnits, Parcel } from './shipment.ts';

type Packed = Pick<Parcel, 'items'>;

/** Whether somebody said what is in the parcels. */
export const isAssigned = (parcels: readonly Packed[]): boolean =>
  parcels.some((parcel) => (parcel.items?.length ?? 0) > 0);

/** Units by line over all parcels, in the order of the lines. */
export function unitsIn(parcels: readonly Packed[]): readonly LineUnits[] {
  const sums = new Map<number, number>();
  for (const { items = [] } of parcels)
    for (const { line, quantity } of items) sums.set(line, (sums.get(line) ?? 0) + quantity);
  return [...sums].map(([line, quantity]) => ({ line, quantity })).toSorted((a, b) => a.line - b.line);
}

/**
 * The declaration of what is in `parcels` alone, for carriers that are told one parcel a call. Where nobody said what is in
 * them it is the whole declaration. An item of the declaration without lines cannot be divided and stands in every part, so
 * whoever accepts a declaration for assigned parcels asks for them first (`undeclaredUnits`).
 */
export function customsOf(customs: Customs, parcels: readonly Packed[]): Customs {
  if (!isAssigned(parcels)) return customs;
  const here = new Map(unitsIn(parcels).map(({ line, quantity }) => [line, quantity]));
  return {
    ...customs,
    items: customs.items.flatMap((item) => {
      if (!item.lines) return [item];
      const quantity = item.lines.reduce((sum, line) => sum + (here.get(line) ?? 0), 0);
      return quantity > 0 ? [{ ...item, quantity }] : [];
    }),
  };
}

/**
 * Lines whose packed units the declaration does not state exactly: missing, doubled, or in another quantity. Items of the
 * declaration that name no line count as line 0.
 */
export function undeclaredUnits(
  customs: { readonly items: readonly Pick<CustomsItem, 'lines' | 'quantity'>[] },
  parcels: readonly Packed[],
): readonly number[] {
  const packed = new Map(unitsIn(parcels).map(({ line, quantity }) => [line, quantity]));
  const wrong = new Set<number>();
  const seen = new Set<number>();
  for (const item of customs.items) {
    if (!item.lines || item.lines.length === 0) wrong.add(0);
    const lines = item.lines ?? [];
    const units = lines.reduce((sum, line) => sum + (packed.get(line) ?? 0), 0);
    for (const line of lines) {
      if (seen.has(line) || units !== item.quantity) wrong.add(line);
      seen.add(line);
    }
  }
  for (const line of packed.keys()) if (!seen.has(line)) wrong.add(line);
  return [...wrong].toSorted((a, b) => a - b);
}
