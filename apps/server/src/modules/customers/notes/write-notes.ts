/** Notes and tasks of a customer, written by the people of its franchise. Each command answers whom it was about. */
import type { BodyOf } from '@scanship/contracts/call';
import {
  type addCustomerNote,
  type addCustomerTask,
  type changeCustomerNote,
  type changeCustomerTask,
  MOST_NOTES,
  MOST_OPEN_TASKS,
} from '@scanship/contracts/network/customer-notes';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { visibleCustomers } from '../find-customers.ts';
import { staffFor } from './read-notes.ts';

/** The customer a note or task is about. */
export interface About {
  readonly customerId: string;
  readonly name: string;
}

/** Locks a customer that this person sees, so that counting and adding are one. */
const lockCustomer = async (tx: Tx, ctx: RequestContext, customerId: string) => {
  const { rows } = await sql<{ name: string; agent_user_id: string | null }>`
    SELECT c.name, c.agent_user_id FROM franchise_customers c
    WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}::uuid FOR NO KEY UPDATE`.execute(tx);
  return rows[0];
};

const full = (field: string, message: string): Outcome<never> =>
  problem('validation', { message, errors: [{ field, message }] });

/** Who works in the author's name, where somebody does. */
const actorOf = ({ actors: [first] }: RequestContext): string | null =>
  first ? `${first.fullName || first.userName}, ${first.tenantName}` : null;

export const addNote = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  { text, pinned }: BodyOf<typeof addCustomerNote>,
  now: Date,
): Promise<Outcome<About>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<About>> => {
    const customer = await lockCustomer(tx, ctx, customerId);
    if (!customer) return problem('not_found');
    const { rows } = await sql<{ n: number }>`SELECT count(*)::int AS n FROM customer_notes
      WHERE tenant_id = ${ctx.tenantId}::uuid AND customer_id = ${customerId}::uuid`.execute(tx);
    if ((rows[0]?.n ?? 0) >= MOST_NOTES)
      return full('text', `There are ${MOST_NOTES} notes on this customer already; remove one first.`);
    await tx
      .insertInto('customer_notes')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        customer_id: customerId,
        text,
        pinned,
        author_id: ctx.userId,
        by_actor: actorOf(ctx),
        written_at: now,
      })
      .execute();
    return { ok: true, value: { customerId, name: customer.name } };
  });

interface FoundNote extends About {
  readonly author_id: string;
  readonly text: string;
  readonly version: number;
}

const lockNote = async (tx: Tx, ctx: RequestContext, id: string): Promise<FoundNote | undefined> =>
  (
    await sql<FoundNote>`SELECT n.author_id, n.text, n.version, n.customer_id AS "customerId", c.name FROM customer_notes n
      JOIN franchise_customers c ON c.tenant_id = n.tenant_id AND c.customer_id = n.customer_id
      WHERE ${visibleCustomers(ctx)} AND n.id = ${id}::uuid FOR UPDATE OF n`.execute(tx)
  ).rows[0];

const notYours = () =>
  problem('forbidden', {
    message: 'Only its author changes a note.',
    advice: 'Write a note of your own.',
  });

/** A note that is only pinned or unpinned keeps its time. */
export const changeNote = (
  db: Database,
  ctx: RequestContext,
  id: string,
  { text, pinned, version }: BodyOf<typeof changeCustomerNote>,
  now: Date,
): Promise<Outcome<About>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<About>> => {
    const note = await lockNote(tx, ctx, id);
    if (!note) return problem('not_found');
    if (note.author_id !== ctx.userId) return notYours();
    if (note.version !== version) return problem('stale_version');
    await tx
      .updateTable('customer_notes')
      .set({
        text,
        pinned,
        version: version + 1,
        ...(text === note.text ? {} : { edited_at: now, by_actor: actorOf(ctx) }),
      })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    return { ok: true, value: note };
  });

export const removeNote = (db: Database, ctx: RequestContext, id: string): Promise<Outcome<About>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<About>> => {
    const note = await lockNote(tx, ctx, id);
    if (!note) return problem('not_found');
    if (note.author_id !== ctx.userId && !ctx.rights.has('customers.manage')) return notYours();
    await tx.deleteFrom('customer_notes').where('tenant_id', '=', ctx.tenantId).where('id', '=', id).execute();
    return { ok: true, value: note };
  });

