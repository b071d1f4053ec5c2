/** Widths of a table's columns for the room there is. Pure. */
export interface Flexible {
  readonly width: number;
  /** It can be read down to this width; as wide as `width` where it must not change. */
  readonly least: number;
}
/** A column that shows less than this at the edge shows nothing that can be read. */
const LEGIBLE = 64;

/**
 * Columns give way where that makes all of them fit. Where it does not, the table scrolls, and no column stands cut to a
 * letter at its edge: those before it take the rest of the room.
 * @param before what stands ahead of the columns @param after what stands behind them and stays in sight
 */
export function fitWidths(
  columns: readonly Flexible[],
  room: number,
  { before, after }: { readonly before: number; readonly after: number },
): readonly number[] {
  const widths = columns.map(({ width }) => width);
  const over = before + after + widths.reduce((sum, width) => sum + width, 0) - room;
  if (over <= 0) return widths;
  const spare = columns.reduce((sum, { width, least }) => sum + width - least, 0);
  if (over <= spare) return columns.map(({ width, least }) => Math.floor(width - ((width - least) * over) / spare));
  // What stands behind the columns stays in sight, over them.
  const edge = room - after;
  let start = before;
  for (const [at, width] of widths.entries()) {
    const seen = edge - start;
    if (seen <= 0) break;
    if (seen < Math.min(width, LEGIBLE)) {
      const taker = columns.slice(0, at).findLastIndex((one) => one.least < one.width);
      return taker < 0 ? widths : widths.with(taker, (widths[taker] ?? 0) + seen);
    }
    start += width;
  }
  return widths;
}
