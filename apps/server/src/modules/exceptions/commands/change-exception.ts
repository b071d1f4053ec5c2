/** What people do with an exception: give it to somebody, put it aside, write a note, take a next step. */
import { type Act, ACTS } from '@scanship/contracts/shipping/exceptions';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { tell } from '../book.ts';
import { type ExceptionRecord, findRecord } from '../queries/read-exceptions.ts';
import { type Acting, type ExceptionSource, sourceOf } from '../sources.ts';

const DAY_MS = 86_400_000;
const MOST_SNOOZE_DAYS = 90;

/** Locks the exception until the transaction ends. */
async function lockException(tx: Tx, tenantId: string, id: string): Promise<ExceptionRecord | undefined> {
  await sql`SELECT 1 FROM exceptions WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(tx);
  return findRecord(tx, tenantId, id);
}

const changed = { changed_at: sql<Date>`clock_timestamp()`, version: sql<number>`version + 1` };

/** @param nameOf of a person of this customer, or undefined for somebody who is not */
export async function assign(
  db: Database,
  ctx: Acting,
  id: string,
  input: { readonly ownerId: string | null; readonly version?: number | undefined },
  nameOf: (userId: string) => Promise<string | undefined>,
): Promise<Outcome<void>> {
  const name = input.ownerId === null ? null : await nameOf(input.ownerId);
  return db.tenant(ctx, async (tx) => {
    const row = await lockException(tx, ctx.tenantId, id);
    if (!row) return problem('not_found');
    if (name === undefined)
      return problem('validation', {
        errors: [{ field: 'ownerId', message: 'This person does not belong to your company.' }],
      });
    if (input.version !== undefined && input.version !== row.version) return problem('stale_version');
    if (row.owner_id === input.ownerId) return ok(undefined);
    await tx
      .updateTable('exceptions')
      .set({ owner_id: input.ownerId, ...changed })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    await tell(tx, ctx.tenantId, id, 'assigned', { userId: ctx.userId, note: name });
    return ok(undefined);
  });
}

export async function snooze(
  db: Database,
  ctx: Acting,
  id: string,
  input: { readonly until: string | null; readonly note?: string | null | undefined },
  now: Date,
): Promise<Outcome<void>> {
  const until = input.until === null ? null : new Date(input.until);
  return db.tenant(ctx, async (tx) => {
    const row = await lockException(tx, ctx.tenantId, id);
    if (!row) return problem('not_found');
    if (row.resolved_at) return problem('exception_resolved');
    if (until && (until <= now || until.getTime() - now.getTime() > MOST_SNOOZE_DAYS * DAY_MS))
      return problem('validation', {
        errors: [{ field: 'until', message: `Choose a time within the next ${MOST_SNOOZE_DAYS} days.` }],
      });
    await tx
      .updateTable('exceptions')
      .set({ snoozed_until: until, ...(input.note ? { last_note: input.note } : {}), ...changed })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    const note = input.note ?? until?.toISOString() ?? null;
    await tell(tx, ctx.tenantId, id, until ? 'snoozed' : 'woken', { userId: ctx.userId, note });
    return ok(undefined);
  });
}

export async function addNote(db: Database, ctx: Acting, id: string, note: string): Promise<Outcome<void>> {
  return db.tenant(ctx, async (tx) => {
    const row = await lockException(tx, ctx.tenantId, id);
    if (!row) return problem('not_found');
    await tx
      .updateTable('exceptions')
      .set({ last_note: note, ...changed })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    await tell(tx, ctx.tenantId, id, 'note', { userId: ctx.userId, note });
    return ok(undefined);
  });
}

const isAct = (action: string): action is Act => (ACTS as readonly string[]).includes(action);

/** Takes one of the next steps. Its effect belongs to the source; that somebody asked for it stands in the history first. */
export async function act(
  deps: { readonly db: Database; readonly sources: readonly ExceptionSource[] },
  ctx: Acting,
  id: string,
  input: { readonly action: Act; readonly note?: string | null | undefined },
): Promise<Outcome<void>> {
  const row = await deps.db.tenant(ctx, (tx) => findRecord(tx, ctx.tenantId, id));
  if (!row) return problem('not_found');
  if (row.resolved_at) return problem('exception_resolved');
  const { action } = input;
  if (!isAct(action) || !row.actions.includes(action))
    return problem('forbidden', {
      message: 'This cannot be done here.',
      advice: 'See the next steps of the exception.',
    });
  const note = input.note ?? undefined;
  if (action !== 'mark-handled') {
    const done = sourceOf(deps.sources, row.key)?.act?.(
      ctx,
      { key: row.key, reason: row.reason, operationId: row.operation_id, subject: row.subject },
      action,
      note,
    );
    if (!done) return problem('forbidden', { message: 'This cannot be done here.' });
    const outcome = await done;
    await deps.db.tenant(ctx, (tx) =>
      tell(tx, ctx.tenantId, id, 'acted', {
        userId: ctx.userId,
        note: [action, note, outcome.ok ? undefined : outcome.problem.message].filter(Boolean).join(': '),
      }),
    );
    return outcome;
  }
  return deps.db.tenant(ctx, async (tx) => {
    const locked = await lockException(tx, ctx.tenantId, id);
    if (!locked || locked.resolved_at) return problem('exception_resolved');
    await tx
      .updateTable('exceptions')
      .set({
        resolved_at: sql<Date>`clock_timestamp()`,
        resolved_how: 'handled',
        snoozed_until: null,
        ...(note === undefined ? {} : { last_note: note }),
        ...changed,
      })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', id)
      .execute();
    await tell(tx, ctx.tenantId, id, 'resolved', { userId: ctx.userId, note });
    return ok(undefined);
  });
}
