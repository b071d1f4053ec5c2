/** Where an order stands in a list that changes under it, also after it has left the list. Pure. */
interface Row {
  readonly id: string;
}

/**
 * Index of the row below the order. Where the order has left, that is the row that moved up into its place.
 * @param past the list as it was when it held the order
 */
export function rowBelow(rows: readonly Row[], past: readonly Row[], id: string | undefined): number {
  const ids = new Map(rows.map((row, index) => [row.id, index]));
  const at = past.findIndex((row) => row.id === id);
  const above = past.slice(0, at + 1).findLast((row) => ids.has(row.id));
  return above ? (ids.get(above.id) ?? 0) + 1 : 0;
}

/**
 * The one order that keys act on when none is chosen: the open one wherever it is, else the marked row. Never the row that
 * moved into its place.
 */
export const rowForKeys = <R extends Row>(
  rows: readonly R[],
  open: { readonly id: string | undefined; readonly row: R | undefined },
  markedId: string | undefined,
): R | undefined => (open.id === undefined ? rows.find(({ id }) => id === markedId) : open.row);
