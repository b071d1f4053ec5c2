/** Which rows of equal height are in view. Equal heights need no measuring library: the first row follows from scrollTop. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react';
import { bringIntoView, type RowWindow, rowsInView } from '../model/row-window.ts';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  /** Height of the head that stays in view above the rows. */
  readonly headHeight: number;
  /** When false, all rows are drawn. */
  readonly enabled: boolean;
}

export function useRowsInView({ scroller, count, rowHeight, headHeight, enabled }: Input) {
  const [seen, setSeen] = useState<RowWindow>({ first: 0, end: 40 });
  const look = useCallback(() => {
    const at = scroller.current;
    if (!at) return;
    const next = rowsInView({ scrollTop: at.scrollTop, height: at.clientHeight - headHeight, rowHeight, count });
    setSeen((old) => (old.first === next.first && old.end === next.end ? old : next));
  }, [scroller, rowHeight, headHeight, count]);
  useLayoutEffect(() => {
    if (enabled) look();
  }, [enabled, look]);
  useEffect(() => {
    const at = scroller.current;
    if (!enabled || !at) return undefined;
    at.addEventListener('scroll', look, { passive: true });
    const size = new ResizeObserver(look);
    size.observe(at);
    return () => {
      at.removeEventListener('scroll', look);
      size.disconnect();
    };
  }, [enabled, look, scroller]);
  const bring = useCallback(
    (index: number) => {
      const at = scroller.current;
      if (!enabled || !at) return;
      const to = bringIntoView({ index, scrollTop: at.scrollTop, height: at.clientHeight - headHeight, rowHeight });
      if (to !== at.scrollTop) at.scrollTop = to;
      look();
    },
    [enabled, scroller, headHeight, rowHeight, look],
  );
  return { first: enabled ? Math.min(seen.first, count) : 0, end: enabled ? Math.min(seen.end, count) : count, bring };
}
