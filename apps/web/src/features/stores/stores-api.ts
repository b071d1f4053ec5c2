/** Calls of platforms and stores. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getPlatform, getPlatforms } from '@scanship/contracts/network/master';
import {
  addStore,
  authoriseStore,
  deleteStore,
  getStore,
  listStoreRuns,
  pauseStore,
  putStore,
  putStoreAddress,
  putStoreSettings,
  reconnectStore,
  resumeStore,
  type StoreAddress,
  type StoreDetail,
  type StoreSettings,
  syncStore,
  testStore,
} from '@scanship/contracts/stores/stores';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';
import { storesQuery } from '../settings/settings-api.ts';

export { storesQuery } from '../settings/settings-api.ts';

/** A sync or a push under way changes what is shown; the page looks again this often while it is in view. */
const LIVE_MS = 3_000;

export const platformsQuery = queryOptions({
  queryKey: ['platforms'],
  queryFn: ({ signal }) => fetchData(getPlatforms, { signal }),
  staleTime: 10 * 60_000,
});
export const platformQuery = (id: number) =>
  queryOptions({
    queryKey: ['platform', id],
    queryFn: ({ signal }) => fetchData(getPlatform, { params: { id }, signal }),
    staleTime: 10 * 60_000,
  });
export const storeQuery = (id: string) =>
  queryOptions({
    queryKey: ['store', id],
    queryFn: ({ signal }) => fetchData(getStore, { params: { id }, signal }),
    // The first sync begins by itself a moment after the address is complete.
    refetchInterval: ({ state }) => (state.data?.syncing || !state.data?.lastOkAt ? LIVE_MS : 30_000),
  });
export const runsQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['store-runs', id],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listStoreRuns, {
        params: { id },
        query: { size: 20, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });

export function tookStore(store: StoreDetail): void {
  queryClient.setQueryData(storeQuery(store.id).queryKey, store);
  void queryClient.invalidateQueries({ queryKey: storesQuery.queryKey });
  void queryClient.invalidateQueries({ queryKey: runsQuery(store.id).queryKey });
}

export const connectStore = (input: {
  readonly platformId: number;
  readonly mode?: 'live' | 'sandbox' | 'simulator';
  readonly name?: string;
  readonly credentials?: Record<string, string>;
  readonly code?: string;
  readonly shop?: string;
  readonly key: string;
}) => {
  const { key, ...body } = input;
  return api.call(addStore, { body, idempotencyKey: key });
};
/** The platform's consent page; vendor parameters of an install link are passed on to be checked. */
export const consentAddress = (platformId: number, query: Record<string, string>) =>
  fetchData(authoriseStore, {
    params: { marketPlaceId: platformId },
    // A platform signs every parameter, and may name one "host" as well: they go along as they came.
    query: query.hmac
      ? { vendor: new URLSearchParams(query).toString(), host: location.host }
      : { ...query, host: location.host },
  });
export const reconnect = (input: { readonly id: string; readonly code: string; readonly shop?: string }) =>
  api.call(reconnectStore, {
    params: { id: input.id },
    query: { code: input.code, ...(input.shop ? { domain: input.shop } : {}) },
  });
export const renameStore = (input: { readonly id: string; readonly name: string; readonly version: number }) =>
  api.call(putStore, { params: { id: input.id }, body: { name: input.name, version: input.version } });
export const saveAddress = (input: { readonly id: string; readonly address: StoreAddress }) =>
  api.call(putStoreAddress, { params: { id: input.id }, body: input.address });
export const saveSettings = (input: {
  readonly id: string;
  readonly settings: StoreSettings;
  readonly version: number;
}) => api.call(putStoreSettings, { params: { id: input.id }, body: { ...input.settings, version: input.version } });
export const syncNow = (id: string) => api.call(syncStore, { params: { id } });
export const tryStore = (id: string) => api.call(testStore, { params: { id } });
export const pause = (id: string) => api.call(pauseStore, { params: { id } });
export const resume = (id: string) => api.call(resumeStore, { params: { id } });
export const disconnectStore = (id: string) => api.call(deleteStore, { params: { id } });
