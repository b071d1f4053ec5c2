/** N opens the next order to ship, whatever is marked, also when the last one has left the list; the orders around the open one are fetched ahead. */
import { useLingui } from '@lingui/react/macro';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { useEffect, useRef } from 'react';
import { notify } from '../../../app/notify.ts';
import { queryClient } from '../../../app/query-client.ts';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { orderQuery } from '../api/orders-api.ts';
import { nextToShip } from '../model/next-order.ts';
import { usePast } from './use-past.ts';

/** Fetching waits until the open order has what it needs. */
const AHEAD_MS = 120;

interface Input {
  /** Those that still belong to the list. */
  readonly rows: readonly OrderRow[];
  readonly openId: string | undefined;
  readonly open: (id: string) => void;
  /** The row that keys act on; where no order is open, N goes on below it. */
  readonly activeId: string | undefined;
}

/** @returns the next order to ship: below the open one, else below the marked one, else the first */
export function useNextOrder({ rows, openId, open, activeId }: Input): OrderRow | undefined {
  const { t } = useLingui();
  const from = openId ?? activeId;
  const past = usePast(rows, from);
  const next = nextToShip(rows, from, past);
  const around = useRef<readonly (string | undefined)[]>([]);
  useEffect(() => {
    const at = rows.findIndex((row) => row.id === openId);
    around.current = [next?.id, rows[at + 1]?.id, rows[at - 1]?.id];
  });
  useEffect(() => {
    if (!openId) return undefined;
    const timer = setTimeout(() => {
      for (const id of new Set(around.current)) if (id) void queryClient.prefetchQuery(orderQuery(id));
    }, AHEAD_MS);
    return () => clearTimeout(timer);
  }, [openId]);
  useShortcuts([
    {
      keys: ['n'],
      group: t`Orders`,
      label: t`Next order to ship`,
      run: () => {
        if (next) open(next.id);
        else notify.info(t`No other order of this list can be shipped now.`);
        return true;
      },
    },
  ]);
  return next;
}
