/** Calls of the mark-up editor. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  discardMarkupDraft,
  publishMarkups,
  restoreMarkups,
  saveMarkupDraft,
  withdrawMarkups,
} from '@scanship/contracts/money/markup-drafts';
import {
  buyerMarkupHistory,
  defaultMarkupHistory,
  getBuyerMarkups,
  getDefaultMarkups,
  listMarkupExamples,
  listMarkupPlans,
  type MarkupPlan,
  previewMarkups,
} from '@scanship/contracts/money/markups';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const plansQuery = queryOptions({
  queryKey: ['markups', 'plans'],
  queryFn: ({ signal }) => fetchData(listMarkupPlans, { signal }),
});
/** @param buyerId undefined: the default */
export const planQuery = (buyerId: string | undefined) =>
  queryOptions({
    queryKey: ['markups', 'plan', buyerId ?? ''],
    queryFn: ({ signal }) =>
      buyerId === undefined
        ? fetchData(getDefaultMarkups, { signal })
        : fetchData(getBuyerMarkups, { params: { id: buyerId }, signal }),
  });
export const historyQuery = (buyerId: string | undefined) =>
  queryOptions({
    queryKey: ['markups', 'history', buyerId ?? ''],
    queryFn: ({ signal }) =>
      buyerId === undefined
        ? fetchData(defaultMarkupHistory, { signal })
        : fetchData(buyerMarkupHistory, { params: { id: buyerId }, signal }),
  });
export const examplesQuery = (buyerId: string) =>
  queryOptions({
    queryKey: ['markups', 'examples', buyerId],
    queryFn: ({ signal }) => fetchData(listMarkupExamples, { params: { id: buyerId }, signal }),
  });
type Preview = BodyOf<typeof previewMarkups>;
export const previewQuery = (body: Preview) =>
  queryOptions({
    queryKey: ['markups', 'preview', body],
    queryFn: ({ signal }) => fetchData(previewMarkups, { body, signal }),
    placeholderData: keepPreviousData,
  });

export const saveDraft = (body: BodyOf<typeof saveMarkupDraft>) => api.call(saveMarkupDraft, { body });
export const discardDraft = (body: BodyOf<typeof discardMarkupDraft>) => api.call(discardMarkupDraft, { body });
export const publishDraft = (body: BodyOf<typeof publishMarkups>) => api.call(publishMarkups, { body });
export const restoreVersion = (body: BodyOf<typeof restoreMarkups>) => api.call(restoreMarkups, { body });
export const withdrawVersion = (body: BodyOf<typeof withdrawMarkups>) => api.call(withdrawMarkups, { body });

export function tookPlan(plan: MarkupPlan): void {
  queryClient.setQueryData(planQuery(plan.buyer?.id).queryKey, plan);
  void queryClient.invalidateQueries({ queryKey: plansQuery.queryKey });
  // Whether a group has mark-ups stands beside it.
  void queryClient.invalidateQueries({ queryKey: ['customers', 'groups'] });
  void queryClient.invalidateQueries({ queryKey: ['markups', 'history'] });
  void queryClient.invalidateQueries({ queryKey: ['markups', 'preview'] });
}
