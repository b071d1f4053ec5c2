/** Calls about a plan: a customer asks about its own, a franchise (`of`) about one of its customers. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  choosePlan,
  getCustomerPlan,
  getPlan,
  keepCustomerPlan,
  keepPlan,
  listCustomerPlanCharges,
  listPlanCharges,
  type PlanQuote,
  type PlanView,
  quoteCustomerPlan,
  quotePlan,
  setCustomerPlan,
} from '@scanship/contracts/money/plans';
import { api, fetchData } from '../../../app/api.ts';
import { profileQuery } from '../../../app/profile.ts';
import { queryClient } from '../../../app/query-client.ts';

/** Id of the customer; undefined: one's own company. */
export type Of = string | undefined;

export const planQuery = (of: Of) =>
  queryOptions({
    queryKey: ['plan', of ?? ''],
    queryFn: ({ signal }) =>
      of === undefined ? fetchData(getPlan, { signal }) : fetchData(getCustomerPlan, { params: { id: of }, signal }),
  });

export const chargesQuery = (of: Of, page: number) =>
  queryOptions({
    queryKey: ['plan-charges', of ?? '', page],
    queryFn: ({ signal }) =>
      of === undefined
        ? fetchData(listPlanCharges, { query: { page }, signal })
        : fetchData(listCustomerPlanCharges, { params: { id: of }, query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

export interface Wish {
  readonly plan: PlanView['plan'];
  readonly interval: PlanView['interval'];
  readonly when?: PlanQuote['when'];
}

/** Asked for anew each time it is shown: it is what will be charged. */
export const quoteQuery = (of: Of, wish: Wish | undefined) =>
  queryOptions({
    queryKey: ['plan-quote', of ?? '', wish],
    queryFn: ({ signal }) => {
      if (!wish) throw new Error('nothing is wished for');
      const { when, ...own } = wish;
      return of === undefined
        ? fetchData(quotePlan, { query: own, signal })
        : fetchData(quoteCustomerPlan, { params: { id: of }, query: when ? { ...own, when } : own, signal });
    },
    enabled: wish !== undefined,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

export const choose = (of: Of, wish: Wish, quote: string, reason: string) => {
  const { when, ...own } = wish;
  return of === undefined
    ? api.call(choosePlan, { body: { ...own, quote } })
    : api.call(setCustomerPlan, { params: { id: of }, body: { ...own, ...(when ? { when } : {}), quote, reason } });
};

export const keep = (of: Of) =>
  of === undefined ? api.call(keepPlan, {}) : api.call(keepCustomerPlan, { params: { id: of } });

/** After a change: the menu may have another entry, and money has moved. */
export function tookPlan(of: Of, plan: PlanView): void {
  queryClient.setQueryData(planQuery(of).queryKey, plan);
  for (const queryKey of [['plan-charges'], ['billing'], ['own-plans'], ['customers'], ['customer']])
    void queryClient.invalidateQueries({ queryKey });
  if (of === undefined) void queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}
