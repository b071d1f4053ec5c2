/** The arrangement of the columns as a TanStack table, kept for this browser under `table-config`. */
import {
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import type { OrderRow } from '@scanship/contracts/order-list';
import { useCallback, useMemo, useState } from 'react';
import { browserStore, readJson, STORAGE_KEYS, writeJson } from '../../../lib/storage.ts';
import { type ColumnConfig, readColumnConfig } from '../model/column-config.ts';
import { COLUMN_BY_ID, DEFAULT_COLUMNS, ORDER_COLUMNS, type OrderColumn } from './order-columns.tsx';

const TABLE = 'orders';
const features = tableFeatures({
  columnVisibilityFeature,
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
});
const definitions = ORDER_COLUMNS.map((c) => ({ id: c.id, size: c.width, accessorFn: (row: OrderRow) => row.id }));
const NO_ROWS: OrderRow[] = [];

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
  const state = useMemo(
    () => ({
      columnVisibility: Object.fromEntries(config.hidden.map((id) => [id, false])),
      columnOrder: [...config.order],
      columnPinning: { start: config.order.filter((id) => config.pinned.includes(id)), end: [] },
      columnSizing: { ...config.widths },
    }),
    [config],
  );
  const table = useTable({ features, columns: definitions, data: NO_ROWS, state });
  const leaves = [...table.getStartVisibleLeafColumns(), ...table.getCenterVisibleLeafColumns()];
  const key = leaves.map((leaf) => `${leaf.id}:${leaf.getSize()}:${leaf.getIsPinned()}`).join(' ');
  const placed = useMemo(() => {
    let at = lead;
    return key.split(' ').flatMap((entry): PlacedColumn[] => {
      const [id = '', size = '', pin] = entry.split(':');
      const column = COLUMN_BY_ID.get(id);
      if (!column) return [];
      const width = Number(size);
      const stuckAt = pin === 'start' ? at : undefined;
      at += width;
      return [{ column, width, stuckAt }];
    });
  }, [key, lead]);
  return { config, change, placed, totalWidth: placed.reduce((sum, p) => sum + p.width, lead) };
}
