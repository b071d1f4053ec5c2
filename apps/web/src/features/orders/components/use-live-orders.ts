/**
 * Keeps the page of orders up to date while somebody looks at it: rows change in place, counts move, and new orders are
 * counted until the person asks for them. Nothing moves under the cursor.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { DataOf } from '@scanship/contracts/call';
import type { listOrders } from '@scanship/contracts/orders/order-list';
import { useLive, useLiveState } from '../../../app/live.ts';
import { queryClient } from '../../../app/query-client.ts';
import { freshOrders, ordersQuery } from '../api/orders-api.ts';
import { mergeRows } from '../model/merge-rows.ts';
import type { OrderSearch } from '../model/order-search.ts';

type Page = DataOf<typeof listOrders>;

/** Many lines in a row are one look; the first look waits a little for its neighbours. */
const GATHER_MS = 400;
/** While the stream is not there, the page looks by itself this often. */
const LOOK_MS = 20_000;
/** Rows asked for beyond the page: so many new orders can push rows off it before some are thought gone. */
const BEYOND = 50;
const NONE: ReadonlySet<string> = new Set();
const NOTHING = { key: '', gone: NONE, fresh: 0 };

export function useLiveOrders(list: OrderSearch, today: string, page: Page | undefined) {
  const state = useLiveState();
  const [seen, setSeen] = useState<{ key: string; gone: ReadonlySet<string>; fresh: number }>(NOTHING);
  const options = ordersQuery(list, today);
  const key = JSON.stringify(options.queryKey);
  const loadedAt = queryClient.getQueryState(options.queryKey)?.dataUpdatedAt;
  const current = useRef({ list, today, key });
  useEffect(() => {
    current.current = { list, today, key };
  });
  const running = useRef<AbortController | undefined>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const mergedAt = useRef<number | undefined>(undefined);

  const look = useCallback(async () => {
    const { list, today, key } = current.current;
    const { queryKey } = ordersQuery(list, today);
    if (!queryClient.getQueryData(queryKey) || queryClient.isFetching({ queryKey }) > 0) return;
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    let now: Page;
    try {
      now = await freshOrders(list, today, BEYOND, own.signal);
    } catch {
      // A look in the background says nothing: the sign of the stream does, and the next look comes.
      return;
    }
    const shown = queryClient.getQueryData(queryKey);
    if (own.signal.aborted || current.current.key !== key || !shown) return;
    const merged = mergeRows(shown.orders, now.orders, !list.after && !list.before && !list.page);
    const at = Date.now();
    mergedAt.current = at;
    queryClient.setQueryData(
      queryKey,
      {
        ...shown,
        orders: [...merged.rows],
        counts: now.counts,
        totalRecords: now.totalRecords,
        totalCapped: now.totalCapped,
      },
      { updatedAt: at },
    );
    setSeen({ key, gone: merged.gone, fresh: merged.fresh });
  }, []);
  const soon = useCallback(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void look();
    }, GATHER_MS);
  }, [look]);

  useLive((event) => {
    if (event.type === 'orders' || event.type === 'reload' || event.type === 'batches') soon();
  });
  useEffect(() => {
    const visible = () => document.visibilityState === 'visible' && soon();
    document.addEventListener('visibilitychange', visible);
    return () => {
      document.removeEventListener('visibilitychange', visible);
      clearTimeout(timer.current);
      timer.current = undefined;
      running.current?.abort();
    };
  }, [soon]);
  useEffect(() => {
    if (state === 'live') return undefined;
    const every = setInterval(() => document.visibilityState === 'visible' && void look(), LOOK_MS);
    return () => clearInterval(every);
  }, [state, look]);
  // The list was loaded anew: everything is in it.
  useEffect(() => {
    if (loadedAt !== mergedAt.current) setSeen((old) => (old === NOTHING ? old : NOTHING));
  }, [loadedAt, page]);

  const show = useCallback(() => {
    setSeen(NOTHING);
    const { list, today } = current.current;
    return queryClient.refetchQueries({ queryKey: ordersQuery(list, today).queryKey, exact: true });
  }, []);
  const mine = seen.key === key ? seen : NOTHING;
  return { gone: mine.gone, fresh: mine.fresh, late: state === 'late', show };
}