const stranger = (): Outcome<never> => {
  const message = 'This person does not see the customer.';
  return problem('validation', { message, errors: [{ field: 'assigneeId', message }] });
};

const openTasks = async (tx: Tx, ctx: RequestContext, customerId: string): Promise<number> =>
  (
    await sql<{ n: number }>`SELECT count(*)::int AS n FROM customer_tasks
      WHERE tenant_id = ${ctx.tenantId}::uuid AND customer_id = ${customerId}::uuid AND done_at IS NULL`.execute(tx)
  ).rows[0]?.n ?? 0;

const tooMany = () =>
  full('text', `There are ${MOST_OPEN_TASKS} open tasks on this customer already; finish one first.`);

/** Who may be given a task about a customer; read before the transaction that writes it. */
const mayTake = async (db: Database, ctx: RequestContext, customerId: string, assigneeId: string): Promise<boolean> => {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<{ agent_user_id: string | null }>`SELECT c.agent_user_id FROM franchise_customers c
      WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}::uuid`.execute(tx),
    { readOnly: true },
  );
  // Of a customer that is not there the command itself says so.
  return !rows[0] || (await staffFor(db, ctx, rows[0].agent_user_id)).some(({ id }) => id === assigneeId);
};

export const addTask = async (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  { text, dueDay, assigneeId }: BodyOf<typeof addCustomerTask>,
  now: Date,
): Promise<Outcome<About>> => {
  if (!(await mayTake(db, ctx, customerId, assigneeId))) return stranger();
  return db.tenant(ctx, async (tx): Promise<Outcome<About>> => {
    const customer = await lockCustomer(tx, ctx, customerId);
    if (!customer) return problem('not_found');
    if ((await openTasks(tx, ctx, customerId)) >= MOST_OPEN_TASKS) return tooMany();
    await tx
      .insertInto('customer_tasks')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        customer_id: customerId,
        text,
        due_day: dueDay,
        assignee_id: assigneeId,
        made_by: ctx.userId,
        made_at: now,
      })
      .execute();
    return { ok: true, value: { customerId, name: customer.name } };
  });
};

/** A task whose assignee has left can be marked done; it is given only to who sees the customer. */
export const changeTask = async (
  db: Database,
  ctx: RequestContext,
  id: string,
  { text, dueDay, assigneeId, done, version }: BodyOf<typeof changeCustomerTask>,
  now: Date,
): Promise<Outcome<About>> => {
  const before = await db.tenant(ctx, (tx) => findTask(tx, ctx, id), { readOnly: true });
  if (!before) return problem('not_found');
  if (before.assignee_id !== assigneeId && !(await mayTake(db, ctx, before.customerId, assigneeId))) return stranger();
  return db.tenant(ctx, async (tx): Promise<Outcome<About>> => {
    if (!(await lockCustomer(tx, ctx, before.customerId))) return problem('not_found');
    const task = await findTask(tx, ctx, id);
    if (!task) return problem('not_found');
    if (task.version !== version) return problem('stale_version');
    if (task.done_at !== null && !done && (await openTasks(tx, ctx, before.customerId)) >= MOST_OPEN_TASKS)
      return tooMany();
    await tx
      .updateTable('customer_tasks')
      .set({
        text,
        due_day: dueDay,
        assignee_id: assigneeId,
        version: version + 1,
        // Who did it first is kept.
        ...(done === (task.done_at !== null)
          ? {}
          : done
            ? { done_at: now, done_by: ctx.userId }
            : { done_at: null, done_by: null }),
      })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    return { ok: true, value: { customerId: before.customerId, name: before.name } };
  });
};

interface FoundTask extends About {
  readonly assignee_id: string;
  readonly done_at: Date | null;
  readonly version: number;
}

/** A task is changed under the lock of its customer. */
const findTask = async (tx: Tx, ctx: RequestContext, id: string): Promise<FoundTask | undefined> =>
  (
    await sql<FoundTask>`SELECT t.assignee_id, t.done_at, t.version, t.customer_id AS "customerId", c.name FROM customer_tasks t
      JOIN franchise_customers c ON c.tenant_id = t.tenant_id AND c.customer_id = t.customer_id
      WHERE ${visibleCustomers(ctx)} AND t.id = ${id}::uuid`.execute(tx)
  ).rows[0];
