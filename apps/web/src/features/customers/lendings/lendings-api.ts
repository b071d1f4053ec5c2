/** Calls of lending: what a customer ships with, and what is said of an account. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import { getAccountLendings, getCustomerLendings, putAccountLending } from '@scanship/contracts/carriers/lendings';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const accountLendingsQuery = (accountId: string) =>
  queryOptions({
    queryKey: ['lendings', 'account', accountId],
    queryFn: ({ signal }) => fetchData(getAccountLendings, { params: { id: accountId }, signal }),
  });
export const customerLendingsQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['lendings', 'customer', customerId],
    queryFn: async ({ signal }) =>
      (await fetchData(getCustomerLendings, { params: { id: customerId }, signal })).accounts,
  });

export type LendingBody = BodyOf<typeof putAccountLending>;
export const putLending = (accountId: string, body: LendingBody) =>
  api.call(putAccountLending, { params: { id: accountId }, body });

export const lendingsChanged = () => queryClient.invalidateQueries({ queryKey: ['lendings'] });
