/**
 * Notes and tasks that a franchise's people keep of a customer. Whoever may see the customer reads them all; the customer never
 * does. A note is its author's to change; whoever manages customers may remove it, too.
 */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, id, idParams, recordVersion, required } from '../common.ts';

/** Of one customer. */
export const MOST_NOTES = 500;
export const MOST_OPEN_TASKS = 200;
export const MOST_NOTE_TEXT = 4_000;
export const MOST_TASK_TEXT = 300;

const person = z.object({ id, name: z.string() });

const customerNote = z.object({
  id,
  text: z.string(),
  pinned: z.boolean(),
  /** The name is empty where the person is gone. */
  author: person,
  /** Who wrote it in the author's name. */
  actor: z.nullable(z.string()),
  writtenAt: z.iso.datetime(),
  editedAt: z.nullable(z.iso.datetime()),
  /** The caller is its author. */
  mayEdit: z.boolean(),
  mayRemove: z.boolean(),
  version: recordVersion,
});
export type CustomerNote = z.infer<typeof customerNote>;

const customerTask = z.object({
  id,
  text: z.string(),
  dueDay: day,
  assignee: person,
  madeBy: person,
  /** Null while it is open. */
  done: z.nullable(z.object({ at: z.iso.datetime(), by: person })),
  version: recordVersion,
});
export type CustomerTask = z.infer<typeof customerTask>;

const customerNotes = z.object({
  /** Pinned ones first, then the newest. */
  notes: z.array(customerNote),
  /** Open ones by their day; then the last fifty that are done, newest first. */
  tasks: z.array(customerTask),
  /** Who a task can be given to: staff who see the customer. */
  staff: z.array(z.extend(person, { me: z.boolean() })),
});
export type CustomerNotes = z.infer<typeof customerNotes>;

const dueTask = z.object({
  id,
  text: z.string(),
  dueDay: day,
  customer: person,
  assignee: person,
  /** It is the caller's. */
  mine: z.boolean(),
  version: recordVersion,
});
export type DueTask = z.infer<typeof dueTask>;

const viewers = {
  auth: 'access',
  roles: ['ROLE_FRANCHISE_ADMIN', 'ROLE_SALES_AGENT', 'ROLE_SUPPORT'],
  right: 'customers.view',
} as const;

export const getCustomerNotes = defineCall({
  id: 'getCustomerNotes',
  method: 'GET',
  path: '/franchise/customers/{id}/notes',
  summary: 'What the franchise’s people noted of a customer and have to do about it; never shown to the customer',
  ...viewers,
  params: idParams,
  data: customerNotes,
});

const noteBody = z.object({ text: required(MOST_NOTE_TEXT), pinned: z.boolean() });
const taskBody = z.object({ text: required(MOST_TASK_TEXT), dueDay: day, assigneeId: id });

/** Problems: `not_found`, `validation` (as many notes as there may be). */
export const addCustomerNote = defineCall({
  id: 'addCustomerNote',
  method: 'POST',
  path: '/franchise/customers/{id}/notes',
  summary: 'Note something of a customer',
  ...viewers,
  audited: true,
  idempotent: true,
  params: idParams,
  body: noteBody,
  data: customerNotes,
});

/** Problems: `not_found`, `forbidden` (somebody else's), `stale_version`. */
export const changeCustomerNote = defineCall({
  id: 'changeCustomerNote',
  method: 'PUT',
  path: '/franchise/notes/{id}',
  summary: 'Change or pin one’s own note',
  ...viewers,
  audited: true,
  params: idParams,
  body: z.extend(noteBody, { version: recordVersion }),
  data: customerNotes,
});

/** Problems: `not_found`, `forbidden` (somebody else's, for who does not manage customers). */
export const removeCustomerNote = defineCall({
  id: 'removeCustomerNote',
  method: 'DELETE',
  path: '/franchise/notes/{id}',
  summary: 'Remove a note: its author, or who manages customers',
  ...viewers,
  audited: true,
  params: idParams,
  data: customerNotes,
});

/** Problems: `not_found`, `validation` (the assignee does not see the customer; as many open tasks as there may be). */
export const addCustomerTask = defineCall({
  id: 'addCustomerTask',
  method: 'POST',
  path: '/franchise/customers/{id}/tasks',
  summary: 'Set somebody of the franchise a task about a customer, for a day',
  ...viewers,
  audited: true,
  idempotent: true,
  params: idParams,
  body: taskBody,
  data: customerNotes,
});

/** Problems: `not_found`, `validation` (the assignee does not see the customer), `stale_version`. */
export const changeCustomerTask = defineCall({
  id: 'changeCustomerTask',
  method: 'PUT',
  path: '/franchise/tasks/{id}',
  summary: 'Change a task, give it to somebody else, mark it done or open it again',
  ...viewers,
  audited: true,
  params: idParams,
  body: z.extend(taskBody, { done: z.boolean(), version: recordVersion }),
  data: customerNotes,
});

export const listDueTasks = defineCall({
  id: 'listDueTasks',
  method: 'GET',
  path: '/franchise/tasks/due',
  summary: 'Open tasks of today and before, about customers the caller sees; one’s own first',
  ...viewers,
  data: z.object({ tasks: z.array(dueTask), total: z.int() }),
});
