/** The chosen orders of the list, cleared when the filters change, with a way back (ux.md line 10). */
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type OrderSearch, sameOrders } from '../model/order-search.ts';
import {
  chooseAll,
  countOf,
  NO_SELECTION,
  type Selection,
  toggle,
  togglePage,
  toggleRange,
} from '../model/selection.ts';

/** How long the way back is offered. */
const UNDO_MS = 8000;

export function useSelection(list: OrderSearch, rows: readonly OrderRow[]) {
  const [current, setCurrent] = useState<Selection>(NO_SELECTION);
  const [lost, setLost] = useState<Selection | undefined>(undefined);
  const rowsRef = useRef(rows);
  /** Rows of all pages seen since the filters changed: what is chosen was seen. */
  const seen = useRef(new Map<string, OrderRow>());
  // Another page or sort of the same orders keeps the selection; another filter does not.
  const filterKey = JSON.stringify(sameOrders(list));
  const lastKey = useRef(filterKey);
  useEffect(() => {
    rowsRef.current = rows;
    for (const row of rows) seen.current.set(row.id, row);
  }, [rows]);
  useEffect(() => {
    if (lastKey.current === filterKey) return;
    lastKey.current = filterKey;
    setCurrent((now) => {
      setLost(countOf(now) > 0 ? now : undefined);
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
    /** Rows of all pages seen since the filters changed, by id. */
    seen: useCallback((): ReadonlyMap<string, OrderRow> => seen.current, []),
    lost: lost ? countOf(lost) : 0,
    toggle: useCallback(
      (id: string, range: boolean) => setCurrent((s) => (range ? toggleRange(s, pageIds(), id) : toggle(s, id))),
      [],
    ),
    togglePage: useCallback(() => setCurrent((s) => togglePage(s, pageIds())), []),
    all: useCallback((total: number, capped: boolean) => setCurrent(chooseAll(total, capped)), []),
    clear: useCallback(() => setCurrent(NO_SELECTION), []),
    undo: useCallback(() => {
      if (lost) setCurrent(lost);
      setLost(undefined);
    }, [lost]),
  };
}
