/** The chosen products, over all pages; another filter clears them. */
import type { ProductSelection } from '@scanship/contracts/products/products';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  chooseAll,
  NO_SELECTION,
  type Selection,
  toggle,
  togglePage,
  toggleRange,
} from '../../orders/model/selection.ts';
import { filtersOf, type ProductSearch } from '../model/product-search.ts';

/** What a command is sent: ids, or the filters with what is taken out, never a list of all ids (ux.md line 10). */
export const selectionOf = (selection: Selection, search: ProductSearch): ProductSelection =>
  selection.all
    ? {
        filters: filtersOf(search),
        ...(selection.ids.size > 0 ? { excludeIds: [...selection.ids] } : {}),
      }
    : { ids: [...selection.ids] };

export function useProductSelection(search: ProductSearch, pageIds: readonly string[]) {
  const [current, setCurrent] = useState<Selection>(NO_SELECTION);
  const page = useRef(pageIds);
  useEffect(() => {
    page.current = pageIds;
  }, [pageIds]);
  const filterKey = JSON.stringify(filtersOf(search));
  const last = useRef(filterKey);
  useEffect(() => {
    if (last.current === filterKey) return;
    last.current = filterKey;
    setCurrent(NO_SELECTION);
  }, [filterKey]);
  return {
    current,
    toggle: useCallback(
      (id: string, range: boolean) => setCurrent((s) => (range ? toggleRange(s, page.current, id) : toggle(s, id))),
      [],
    ),
    togglePage: useCallback(() => setCurrent((s) => togglePage(s, page.current)), []),
    all: useCallback((total: number, capped: boolean) => setCurrent(chooseAll(total, capped)), []),
    clear: useCallback(() => setCurrent(NO_SELECTION), []),
  };
}
