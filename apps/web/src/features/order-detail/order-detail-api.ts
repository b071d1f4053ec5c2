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
} from '@scanship/contracts/order-commands';
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import { putOrderItems } from '@scanship/contracts/orders';
import { getProductPicture } from '@scanship/contracts/products';
import { api, fetchData } from '../../app/api.ts';

type Without<T> = Omit<T, 'ids' | 'filters' | 'excludeIds' | 'sort'>;

export const saveFacts = (body: BodyOf<typeof putOrderItems>) => api.call(putOrderItems, { body });

export const archive = (id: string, archived: boolean) => api.call(archiveOrders, { body: { ids: [id], archived } });
export const cancelOrder = (id: string, body: Without<BodyOf<typeof cancelOrders>>) =>
  api.call(cancelOrders, { body: { ids: [id], ...body } });
export const hold = (id: string, body: Without<BodyOf<typeof holdOrders>>) =>
  api.call(holdOrders, { body: { ids: [id], ...body } });
export const tag = (id: string, body: Without<BodyOf<typeof tagOrders>>) =>
  api.call(tagOrders, { body: { ids: [id], ...body } });
export const writeNotes = (id: string, body: Without<BodyOf<typeof noteOrders>>) =>
  api.call(noteOrders, { body: { ids: [id], ...body } });
export const assign = (id: string, userId: string | null) => api.call(assignOrders, { body: { ids: [id], userId } });
export const unmark = (id: string) => api.call(unmarkFulfilled, { body: { ids: [id] } });
export const retry = (id: string) => api.call(retryOrders, { body: { ids: [id] } });
export const mark = (id: string, body: BodyOf<typeof markFulfilled>, key: string) =>
  api.call(markFulfilled, { params: { id }, body, idempotencyKey: key });

export const assigneesQuery = queryOptions({
  queryKey: ['order-assignees'],
  queryFn: ({ signal }) => fetchData(listAssignees, { signal }),
  staleTime: 5 * 60_000,
  retryOnMount: false,
});

/** Product of a picture that needs the session to be seen. */
const OWN_PICTURE = /\/product\/([0-9a-f-]{36})\/picture/;
export const productOf = (imageUrl: string): string | undefined => OWN_PICTURE.exec(imageUrl)?.[1];
export const pictureQuery = (imageUrl: string) =>
  queryOptions({
    queryKey: ['product-picture', imageUrl],
    queryFn: async () => (await api.file(getProductPicture, { params: { id: productOf(imageUrl) ?? '' } })).blob,
    enabled: productOf(imageUrl) !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    meta: { quiet: true },
  });
