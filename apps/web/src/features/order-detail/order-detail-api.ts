/** What can be done with one order on its page. */
import {
  archiveOrders,
  assignOrders,
  cancelOrders,
  holdOrders,
  listAssignees,
  markFulfilled,
  noteOrders,
  retryOrders,
  tagOrders,
  unmarkFulfilled,
} from '@scanship/contracts/orders/order-commands';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import { editOrders, type OrderEdit } from '@scanship/contracts/orders/order-edits';
import { putOrderLines, sendAgain, splitOrder } from '@scanship/contracts/orders/order-lines';
import { getUnreadOrder, putOrderItems } from '@scanship/contracts/orders/orders';
import { saveProductsFromOrders } from '@scanship/contracts/products/products-from-orders';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';

type Without<T> = Omit<T, 'ids' | 'filters' | 'excludeIds' | 'sort'>;

export const saveFacts = (body: BodyOf<typeof putOrderItems>) => api.call(putOrderItems, { body });

/** What the order says counts: its page is where a person corrected it. */
export const saveToProducts = async (id: string) =>
  (
    await api.call(saveProductsFromOrders, {
      body: { ids: [id], replace: true },
      idempotencyKey: newIdempotencyKey(),
    })
  ).data;

export const saveLines = (body: BodyOf<typeof putOrderLines>) => api.call(putOrderLines, { body });
export const split = (body: BodyOf<typeof splitOrder>, key: string) =>
  api.call(splitOrder, { body, idempotencyKey: key });

export const sendOnce = (orderId: string, key: string) =>
  api.call(sendAgain, { body: { orderId }, idempotencyKey: key });

export const archive = (id: string, archived: boolean) => api.call(archiveOrders, { body: { ids: [id], archived } });
export const cancelOrder = (id: string, body: Without<BodyOf<typeof cancelOrders>>) =>
  api.call(cancelOrders, { body: { ids: [id], ...body } });
export const hold = (id: string, body: Without<BodyOf<typeof holdOrders>>) =>
  api.call(holdOrders, { body: { ids: [id], ...body } });
export const editOne = (id: string, edit: OrderEdit) => api.call(editOrders, { body: { ids: [id], edit } });
export const tag = (id: string, body: Without<BodyOf<typeof tagOrders>>) =>
  api.call(tagOrders, { body: { ids: [id], ...body } });
export const writeNotes = (id: string, body: Without<BodyOf<typeof noteOrders>>) =>
  api.call(noteOrders, { body: { ids: [id], ...body } });
export const assign = (id: string, userId: string | null) => api.call(assignOrders, { body: { ids: [id], userId } });
export const unmark = (id: string) => api.call(unmarkFulfilled, { body: { ids: [id] } });
export const retry = (id: string) => api.call(retryOrders, { body: { ids: [id] } });
export const mark = (id: string, body: BodyOf<typeof markFulfilled>, key: string) =>
  api.call(markFulfilled, { params: { id }, body, idempotencyKey: key });

/** @param seenAt of the order: another answer is another question */
export const unreadQuery = (id: string, seenAt: string | null) =>
  queryOptions({
    queryKey: ['order', id, 'unread', seenAt],
    queryFn: ({ signal }) => fetchData(getUnreadOrder, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const assigneesQuery = queryOptions({
  queryKey: ['order-assignees'],
  queryFn: ({ signal }) => fetchData(listAssignees, { signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});
