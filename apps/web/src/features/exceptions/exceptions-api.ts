import { queryOptions } from '@tanstack/react-query';
import {
  type Act,
  actOnException,
  assignException,
  countExceptions,
  type ExceptionDetail,
  type ExceptionKind,
  getException,
  listExceptionOwners,
  listExceptions,
  noteException,
  snoozeException,
} from '@scanship/contracts/shipping/exceptions';
import { api, fetchData, newIdempotencyKey } from '../../app/api.ts';
import { queryClient } from '../../app/query-client.ts';

export interface ExceptionSearch {
  readonly kind?: ExceptionKind;
  readonly owner?: 'me' | 'nobody';
  readonly state?: 'snoozed' | 'resolved';
  readonly page?: number;
  /** The one that is open beside the list. */
  readonly id?: string;
}

/** Causes come and go without anybody pressing anything. */
const LIVE_MS = 30_000;

export const countsQuery = queryOptions({
  queryKey: ['exceptions', 'counts'],
  queryFn: ({ signal }) => fetchData(countExceptions, { signal }),
  refetchInterval: LIVE_MS,
  meta: { quiet: true },
});
export const listQuery = ({ kind, owner, state, page }: ExceptionSearch) =>
  queryOptions({
    queryKey: ['exceptions', 'list', { kind, owner, state, page }],
    queryFn: ({ signal }) =>
      fetchData(listExceptions, {
        query: {
          ...(kind ? { kind } : {}),
          ...(owner ? { owner } : {}),
          ...(state ? { state } : {}),
          ...(page ? { page } : {}),
        },
        signal,
      }),
    refetchInterval: LIVE_MS,
  });
export const detailQuery = (id: string) =>
  queryOptions({
    queryKey: ['exceptions', 'one', id],
    queryFn: ({ signal }) => fetchData(getException, { params: { id }, signal }),
    refetchInterval: LIVE_MS,
  });
export const ownersQuery = queryOptions({
  queryKey: ['exceptions', 'owners'],
  queryFn: ({ signal }) => fetchData(listExceptionOwners, { signal }),
  staleTime: 5 * 60_000,
});

export function tookException(detail: ExceptionDetail): void {
  queryClient.setQueryData(detailQuery(detail.id).queryKey, detail);
  void queryClient.invalidateQueries({ queryKey: ['exceptions', 'list'] });
  void queryClient.invalidateQueries({ queryKey: ['exceptions', 'counts'] });
}

export const assign = (input: { readonly id: string; readonly ownerId: string | null; readonly version: number }) =>
  api.call(assignException, {
    params: { id: input.id },
    body: { ownerId: input.ownerId, version: input.version },
  });
export const snooze = (input: { readonly id: string; readonly until: string | null }) =>
  api.call(snoozeException, { params: { id: input.id }, body: { until: input.until } });
export const note = (input: { readonly id: string; readonly note: string }) =>
  api.call(noteException, { params: { id: input.id }, body: { note: input.note } });
export const act = (input: { readonly id: string; readonly action: Act }) =>
  api.call(actOnException, {
    params: { id: input.id },
    body: { action: input.action },
    idempotencyKey: newIdempotencyKey(),
  });
