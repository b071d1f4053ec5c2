/** The arrangement of the columns of the order list, kept for this browser under `table-config`. */
import { type CSSProperties, useCallback, useMemo, useState } from 'react';
import { browserStore, readJson, STORAGE_KEYS, writeJson } from '../../../lib/storage.ts';
import { type ColumnConfig, readColumnConfig } from '../model/column-config.ts';
import { COLUMN_BY_ID, DEFAULT_COLUMNS, type OrderColumn } from './order-columns.tsx';

const TABLE = 'orders';

const readAll = (): Record<string, unknown> => {
  const all = readJson(browserStore(), STORAGE_KEYS.tableConfig);
  return typeof all === 'object' && all !== null ? { ...all } : {};
};

export interface PlacedColumn {
  readonly column: OrderColumn;
  readonly width: number;
  /** Distance from the start edge of a pinned column; undefined when it scrolls. */
  readonly stuckAt: number | undefined;
}
/** Style of a cell that stays where it is while the others scroll. */
export const stuck = (p: PlacedColumn): CSSProperties | undefined =>
  p.stuckAt === undefined ? undefined : { insetInlineStart: p.stuckAt };

export interface OrderColumns {
  readonly config: ColumnConfig;
  readonly change: (next: ColumnConfig) => void;
  readonly placed: readonly PlacedColumn[];
  readonly totalWidth: number;
}

/** `lead` is the width of the selection column that stands before all others. */
export function useOrderColumns(lead: number): OrderColumns {
  const [config, setConfig] = useState(() => readColumnConfig(readAll()[TABLE], DEFAULT_COLUMNS));
  const change = useCallback((next: ColumnConfig) => {
    setConfig(next);
    writeJson(browserStore(), STORAGE_KEYS.tableConfig, { ...readAll(), [TABLE]: next });
  }, []);
  const placed = useMemo(() => placeColumns(config, lead), [config, lead]);
  return { config, change, placed, totalWidth: placed.reduce((sum, p) => sum + p.width, lead) };
}

/** Shown columns in their order, pinned ones first, each pinned one stuck where the ones before it end. */
function placeColumns(config: ColumnConfig, lead: number): PlacedColumn[] {
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
}
