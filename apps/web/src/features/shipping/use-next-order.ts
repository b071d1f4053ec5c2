/** The orders around the open one are fetched ahead, so that the next one is there at once; N opens it. */
import { useLingui } from '@lingui/react/macro';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { listOrders } from '@scanship/contracts/order-list';
import type { DataOf } from '@scanship/contracts/call';
import { queryClient } from '../../app/query-client.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { orderQuery } from '../orders/api/orders-api.ts';
import { nextToShip } from './next-order.ts';

const route = getRouteApi('/inside/ecommerce/orders');
type List = DataOf<typeof listOrders>;

/** Rows of the newest list on screen that holds the order. */
function rowsAround(orderId: string): List['orders'] {
  const lists = queryClient
    .getQueryCache()
    .findAll({ queryKey: ['orders'], type: 'active' })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .map((query) => query.state.data as List | undefined);
  return lists.find((list) => list?.orders?.some((row) => row.id === orderId))?.orders ?? [];
}

/** Fetching waits until the open order has what it needs. */
const AHEAD_MS = 120;

export function useNextOrder(orderId: string | undefined): void {
  const { t } = useLingui();
  const navigate = route.useNavigate();
  useEffect(() => {
    if (!orderId) return undefined;
    const timer = setTimeout(() => {
      const rows = rowsAround(orderId);
      const at = rows.findIndex((row) => row.id === orderId);
      const ids = [nextToShip(rows, orderId)?.id, rows[at + 1]?.id, rows[at - 1]?.id];
      for (const id of new Set(ids)) if (id) void queryClient.prefetchQuery(orderQuery(id));
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [orderId]);
  useShortcuts([
    {
      keys: ['n'],
      group: t`Shipping`,
      label: t`Next order to ship`,
      run: () => {
        const next = orderId && nextToShip(rowsAround(orderId), orderId);
        if (!next) return false;
        void navigate({ search: (old) => ({ ...old, order: next.id }), replace: true });
        return true;
      },
    },
  ]);
}
