import * as calls from '@scanship/contracts/network/customer-notes';
import type { RequestContext } from '../../../platform/context.ts';
import { data, route, type Route } from '../../../platform/http/handler.ts';
import type { Outcome } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { readDueTasks, readNotes } from './read-notes.ts';
import { type About, addNote, addTask, changeNote, changeTask, removeNote } from './write-notes.ts';

export const noteRoutes = ({ db, clock }: Pick<Services, 'db' | 'clock'>): readonly Route[] => {
  /** The notes as every change answers them; the log tells whom it was about, not what was written. */
  const answer = async (ctx: RequestContext, done: Outcome<About>, successMessage: string) => {
    if (!done.ok) return done;
    const notes = await readNotes(db, ctx, done.value.customerId);
    return notes.ok ? data(notes.value, { successMessage, told: { name: done.value.name } }) : notes;
  };
  return [
    route(calls.getCustomerNotes, async ({ ctx, params }) => {
      const notes = await readNotes(db, ctx, params.id);
      return notes.ok ? data(notes.value) : notes;
    }),
    route(calls.addCustomerNote, async ({ ctx, params, body }) =>
      answer(ctx, await addNote(db, ctx, params.id, body, clock.now()), 'Note added.'),
    ),
    route(calls.changeCustomerNote, async ({ ctx, params, body }) =>
      answer(ctx, await changeNote(db, ctx, params.id, body, clock.now()), 'Note saved.'),
    ),
    route(calls.removeCustomerNote, async ({ ctx, params }) =>
      answer(ctx, await removeNote(db, ctx, params.id), 'Note removed.'),
    ),
    route(calls.addCustomerTask, async ({ ctx, params, body }) =>
      answer(ctx, await addTask(db, ctx, params.id, body, clock.now()), 'Task added.'),
    ),
    route(calls.changeCustomerTask, async ({ ctx, params, body }) =>
      answer(ctx, await changeTask(db, ctx, params.id, body, clock.now()), body.done ? 'Task done.' : 'Task saved.'),
    ),
    route(calls.listDueTasks, async ({ ctx }) => data(await readDueTasks(db, ctx, clock.now()))),
  ];
};
