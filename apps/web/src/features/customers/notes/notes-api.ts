/** What the franchise's people note of a customer and have to do about it. */
import { queryOptions } from '@tanstack/react-query';
import type { BodyOf } from '@scanship/contracts/call';
import {
  addCustomerNote,
  addCustomerTask,
  changeCustomerNote,
  changeCustomerTask,
  type CustomerNotes,
  type DueTask,
  getCustomerNotes,
  listDueTasks,
  removeCustomerNote,
} from '@scanship/contracts/network/customer-notes';
import { api, fetchData } from '../../../app/api.ts';
import { queryClient } from '../../../app/query-client.ts';

export const notesQuery = (customerId: string) =>
  queryOptions({
    queryKey: ['customer', customerId, 'notes'],
    queryFn: ({ signal }) => fetchData(getCustomerNotes, { params: { id: customerId }, signal }),
  });
export const dueTasksQuery = queryOptions({
  queryKey: ['due-tasks'],
  queryFn: ({ signal }) => fetchData(listDueTasks, { signal }),
});

export function tookNotes(customerId: string, notes: CustomerNotes): void {
  queryClient.setQueryData(notesQuery(customerId).queryKey, notes);
  void queryClient.invalidateQueries({ queryKey: dueTasksQuery.queryKey });
}

export interface Added<Body> {
  readonly body: Body;
  readonly key: string;
}
export const addNote = (customerId: string, { body, key }: Added<BodyOf<typeof addCustomerNote>>) =>
  api.call(addCustomerNote, { params: { id: customerId }, body, idempotencyKey: key });
export const changeNote = (id: string, body: BodyOf<typeof changeCustomerNote>) =>
  api.call(changeCustomerNote, { params: { id }, body });
export const removeNote = (id: string) => api.call(removeCustomerNote, { params: { id } });
export const addTask = (customerId: string, { body, key }: Added<BodyOf<typeof addCustomerTask>>) =>
  api.call(addCustomerTask, { params: { id: customerId }, body, idempotencyKey: key });
export const changeTask = (id: string, body: BodyOf<typeof changeCustomerTask>) =>
  api.call(changeCustomerTask, { params: { id }, body });

/** A task as it is sent back, with what changes. */
export const taskBody = (
  { text, dueDay, assignee, version }: Pick<DueTask, 'text' | 'dueDay' | 'assignee' | 'version'>,
  done: boolean,
): BodyOf<typeof changeCustomerTask> => ({ text, dueDay, assigneeId: assignee.id, version, done });
