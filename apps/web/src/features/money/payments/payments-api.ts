/** Calls of a buyer about its balance, cards and payments, and of a seller about what it is owed. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getCardKeys } from '@scanship/contracts/money/card-keys';
import { type Billing, getBilling, listPayments } from '@scanship/contracts/money/payments';
import {
  listChargebacks,
  listReceivables,
  listReceived,
  type RECEIVABLE_SORTS,
} from '@scanship/contracts/money/receivables';
import { fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => fetchData(getBilling, { signal }),
});

/** The card provider's public key, for the customer's admin (product-spec section 3, "User profile"): fetched where cards are. */
export const cardKeysQuery = queryOptions({
  queryKey: ['card-keys'],
  queryFn: ({ signal }) => fetchData(getCardKeys, { signal }),
  staleTime: 5 * 60_000,
});

export const PAGE_SIZE = 20;

export const paymentsQuery = (page: number) =>
  queryOptions({
    queryKey: ['billing-payments', page],
    queryFn: ({ signal }) => fetchData(listPayments, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

export const receivablesQuery = (wish: {
  readonly page: number;
  readonly search: string;
  readonly sort: (typeof RECEIVABLE_SORTS)[number];
  readonly show: 'all' | 'act';
}) =>
  queryOptions({
    queryKey: ['receivables', wish],
    queryFn: ({ signal }) => {
      const { search, ...rest } = wish;
      const query = { ...rest, size: PAGE_SIZE, ...(search === '' ? {} : { search }) };
      return fetchData(listReceivables, { query, signal });
    },
    placeholderData: keepPreviousData,
  });

export const receivedQuery = (buyerId: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['received', buyerId ?? '', page],
    queryFn: ({ signal }) =>
      fetchData(listReceived, { query: { page, size: PAGE_SIZE, ...(buyerId ? { buyerId } : {}) }, signal }),
    placeholderData: keepPreviousData,
  });

export const chargebacksQuery = (page: number) =>
  queryOptions({
    queryKey: ['chargebacks', page],
    queryFn: ({ signal }) => fetchData(listChargebacks, { query: { page, size: PAGE_SIZE }, signal }),
    placeholderData: keepPreviousData,
  });

/** After cards or the automatic top-up changed. */
export const tookBilling = (billing: Billing): void => {
  queryClient.setQueryData(billingQuery.queryKey, billing);
};

/** After money moved. */
export function moneyMoved(): void {
  for (const queryKey of [['billing'], ['billing-payments'], ['receivables'], ['received'], ['chargebacks']])
    void queryClient.invalidateQueries({ queryKey });
}
