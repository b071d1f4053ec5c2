/** The chosen orders of the page, cleared when the filters change, with a way back (ux.md line 10). */
import type { OrderRow } from '@scanship/contracts/order-list';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type OrderSearch, withoutPlace } from '../model/order-search.ts';
import { NO_SELECTION, type Selection, toggle, togglePage, toggleRange } from '../model/selection.ts';

/** How long the way back is offered. */
const UNDO_MS = 8000;

export function useSelection(listKey: string, rows: readonly OrderRow[]) {
  const [current, setCurrent] = useState<Selection>(NO_SELECTION);
  const [lost, setLost] = useState<Selection | undefined>(undefined);
  const rowsRef = useRef(rows);
  useEffect(() => {
    rowsRef.current = rows;
  });
  // Another page of the same list keeps the selection; another filter does not.
  const { size: _size, ...filters } = withoutPlace(JSON.parse(listKey) as OrderSearch);
  const filterKey = JSON.stringify(filters);
  const lastKey = useRef(filterKey);
  useEffect(() => {
    if (lastKey.current === filterKey) return;
    lastKey.current = filterKey;
    setCurrent((now) => {
      setLost(now.ids.size > 0 ? now : undefined);
      return NO_SELECTION;
    });
  }, [filterKey]);
  useEffect(() => {
    if (!lost) return undefined;
    const timer = setTimeout(() => setLost(undefined), UNDO_MS);
    return () => clearTimeout(timer);
  }, [lost]);

  const pageIds = () => rowsRef.current.map((row) => row.id);
  return {
    current,
    lost: lost?.ids.size ?? 0,
    toggle: useCallback(
      (id: string, range: boolean) => setCurrent((s) => (range ? toggleRange(s, pageIds(), id) : toggle(s, id))),
      [],
    ),
    togglePage: useCallback(() => setCurrent((s) => togglePage(s, pageIds())), []),
    clear: useCallback(() => setCurrent(NO_SELECTION), []),
    undo: useCallback(() => {
      if (lost) setCurrent(lost);
      setLost(undefined);
    }, [lost]),
  };
}
