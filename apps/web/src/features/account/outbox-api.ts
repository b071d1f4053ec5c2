import { queryOptions } from '@tanstack/react-query';
import { getOutbox, getOutboxMail } from '@scanship/contracts/network/mail-outbox';
import { fetchData } from '../../app/api.ts';

/** Mails come while somebody waits for one. */
const LIVE_MS = 3000;

/** Refused as `not_found` wherever mails are really sent. */
export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => fetchData(getOutbox, { signal }),
  retry: false,
  refetchInterval: ({ state }) => (state.status === 'error' ? false : LIVE_MS),
});
/** Whether there is one; asked once. */
export const outboxExistsQuery = queryOptions({
  queryKey: ['outbox', 'exists'],
  queryFn: async ({ signal }) => {
    await fetchData(getOutbox, { signal });
    return true;
  },
  retry: false,
  staleTime: Number.POSITIVE_INFINITY,
});
export const outboxMailQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'mail', id],
    queryFn: ({ signal }) => fetchData(getOutboxMail, { params: { id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
