/** Notes and tasks of a customer, for the people of its franchise who see it. */
import type { CustomerNotes, DueTask } from '@scanship/contracts/network/customer-notes';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { dayIn } from '../../../platform/time-zone.ts';
import { readMembers, userNames } from '../../users/index.ts';
import { visibleCustomers } from '../find-customers.ts';

interface NoteRow {
  readonly id: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly author_id: string;
  readonly by_actor: string | null;
  readonly written_at: Date;
  readonly edited_at: Date | null;
  readonly version: number;
}
interface TaskRow {
  readonly id: string;
  readonly text: string;
  readonly due_day: string;
  readonly assignee_id: string;
  readonly made_by: string;
  readonly done_at: Date | null;
  readonly done_by: string | null;
  readonly version: number;
}

const MOST_DONE = 50;
const MOST_DUE = 50;

/** Staff who see a customer: everybody but sales agents it is not assigned to. */
export const staffFor = async (
  db: Database,
  ctx: RequestContext,
  agentId: string | null,
): Promise<CustomerNotes['staff']> => {
  const roles = await db.tenant(
    ctx,
    (tx) => tx.selectFrom('roles').select(['id', 'base_role']).where('tenant_id', '=', ctx.tenantId).execute(),
    { readOnly: true },
  );
  const baseOf = new Map(roles.map((role) => [role.id, role.base_role]));
  const members = await db.identity(ctx, (tx) => readMembers(tx, ctx), { readOnly: true });
  return members
    .filter(
      ({ id, state, role_id: role }) =>
        state === 'active' && (baseOf.get(role) !== 'ROLE_SALES_AGENT' || id === agentId),
    )
    .map((member) => ({
      id: member.id,
      name: `${member.first_name} ${member.last_name}`.trim() || member.username,
      me: member.id === ctx.userId,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
};

/** Problem: `not_found`, also for a customer that this person may not see. */
export async function readNotes(
  db: Database,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<CustomerNotes>> {
  const found = await db.tenant(
    ctx,
    async (tx) => {
      const { rows } = await sql<{ agent_user_id: string | null }>`SELECT c.agent_user_id FROM franchise_customers c
        WHERE ${visibleCustomers(ctx)} AND c.customer_id = ${customerId}::uuid`.execute(tx);
      if (!rows[0]) return undefined;
      const notes = await sql<NoteRow>`SELECT id, text, pinned, author_id, by_actor, written_at, edited_at, version
        FROM customer_notes WHERE tenant_id = ${ctx.tenantId}::uuid AND customer_id = ${customerId}::uuid
        ORDER BY pinned DESC, written_at DESC, id`.execute(tx);
      const tasks = (done: boolean) =>
        sql<TaskRow>`SELECT id, text, due_day::text AS due_day, assignee_id, made_by, done_at, done_by, version
        FROM customer_tasks WHERE tenant_id = ${ctx.tenantId}::uuid AND customer_id = ${customerId}::uuid
          AND ${done ? sql`done_at IS NOT NULL ORDER BY done_at DESC, id LIMIT ${MOST_DONE}` : sql`done_at IS NULL ORDER BY due_day, id`}`.execute(
          tx,
        );
      return {
        agentId: rows[0].agent_user_id,
        notes: notes.rows,
        tasks: [...(await tasks(false)).rows, ...(await tasks(true)).rows],
      };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found');
  const { notes, tasks, agentId } = found;
  const ids = new Set([
    ...notes.map((note) => note.author_id),
    ...tasks.flatMap((task) => [task.assignee_id, task.made_by, task.done_by ?? task.made_by]),
  ]);
  const names = await userNames(db, ctx, [...ids]);
  const person = (id: string) => ({ id, name: names.get(id) ?? '' });
  return {
    ok: true,
    value: {
      notes: notes.map((note) => {
        const mine = note.author_id === ctx.userId;
        return {
          id: note.id,
          text: note.text,
          pinned: note.pinned,
          author: person(note.author_id),
          actor: note.by_actor,
          writtenAt: note.written_at.toISOString(),
          editedAt: note.edited_at?.toISOString() ?? null,
          mayEdit: mine,
          mayRemove: mine || ctx.rights.has('customers.manage'),
          version: note.version,
        };
      }),
      tasks: tasks.map((task) => ({
        id: task.id,
        text: task.text,
        dueDay: task.due_day,
        assignee: person(task.assignee_id),
        madeBy: person(task.made_by),
        done:
          task.done_at === null
            ? null
            : { at: task.done_at.toISOString(), by: person(task.done_by ?? task.assignee_id) },
        version: task.version,
      })),
      staff: await staffFor(db, ctx, agentId),
    },
  };
}

/** Open tasks that are due by today, about customers that this person sees; their own first. */
export async function readDueTasks(
  db: Database,
  ctx: RequestContext,
  now: Date,
): Promise<{ readonly tasks: DueTask[]; readonly total: number }> {
  const { rows } = await db.tenant(
    ctx,
    (tx) =>
      sql<TaskRow & { customer_id: string; customer_name: string; total: number }>`
      SELECT t.id, t.text, t.due_day::text AS due_day, t.assignee_id, t.version, c.customer_id, c.name AS customer_name,
        count(*) OVER ()::int AS total
      FROM customer_tasks t JOIN franchise_customers c ON c.tenant_id = t.tenant_id AND c.customer_id = t.customer_id
      WHERE ${visibleCustomers(ctx)} AND t.done_at IS NULL AND t.due_day <= ${dayIn(now, ctx.timeZone)}::date
      ORDER BY t.assignee_id = ${ctx.userId}::uuid DESC, t.due_day, t.id LIMIT ${MOST_DUE}`.execute(tx),
    { readOnly: true },
  );
  const names = await userNames(db, ctx, [...new Set(rows.map((row) => row.assignee_id))]);
  return {
    tasks: rows.map((row) => ({
      id: row.id,
      text: row.text,
      dueDay: row.due_day,
      customer: { id: row.customer_id, name: row.customer_name },
      assignee: { id: row.assignee_id, name: names.get(row.assignee_id) ?? '' },
      mine: row.assignee_id === ctx.userId,
      version: row.version,
    })),
    total: rows[0]?.total ?? 0,
  };
}
