/** Reminders of overdue invoices: their steps, whom they write to, and one buyer's. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  type BuyerReminders,
  getBuyerReminders,
  getReminders,
  pauseReminders,
  previewNextStep,
  previewReminders,
  promisePayment,
  type RemindersView,
  resumeReminders,
  saveReminders,
  sendNextStep,
  withdrawPromise,
} from '@scanship/contracts/money/reminders';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const remindersQuery = queryOptions({
  queryKey: ['reminders'],
  queryFn: ({ signal }) => fetchData(getReminders, { signal }),
});

export const buyerRemindersQuery = (buyerId: string) =>
  queryOptions({
    queryKey: ['buyer-reminders', buyerId],
    queryFn: ({ signal }) => fetchData(getBuyerReminders, { params: { id: buyerId }, signal }),
  });

/** Whom the next step goes to; never kept, because each look is what is agreed to. */
export const nextStepQuery = (buyerIds: readonly string[]) =>
  queryOptions({
    queryKey: ['next-reminder', buyerIds],
    queryFn: ({ signal }) => fetchData(previewNextStep, { body: { buyerIds: [...buyerIds] }, signal }),
    gcTime: 0,
    staleTime: 0,
  });

export const preview = (body: BodyOf<typeof previewReminders>) => fetchData(previewReminders, { body });
export const save = (body: BodyOf<typeof saveReminders>) => api.call(saveReminders, { body });
export const send = (body: BodyOf<typeof sendNextStep>) => api.call(sendNextStep, { body });
export const promise = (id: string, body: BodyOf<typeof promisePayment>) =>
  api.call(promisePayment, { params: { id }, body });
export const withdraw = (id: string) => api.call(withdrawPromise, { params: { id } });
export const pause = (id: string, reason: string) => api.call(pauseReminders, { params: { id }, body: { reason } });
export const resume = (id: string) => api.call(resumeReminders, { params: { id } });

const listChanged = (): void => void queryClient.invalidateQueries({ queryKey: ['receivables'] });

export function tookReminders(view: RemindersView): void {
  queryClient.setQueryData(remindersQuery.queryKey, view);
  listChanged();
  void queryClient.invalidateQueries({ queryKey: ['buyer-reminders'] });
}
export function tookBuyer(view: BuyerReminders): void {
  queryClient.setQueryData(buyerRemindersQuery(view.buyerId).queryKey, view);
  listChanged();
}
export function remindersSent(): void {
  listChanged();
  void queryClient.invalidateQueries({ queryKey: ['buyer-reminders'] });
}
