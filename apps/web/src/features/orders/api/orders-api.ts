/** Calls of the order list and of one order. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE, listOrders } from '@scanship/contracts/order-list';
import { addOrder, getOrder, type ManualOrder, type OrderDetail, putOrderAddress } from '@scanship/contracts/orders';
import type { AddressDto } from '@scanship/contracts/common';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { filtersOf, type OrderSearch } from '../model/order-search.ts';

/** Rows and tab counts look at the server again this often while the page is in view. */
const LIVE_MS = 20_000;

export function ordersQuery(search: OrderSearch, today: string) {
  const query = {
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_PAGE_SIZE,
    ...(search.sort ? { sort: search.sort } : {}),
    ...(search.after ? { after: search.after } : {}),
    ...(search.before ? { before: search.before } : {}),
  };
  const body = filtersOf(search, today);
  return queryOptions({
    queryKey: ['orders', query, body],
    queryFn: ({ signal }) => fetchData(listOrders, { query, body, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
}

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: ['order', id],
    queryFn: ({ signal }) => fetchData(getOrder, { params: { id }, signal }),
    staleTime: 10_000,
  });

/** After a change: the new order is shown at once and the lists ask again. */
export function tookOrder(order: OrderDetail): void {
  queryClient.setQueryData(orderQuery(order.id).queryKey, order);
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
}
export function orderChanged(id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['orders'] });
  return queryClient.invalidateQueries({ queryKey: ['order', id] });
}

export const createOrder = (input: { readonly order: ManualOrder; readonly key: string }) =>
  api.call(addOrder, { body: input.order, idempotencyKey: input.key });

export const correctAddress = (input: {
  readonly orderId: string;
  readonly address: AddressDto;
  readonly version: number;
}) => api.call(putOrderAddress, { body: { ...input, party: 'shipTo' } });
