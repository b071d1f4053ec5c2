/** The columns of a grid in the room there is (model/fit-widths.ts). */
import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { ColumnConfig } from '../model/column-config.ts';
import { fitWidths } from '../model/fit-widths.ts';

interface Placed {
  readonly column: { readonly id: string; readonly least?: number };
  readonly width: number;
  readonly stuckAt: number | undefined;
}
interface Around {
  /** Width of what stands ahead of the columns. */
  readonly before: number;
  /** Width of what stands behind them and stays in sight. */
  readonly after: number;
}

/** What a person made as wide as it is stays so, and so does what is pinned. `width` is that of the whole grid. */
export function useFittedColumns<P extends Placed>(
  scroller: RefObject<HTMLElement | null>,
  { placed, config }: { readonly placed: readonly P[]; readonly config: ColumnConfig },
  { before, after }: Around,
): { readonly placed: readonly P[]; readonly width: number } {
  const room = useRoom(scroller);
  return useMemo(() => {
    const widths =
      room === undefined
        ? placed.map(({ width }) => width)
        : fitWidths(
            placed.map(({ column, width, stuckAt }) => ({
              width,
              least: stuckAt === undefined && config.widths[column.id] === undefined ? (column.least ?? width) : width,
            })),
            room,
            { before, after },
          );
    return {
      placed: placed.map((one, at) => ({ ...one, width: widths[at] ?? one.width })),
      width: widths.reduce((sum, width) => sum + width, before + after),
    };
  }, [placed, config, room, before, after]);
}

/** How wide the list is inside its scroll bar; undefined until it is drawn. */
function useRoom(scroller: RefObject<HTMLElement | null>): number | undefined {
  const [room, setRoom] = useState<number>();
  useLayoutEffect(() => {
    const at = scroller.current;
    if (!at) return undefined;
    const look = () => setRoom(at.clientWidth);
    look();
    const size = new ResizeObserver(look);
    size.observe(at);
    return () => size.disconnect();
  }, [scroller]);
  return room;
}
