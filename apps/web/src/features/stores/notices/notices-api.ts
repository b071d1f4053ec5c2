/** Calls of notices to buyers. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  addSuppressed,
  getNoticeSettings,
  listNotices,
  listSuppressed,
  type NoticeSettings,
  previewNotice,
  putNoticeSettings,
  removeSuppressed,
  type SentNotice,
  testNotice,
} from '@scanship/contracts/stores/buyer-notices';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

/** @param storeId null: all stores */
export const noticeSettingsQuery = (storeId: string | null) =>
  queryOptions({
    queryKey: ['notice-settings', storeId ?? ''],
    queryFn: ({ signal }) => fetchData(getNoticeSettings, { query: storeId === null ? {} : { storeId }, signal }),
    // What is typed here must not be replaced by a reading in the background.
    staleTime: Number.POSITIVE_INFINITY,
  });

export interface Sought {
  readonly order: string;
  readonly address: string;
  readonly kind: SentNotice['kind'] | '';
  readonly state: SentNotice['state'] | '';
}
export const NOTHING_SOUGHT: Sought = { order: '', address: '', kind: '', state: '' };

export const noticesQuery = (sought: Sought) =>
  infiniteQueryOptions({
    queryKey: ['notices', sought],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listNotices, {
        query: {
          ...(sought.order.trim() ? { order: sought.order.trim() } : {}),
          ...(sought.address.trim() ? { address: sought.address.trim() } : {}),
          ...(sought.kind ? { kind: sought.kind } : {}),
          ...(sought.state ? { state: sought.state } : {}),
          ...(pageParam ? { after: pageParam } : {}),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export const suppressedQuery = infiniteQueryOptions({
  queryKey: ['suppressed'],
  queryFn: ({ signal, pageParam }) =>
    fetchData(listSuppressed, { query: pageParam ? { after: pageParam } : {}, signal }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

export function tookSettings(settings: NoticeSettings): void {
  queryClient.setQueryData(noticeSettingsQuery(settings.storeId).queryKey, settings);
  // Stores without settings of their own go by those of all stores.
  if (settings.storeId === null)
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] === 'notice-settings' && queryKey[1] !== '',
    });
}
export const saveNoticeSettings = (body: BodyOf<typeof putNoticeSettings>) => api.call(putNoticeSettings, { body });
export const showNotice = (body: BodyOf<typeof previewNotice>) => fetchData(previewNotice, { body });
export const sendTest = (body: BodyOf<typeof testNotice>) => api.call(testNotice, { body });
export const leaveAlone = (address: string) => api.call(addSuppressed, { body: { address } });
export const writeAgain = (id: string) => api.call(removeSuppressed, { params: { id } });
