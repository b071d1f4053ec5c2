/** The arrangement of the columns: kept for the person by the server (decisions 26). */
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { type ColumnConfig, columnsOfText, columnsText } from '../../orders/model/column-config.ts';
import { keepColumns, tableQuery } from '../api/products-api.ts';
import { COLUMN_BY_ID, DEFAULT_COLUMNS, type ProductColumn } from './product-columns.tsx';

/** Dragging a column's edge changes it many times; the server is told once. */
const REST_MS = 500;

export interface PlacedColumn {
  readonly column: ProductColumn;
  readonly width: number;
  /** Distance from the start edge of a pinned column; undefined when it scrolls. */
  readonly stuckAt: number | undefined;
}
export interface ProductColumns {
  readonly config: ColumnConfig;
  readonly change: (next: ColumnConfig) => void;
  readonly placed: readonly PlacedColumn[];
}

export function useProductColumns(lead: number): ProductColumns {
  const kept = useQuery(tableQuery).data?.columns;
  const [own, setOwn] = useState<ColumnConfig | undefined>(undefined);
  const config = useMemo(
    () => own ?? (kept === undefined ? undefined : columnsOfText(kept, DEFAULT_COLUMNS)) ?? DEFAULT_COLUMNS,
    [own, kept],
  );
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly text: string } | undefined>(
    undefined,
  );
  const send = useCallback(() => {
    const text = waiting.current?.text;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    if (text !== undefined) keepColumns(text).catch((error: unknown) => notify.error(error));
  }, []);
  const change = useCallback(
    (next: ColumnConfig) => {
      setOwn(next);
      clearTimeout(waiting.current?.timer);
      waiting.current = { timer: setTimeout(send, REST_MS), text: columnsText(next) };
    },
    [send],
  );
  // Leaving the page sends what waits.
  useEffect(() => send, [send]);
  const placed = useMemo(() => {
    const shown = config.order.filter((id) => !config.hidden.includes(id));
    const isPinned = (id: string) => config.pinned.includes(id);
    let at = lead;
    return [...shown.filter(isPinned), ...shown.filter((id) => !isPinned(id))].flatMap((id) => {
      const column = COLUMN_BY_ID.get(id);
      if (!column) return [];
      const width = config.widths[id] ?? column.width;
      const stuckAt = isPinned(id) ? at : undefined;
      at += width;
      return [{ column, width, stuckAt }];
    });
  }, [config, lead]);
  return { config, change, placed };
}
