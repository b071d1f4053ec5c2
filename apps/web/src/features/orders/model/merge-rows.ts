/** Bringing rows up to date without moving any of them (issue "orders workspace", line 1): pure. */
import type { OrderRow } from '@scanship/contracts/orders/order-list';

export interface Merged {
  /** The rows that are shown, in their places, as they are now. The same array when nothing changed. */
  readonly rows: readonly OrderRow[];
  /** Shown, but not in this list any more. */
  readonly gone: ReadonlySet<string>;
  /** In the list, but not shown: at the front of the first page. */
  readonly fresh: number;
}

/**
 * @param now the page as it is now, with a few rows beyond its end
 * @param front whether the page is the first one, where new rows come in
 */
export function mergeRows(shown: readonly OrderRow[], now: readonly OrderRow[], front: boolean): Merged {
  const byId = new Map(now.map((row) => [row.id, row]));
  let changed = false;
  const rows = shown.map((row) => {
    const next = byId.get(row.id);
    if (!next || JSON.stringify(next) === JSON.stringify(row)) return row;
    changed = true;
    return next;
  });
  const ids = new Set(shown.map((row) => row.id));
  const gone = new Set(shown.filter((row) => !byId.has(row.id)).map((row) => row.id));
  // Rows behind the last one that is still there were on the next page.
  const last = now.findLastIndex((row) => ids.has(row.id));
  const before = last < 0 ? now : now.slice(0, last);
  const fresh = front ? before.filter((row) => !ids.has(row.id)).length : 0;
  return { rows: changed ? rows : shown, gone, fresh };
}
