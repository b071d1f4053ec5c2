/** What people do about reports that failed. */
import type { OrderPush } from '@scanship/contracts/stores/stores';
import { sql } from 'kysely';
import { json } from '../../../platform/database/json-column.ts';
import type { Decider } from '../../../platform/journal/handler.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import type { Services } from '../../../platform/services.ts';
import { tryAgain } from './push-handler.ts';
import { type PushRow, pushesOfOrder, readPushes } from './push-rows.ts';
import { needsReview, pushView, storeNames } from './push-view.ts';

export interface PushCommandDeps {
  readonly db: Services['db'];
  readonly journal: Pick<Journal, 'decide' | 'wake'>;
}

/** Who acts. */
export interface PushActor {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string | null;
}

/**
 * Sends a failed report again; one whose outcome is open is looked up again.
 * @returns the report that now stands in its place; problem `not_found`, or `forbidden` with the reason
 */
export async function retryPush(deps: PushCommandDeps, actor: PushActor, pushId: string): Promise<Outcome<OrderPush>> {
  const { db, journal } = deps;
  const { tenantId } = actor;
  const found = await db.tenant(actor, (tx) => readPushes(tx, sql`id = ${pushId}`));
  const [push] = found;
  if (!push) return problem('not_found');
  if (push.state === 'disputed' || push.state === 'unknown') {
    const decided = await journal.decide(
      { table: 'effects', tenantId, id: pushId },
      'ask-again',
      deciderOf(actor, null),
      {},
    );
    return decided.ok ? viewOf(deps, actor, pushId) : decided;
  }
  const planned = await db.tenant(actor, async (tx): Promise<Outcome<string>> => {
    const [locked] = await readPushes(tx, sql`id = ${pushId}`, { lock: true });
    if (!locked || !needsReview(locked))
      return problem('forbidden', { message: 'This report did not fail; there is nothing to try again.' });
    if (locked.kind === 'fulfilment_push' && !(await isBought(tx, locked)))
      return problem('forbidden', {
        message:
          locked.payload.manual === true
            ? 'The mark was taken back, so the store is not told of it.'
            : 'The label was cancelled, so the store is not told of it.',
      });
    return { ok: true, value: await tryAgain(tx, tenantId, locked, 0) };
  });
  if (!planned.ok) return planned;
  journal.wake({ table: 'effects', tenantId, id: planned.value });
  return viewOf(deps, actor, planned.value);
}

/** A person states that the store has it (or, for a withdrawal, does not have it any more). Problems as `retryPush`. */
export async function markPushDone(
  deps: PushCommandDeps,
  actor: PushActor,
  pushId: string,
  note: string | null,
): Promise<Outcome<OrderPush>> {
  const [push] = await deps.db.tenant(actor, (tx) => readPushes(tx, sql`id = ${pushId}`));
  if (!push) return problem('not_found');
  if (push.state === 'disputed' || push.state === 'unknown') {
    const ref = { table: 'effects' as const, tenantId: actor.tenantId, id: pushId };
    const decided = await deps.journal.decide(ref, 'exists', deciderOf(actor, note), { fulfilmentIds: [] });
    return decided.ok ? viewOf(deps, actor, pushId) : decided;
  }
  const done = await deps.db.tenant(actor, async (tx): Promise<Outcome<void>> => {
    const [locked] = await readPushes(tx, sql`id = ${pushId}`, { lock: true });
    if (!locked || !needsReview(locked)) return problem('forbidden', { message: 'This report did not fail.' });
    const handled = { by: actor.userId, at: new Date().toISOString(), note };
    await sql`UPDATE effects SET payload = payload || ${json({ handled })}, updated_at = now() WHERE id = ${pushId}`.execute(
      tx,
    );
    return { ok: true, value: undefined };
  });
  return done.ok ? viewOf(deps, actor, pushId) : done;
}

/** After a store was connected again: what failed for want of access is sent. */
export async function resendRefused(deps: PushCommandDeps, tenantId: string, storeId: string): Promise<number> {
  const planned = await deps.db.tenant({ tenantId }, async (tx) => {
    const rows = await readPushes(
      tx,
      sql`state = 'refused' AND payload ->> 'storeId' = ${storeId}
        AND (problem ->> 'code' = 'not-authorised' OR problem ->> 'vendorCode' = 'no-store')`,
      { lock: true, limit: 500 },
    );
    const ids: string[] = [];
    for (const push of rows) {
      if (!needsReview(push)) continue;
      if (push.kind === 'fulfilment_push' && !(await isBought(tx, push))) continue;
      ids.push(await tryAgain(tx, tenantId, push, 0));
    }
    return ids;
  });
  for (const id of planned) deps.journal.wake({ table: 'effects', tenantId, id });
  return planned.length;
}

const deciderOf = (actor: PushActor, note: string | null): Decider => ({
  userId: actor.userId,
  sessionId: actor.sessionId,
  note,
});

async function isBought(tx: Parameters<typeof readPushes>[0], { payload }: PushRow): Promise<boolean> {
  if (payload.manual === true) {
    const { rows } = await sql<{ undone: boolean }>`SELECT undone_at IS NOT NULL AS undone FROM manual_fulfilments
      WHERE id = ${payload.shipmentId}`.execute(tx);
    return rows[0]?.undone === false;
  }
  const { rows } = await sql<{ state: string }>`SELECT state FROM shipments WHERE id = ${payload.shipmentId}`.execute(
    tx,
  );
  return !['voided', 'voiding', 'draft'].includes(rows[0]?.state ?? 'draft');
}

async function viewOf(deps: PushCommandDeps, actor: PushActor, pushId: string): Promise<Outcome<OrderPush>> {
  return deps.db.tenant(actor, async (tx): Promise<Outcome<OrderPush>> => {
    const [push] = await readPushes(tx, sql`id = ${pushId}`);
    if (!push) return problem('not_found');
    const all = await pushesOfOrder(tx, push.orderId);
    const names = await storeNames(tx, [push.payload.storeId]);
    return { ok: true, value: pushView(push, all, names.get(push.payload.storeId) ?? 'Store') };
  });
}
