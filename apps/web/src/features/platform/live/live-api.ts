/** Calls about accounts that staff look after: recordings of their traffic and cases made of it. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import { type GoLiveCheck, listGoLiveChecks, startGoLiveCheck } from '@scanship/contracts/carriers/go-live';
import {
  eraseRecording,
  exportCase,
  getLiveAccount,
  getRecordedCall,
  listLiveAccounts,
  listRecordedCalls,
  startRecording,
  stopRecording,
} from '@scanship/contracts/carriers/live-accounts';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const liveAccountsQuery = (search: string) =>
  queryOptions({
    queryKey: ['live-accounts', search],
    queryFn: ({ signal }) => fetchData(listLiveAccounts, { query: search === '' ? {} : { search }, signal }),
    placeholderData: keepPreviousData,
  });
export const liveAccountQuery = (id: string) =>
  queryOptions({
    queryKey: ['live-account', id],
    queryFn: ({ signal }) => fetchData(getLiveAccount, { params: { id }, signal }),
    refetchInterval: 15_000,
  });
export const recordedCallsQuery = (id: string, before: string | undefined) =>
  queryOptions({
    queryKey: ['recorded-calls', id, before ?? ''],
    queryFn: ({ signal }) =>
      fetchData(listRecordedCalls, { params: { id }, query: before === undefined ? {} : { before }, signal }),
    refetchInterval: before === undefined ? 15_000 : false,
  });

export const isUnderWay = ({ state }: Pick<GoLiveCheck, 'state'>): boolean =>
  state === 'waiting' || state === 'running';
/** A running check writes every step; it is read as fast as a person follows. */
export const goLiveQuery = (id: string) =>
  queryOptions({
    queryKey: ['go-live', id],
    queryFn: ({ signal }) => fetchData(listGoLiveChecks, { params: { id }, signal }),
    refetchInterval: ({ state }) => (state.data?.checks.some(isUnderWay) === true ? 1_500 : 30_000),
  });

/** What was changed of an account is read anew, with its calls. */
export async function readAgain(): Promise<void> {
  await Promise.all(
    ['live-accounts', 'live-account', 'recorded-calls', 'go-live'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );
}

export const beginRecording = (id: string, body: BodyOf<typeof startRecording>) =>
  api.call(startRecording, { params: { id }, body });
export const endRecording = (id: string) => api.call(stopRecording, { params: { id } });
export const dropRecording = (id: string) => api.call(eraseRecording, { params: { id } });
export const readCall = (id: string, callId: string) => api.call(getRecordedCall, { params: { id, callId } });
export const caseOf = (id: string, body: BodyOf<typeof exportCase>) => api.file(exportCase, { params: { id }, body });
export const beginGoLive = (id: string, body: BodyOf<typeof startGoLiveCheck>) =>
  api.call(startGoLiveCheck, { params: { id }, body });
