/** Asking for a customer to be erased, and taking it back. */
import { type CustomerErasure, ERASURE_WAIT_DAYS } from '@scanship/contracts/network/customer-data';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import { actAs, type Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { GIVEN_BACK } from '../../../platform/jobs/leased-rows.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { dayIn } from '../../../platform/time-zone.ts';
import { isOnTheMove } from '../../restrictions/index.ts';
import { userNames } from '../../users/index.ts';
import { nameOfCustomer } from '../exports.ts';
import type { ErasureDeps } from './erasure-worker.ts';
import { reasonsAgainst } from './reasons.ts';
import { tellCompany } from './erasure-mail.ts';

const DAY_MS = 86_400_000;

/** What was done, with the customer's name for the log. */
export type ErasureDone = Outcome<{ readonly name: string }>;

/** Problem: `not_found`. */
export async function viewErasure(
  deps: ErasureDeps,
  ctx: RequestContext,
  customerId: string,
): Promise<Outcome<CustomerErasure>> {
  const { db, clock } = deps;
  const found = await db.tenant(
    ctx,
    async (tx) => {
      if ((await nameOfCustomer(tx, ctx, customerId)) === undefined) return undefined;
      const row = await tx
        .selectFrom('customer_erasures')
        .select(['reason', 'asked_at', 'asked_by', 'by_actor', 'erase_at'])
        .where('tenant_id', '=', ctx.tenantId)
        .where('customer_id', '=', customerId)
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return { row };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found');
  const { row } = found;
  const reasons = await reasonsAgainst(deps, { franchiseId: ctx.tenantId, customerId }, row !== undefined);
  const names = await userNames(db, ctx, row ? [row.asked_by] : []);
  return {
    ok: true,
    value: {
      waiting: row
        ? {
            reason: row.reason,
            askedAt: row.asked_at.toISOString(),
            askedBy: row.by_actor ?? names.get(row.asked_by) ?? '',
            eraseAt: row.erase_at.toISOString(),
            held: reasons.length > 0 && row.erase_at <= clock.now(),
          }
        : null,
      reasons,
    },
  };
}

/** The customer under its franchise's lock; undefined where this person does not see it. */
const lock = async (tx: Tx, ctx: RequestContext, customerId: string) =>
  tx
    .selectFrom('franchise_customers')
    .select(['name', 'state'])
    .where('tenant_id', '=', ctx.tenantId)
    .where('customer_id', '=', customerId)
    .where('state', '<>', 'closed')
    .forUpdate()
    .executeTakeFirst();

/** The record of the franchise and the tenants row change together; works as the system afterwards. */
async function setState(
  tx: Tx,
  ctx: RequestContext,
  customerId: string,
  state: 'active' | 'suspended',
  reason: string | null,
): Promise<void> {
  await sql`UPDATE franchise_customers SET state = ${state}, suspended_reason = ${reason}, version = version + 1
    WHERE tenant_id = ${ctx.tenantId} AND customer_id = ${customerId}`.execute(tx);
  await actAs(tx, { role: 'app_system' });
  await sql`UPDATE tenants SET state = ${state}, version = version + 1
    WHERE id = ${customerId} AND realm_id = ${ctx.tenantId} AND kind = 'customer'`.execute(tx);
}

const spaced = (name: string): string => name.trim().replace(/\s+/g, ' ');

/** Problems: `not_found`, `validation`, `erasure_refused`, `move_under_way`. */
export async function askErasure(
  deps: ErasureDeps,
  ctx: RequestContext,
  customerId: string,
  wish: { readonly name: string; readonly reason: string },
): Promise<ErasureDone> {
  const { db, clock } = deps;
  const known = await db.tenant(ctx, (tx) => nameOfCustomer(tx, ctx, customerId), { readOnly: true });
  if (known === undefined) return problem('not_found');
  if (spaced(known) !== spaced(wish.name))
    return problem('validation', {
      errors: [{ field: 'name', code: 'name', message: 'This is not the name of the customer.' }],
    });
  const reasons = await reasonsAgainst(deps, { franchiseId: ctx.tenantId, customerId });
  if (reasons.length > 0)
    return problem('erasure_refused', {
      errors: reasons.map(({ code, message }) => ({ field: 'customer', code, message })),
    });
  const now = clock.now();
  const eraseAt = new Date(now.getTime() + ERASURE_WAIT_DAYS * DAY_MS);
  const done = await db.tenant(ctx, async (tx): Promise<ErasureDone> => {
    const held = await lock(tx, ctx, customerId);
    if (!held) return problem('not_found');
    if (await isOnTheMove(tx, ctx.tenantId, customerId)) return problem('move_under_way');
    const [first] = ctx.actors;
    const made = await tx
      .insertInto('customer_erasures')
      .values({
        tenant_id: ctx.tenantId,
        id: newId(),
        customer_id: customerId,
        reason: wish.reason,
        asked_by: ctx.userId,
        by_actor: first ? `${first.fullName || first.userName}, ${first.tenantName}` : null,
        asked_at: now,
        erase_at: eraseAt,
        due_at: eraseAt,
        was_suspended: held.state === 'suspended',
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (made.numInsertedOrUpdatedRows !== 1n)
      return problem('validation', {
        errors: [{ field: 'name', code: 'waiting', message: 'This customer is to be erased already.' }],
      });
    if (held.state === 'active') await setState(tx, ctx, customerId, 'suspended', wish.reason);
    return { ok: true, value: { name: held.name } };
  });
  if (done.ok) await tellCompany(deps, customerId, { day: dayIn(eraseAt, ctx.timeZone), reason: wish.reason }, now);
  return done;
}

/** Problems: `not_found`, `stale_version`. */
export async function withdraw(deps: ErasureDeps, ctx: RequestContext, customerId: string): Promise<ErasureDone> {
  const { db, clock } = deps;
  const done = await db.tenant(ctx, async (tx): Promise<ErasureDone> => {
    const held = await lock(tx, ctx, customerId);
    if (!held) return problem('not_found');
    const { rows } = await sql<{ was_suspended: boolean }>`UPDATE customer_erasures
      SET state = 'withdrawn', ended_at = ${clock.now()}, due_at = NULL, ${GIVEN_BACK}
      WHERE tenant_id = ${ctx.tenantId} AND customer_id = ${customerId} AND state = 'waiting' RETURNING was_suspended`.execute(
      tx,
    );
    const [row] = rows;
    if (!row)
      return problem('stale_version', {
        message: 'Nobody waits for this customer to be erased.',
        advice: 'Load the page again.',
      });
    if (!row.was_suspended) await setState(tx, ctx, customerId, 'active', null);
    return { ok: true, value: { name: held.name } };
  });
  if (done.ok) await tellCompany(deps, customerId, 'withdrawn', clock.now());
  return done;
}
