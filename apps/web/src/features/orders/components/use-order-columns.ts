/**
 * The arrangement of the columns of the order list: kept for the person by the server, so that another machine shows the
 * same table, and in this browser under `table-config`, so that it is there with the first rows (decisions 14 and 26).
 */
import { useQuery } from '@tanstack/react-query';
import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { notify } from '../../../app/notify.ts';
import { useProfile } from '../../../app/profile.ts';
import { browserStore, readJson, STORAGE_KEYS, writeJson } from '../../../lib/storage.ts';
import { keepTable, tableUiQuery } from '../api/table-ui-api.ts';
import { type ColumnConfig, columnsOfText, columnsText, readColumnConfig } from '../model/column-config.ts';
import { COLUMN_BY_ID, DEFAULT_COLUMNS, type OrderColumn } from './order-columns.tsx';

const TABLE = 'orders';
/** Dragging a column's edge changes it many times; the server is told once. */
const REST_MS = 500;

const readAll = (): Record<string, unknown> => {
  const all = readJson(browserStore(), STORAGE_KEYS.tableConfig);
  return typeof all === 'object' && all !== null ? { ...all } : {};
};
/** What this browser keeps of this person's table; somebody else's is not shown. */
const cached = (who: string): ColumnConfig => {
  const all = readAll();
  return all.who === who ? readColumnConfig(all[TABLE], DEFAULT_COLUMNS) : DEFAULT_COLUMNS;
};
const cache = (who: string, config: ColumnConfig): void => {
  const all = readAll();
  writeJson(browserStore(), STORAGE_KEYS.tableConfig, { ...(all.who === who ? all : {}), who, [TABLE]: config });
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
}

/** `lead` is the width of the selection column that stands before all others. */
export function useOrderColumns(lead: number): OrderColumns {
  const who = useProfile().userName;
  const [config, setConfig] = useState(() => cached(who));
  const kept = useQuery(tableUiQuery).data?.columns;
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; readonly text: string } | undefined>(
    undefined,
  );

  const send = useCallback(() => {
    const text = waiting.current?.text;
    clearTimeout(waiting.current?.timer);
    waiting.current = undefined;
    if (text !== undefined) keepTable({ columns: text }).catch((error: unknown) => notify.error(error));
  }, []);
  const change = useCallback(
    (next: ColumnConfig) => {
      setConfig(next);
      cache(who, next);
      clearTimeout(waiting.current?.timer);
      waiting.current = { timer: setTimeout(send, REST_MS), text: columnsText(next) };
    },
    [who, send],
  );
  useEffect(() => {
    window.addEventListener('pagehide', send);
    return () => {
      window.removeEventListener('pagehide', send);
      send();
    };
  }, [send]);
  useEffect(() => {
    // What is being changed right now is newer than what the server has.
    if (kept === undefined || waiting.current) return;
    const config = columnsOfText(kept, DEFAULT_COLUMNS);
    if (!config) return;
    setConfig((old) => (columnsText(old) === columnsText(config) ? old : config));
    cache(who, config);
  }, [kept, who]);

  const placed = useMemo(() => placeColumns(config, lead), [config, lead]);
  return { config, change, placed };
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
