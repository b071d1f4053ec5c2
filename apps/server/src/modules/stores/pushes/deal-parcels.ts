/** Which items each parcel's report names, for platforms that take one tracking number a report. Pure. */

export interface PackedItem {
  readonly parcel: number;
  readonly line: number;
  readonly quantity: number;
}

export interface DealtParcels<P> {
  readonly reports: readonly {
    readonly parcel: P;
    readonly items: readonly { readonly line: number; readonly quantity: number }[];
  }[];
  /** Parcels no unit is left for: fewer units than parcels. */
  readonly unreported: readonly P[];
}

/**
 * A parcel without items of its own (a line packed over several boxes stands in the first) is reported with a unit of the
 * parcel that has most, so that the buyer gets every number. Units are only moved, never made.
 */
export function dealParcels<P extends { readonly number: number }>(
  parcels: readonly P[],
  packed: readonly PackedItem[],
): DealtParcels<P> {
  const dealt = parcels.map((parcel) => ({
    parcel,
    items: packed
      .filter((item) => item.parcel === parcel.number && item.quantity > 0)
      .map(({ line, quantity }) => ({ line, quantity })),
  }));
  const unitsOf = (one: (typeof dealt)[number]): number => one.items.reduce((sum, { quantity }) => sum + quantity, 0);
  for (const empty of dealt.filter(({ items }) => items.length === 0)) {
    const fullest = dealt.reduce((most, each) => (unitsOf(each) > unitsOf(most) ? each : most), empty);
    const from = fullest.items.at(-1);
    if (!from || unitsOf(fullest) < 2) continue;
    from.quantity -= 1;
    if (from.quantity === 0) fullest.items.pop();
    empty.items.push({ line: from.line, quantity: 1 });
  }
  return {
    reports: dealt.filter(({ items }) => items.length > 0),
    unreported: dealt.filter(({ items }) => items.length === 0).map(({ parcel }) => parcel),
  };
}
