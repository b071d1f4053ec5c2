/** Calls of returns. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  addReturnPhoto,
  buyReturnLabel,
  checkReturn,
  decideReturns,
  exchangeReturn,
  finishReturn,
  getReturn,
  getReturnRefund,
  getReturnRules,
  listReturns,
  putReturnRules,
  refundReturn,
  type ReturnDetail,
  scanReturn,
  settleReturnRefund,
  type SeenReturnRules,
} from '@scanship/contracts/shipping/returns';
import type { BodyOf } from '@scanship/contracts/call';
import type { ReturnState } from '@scanship/domain/shipping/returns';
import { api, fetchData } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export interface ReturnSearch {
  readonly state?: ReturnState;
  readonly order?: string;
}

/** Buyers ask, carriers scan and labels are bought without anybody pressing anything here. */
const LIVE_MS = 30_000;

export const returnsQuery = ({ state, order }: ReturnSearch) =>
  infiniteQueryOptions({
    queryKey: ['returns', 'list', { state, order }],
    queryFn: ({ signal, pageParam }) =>
      fetchData(listReturns, {
        query: { ...(state ? { state } : {}), ...(order ? { order } : {}), ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: LIVE_MS,
  });

export const returnQuery = (id: string) =>
  queryOptions({
    queryKey: ['returns', 'one', id],
    queryFn: ({ signal }) => fetchData(getReturn, { params: { id }, signal }),
    // A label that is being bought, or a store that is being told, is there within seconds.
    refetchInterval: (query) => {
      const { data } = query.state;
      const told = data?.atStore?.report?.state;
      const soon =
        (data?.state === 'approved' && !data.problem) || (told !== undefined && told !== 'done' && told !== 'failed');
      return soon ? 3_000 : LIVE_MS;
    },
  });

/** Asked of the store anew each time somebody opens it. */
export const refundOfferQuery = (id: string) =>
  queryOptions({
    queryKey: ['return-refund', id],
    queryFn: ({ signal }) => fetchData(getReturnRefund, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const returnRulesQuery = queryOptions({
  queryKey: ['return-rules'],
  queryFn: ({ signal }) => fetchData(getReturnRules, { signal }),
  // What is typed here must not be replaced by a reading in the background.
  staleTime: Number.POSITIVE_INFINITY,
});

export function tookReturn(detail: ReturnDetail): void {
  queryClient.setQueryData(returnQuery(detail.id).queryKey, detail);
  void queryClient.invalidateQueries({ queryKey: ['returns', 'list'] });
}
export const tookRules = (rules: SeenReturnRules): void =>
  void queryClient.setQueryData(returnRulesQuery.queryKey, rules);
export const returnsChanged = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['returns'] });

export const decide = (body: BodyOf<typeof decideReturns>) => api.call(decideReturns, { body });
export const buyLabel = (id: string) => api.call(buyReturnLabel, { params: { id } });
export const scan = (code: string) => api.call(scanReturn, { body: { code } });
export const check = (id: string, body: BodyOf<typeof checkReturn>) => api.call(checkReturn, { params: { id }, body });
export const exchange = (id: string, body: BodyOf<typeof exchangeReturn>) =>
  api.call(exchangeReturn, { params: { id }, body });
export const finish = (id: string) => api.call(finishReturn, { params: { id } });
export const saveRules = (body: SeenReturnRules) => api.call(putReturnRules, { body });
export const refund = (id: string, body: BodyOf<typeof refundReturn>) =>
  api.call(refundReturn, { params: { id }, body });
export const settleRefund = (id: string, as: BodyOf<typeof settleReturnRefund>['as']) =>
  api.call(settleReturnRefund, { params: { id }, body: { as } });
export const addPhoto = (id: string, file: File) => api.call(addReturnPhoto, { params: { id }, file });
