import { useQuery } from '@tanstack/react-query';
import type { OrderRow } from '@scanship/contracts/orders/order-list';
import { ordersQuery } from '../api/orders-api.ts';
import { usePast } from './use-past.ts';

const NONE: readonly OrderRow[] = [];

/**
 * The row of the open order. Once the list does not hold it, as after its purchase, it is asked for by itself; until the
 * answer it is as it was last seen.
 */
export function useOpenRow(
  openId: string | undefined,
  listed: readonly OrderRow[] | undefined,
  today: string,
): OrderRow | undefined {
  const mine = (row: OrderRow) => row.id === openId;
  const seen = usePast(listed ?? NONE, openId).find(mine);
  const there = listed?.find(mine);
  const alone = useQuery({
    ...ordersQuery({ ids: openId ? [openId] : [] }, today),
    enabled: openId !== undefined && listed !== undefined && !there,
  });
  return there ?? alone.data?.orders.find(mine) ?? seen;
}
