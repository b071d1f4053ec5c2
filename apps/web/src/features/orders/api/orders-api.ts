/** Calls of the order list and of one order. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DEFAULT_PAGE_SIZE, listOrders, listOrderSkus, listOrderTags } from '@scanship/contracts/orders/order-list';
import { listAssignees } from '@scanship/contracts/orders/order-commands';
import {
  addOrder,
  getOrder,
  type ManualOrder,
  type OrderDetail,
  putOrderAddress,
} from '@scanship/contracts/orders/orders';
import type { AddressDto } from '@scanship/contracts/common';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';
import { filtersOf, type OrderSearch } from '../model/order-search.ts';

function askedFor(search: OrderSearch, today: string) {
  const query = {
    page: search.page ?? 1,
    size: search.size ?? DEFAULT_PAGE_SIZE,
    ...(search.sort ? { sort: search.sort } : {}),
    ...(search.after ? { after: search.after } : {}),
    ...(search.before ? { before: search.before } : {}),
  };
  return { query, body: filtersOf(search, today) };
}

/** One page of the list. It is asked for again by what the person does; what happens elsewhere is merged in place. */
export function ordersQuery(search: OrderSearch, today: string) {
  const { query, body } = askedFor(search, today);
  return queryOptions({
    queryKey: ['orders', query, body],
    queryFn: ({ signal }) => fetchData(listOrders, { query, body, signal }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
}

/** The same page as it is now, with a few rows more, so that rows that new ones pushed off it are still found. */
export function freshOrders(search: OrderSearch, today: string, more: number, signal: AbortSignal) {
  const { query, body } = askedFor(search, today);
  return fetchData(listOrders, { query: { ...query, size: Math.min(200, query.size + more) }, body, signal });
}

export const assigneesQuery = queryOptions({
  queryKey: ['order-assignees'],
  queryFn: ({ signal }) => fetchData(listAssignees, { signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});
/** SKUs that begin with what is typed, for the filter. */
export const skusQuery = (search: string) =>
  queryOptions({
    queryKey: ['order-skus', search],
    queryFn: ({ signal }) => fetchData(listOrderSkus, { query: search ? { search } : {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
/** Tags that hold what is typed. */
export const tagsQuery = (search: string) =>
  queryOptions({
    queryKey: ['order-tags', search],
    queryFn: ({ signal }) => fetchData(listOrderTags, { query: search ? { search } : {}, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

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
/** After changes of many orders. */
export const ordersChanged = async (): Promise<void> => {
  await queryClient.invalidateQueries({ queryKey: ['orders'] });
  await queryClient.invalidateQueries({ queryKey: ['order'] });
};
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
