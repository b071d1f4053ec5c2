/** What a franchise changes about its customers. The franchise's record and the tenants row change in one transaction. */
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { isTimeZone } from '../../platform/time-zone.ts';
import { isAgent } from '../agents/index.ts';
import { setCreditLimit } from '../billing/index.ts';
import { isOnTheMove } from '../restrictions/index.ts';
import { openFor } from '../subscriptions/index.ts';
import { storedLocale } from '../tenants/index.ts';

export interface Held {
  readonly name: string;
  readonly state: 'active' | 'suspended' | 'closed';
  readonly version: number;
  readonly agent_user_id: string | null;
}

/** Locks the franchise's record of a customer and runs `work` as the franchise. Problem: `not_found`. */
export const change = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  work: (tx: Tx, held: Held) => Promise<Outcome<void>>,
): Promise<Outcome<void>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<void>> => {
    const held = await tx
      .selectFrom('franchise_customers')
      .select(['name', 'state', 'version', 'agent_user_id'])
      .where('tenant_id', '=', ctx.tenantId)
      .where('customer_id', '=', customerId)
      .where('state', '<>', 'closed')
      .forUpdate()
      .executeTakeFirst();
    return held ? work(tx, held) : problem('not_found');
  });

/** Sets columns of the record, counting its version up. */
const setRecord = async (
  tx: Tx,
  ctx: RequestContext,
  customerId: string,
  held: Held,
  columns: Partial<{
    name: string;
    name_key: string;
    state: 'active' | 'suspended';
    agent_user_id: string | null;
    note: string;
    terms_days: number;
    credit_note: string;
    suspended_reason: string | null;
  }>,
): Promise<void> => {
  await tx
    .updateTable('franchise_customers')
    .set({ ...columns, version: held.version + 1 })
    .where('tenant_id', '=', ctx.tenantId)
    .where('customer_id', '=', customerId)
    .execute();
};

/** The tenants row is the system's; it is a customer of this franchise, because the record above says so. */
const setTenant = async (
  tx: Tx,
  ctx: RequestContext,
  customerId: string,
  columns: Partial<{
    name: string;
    state: 'active' | 'suspended';
    time_zone: string;
    locale: string;
  }>,
): Promise<void> => {
  await actAs(tx, { role: 'app_system' });
  await tx
    .updateTable('tenants')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', customerId)
    .where('realm_id', '=', ctx.tenantId)
    .where('kind', '=', 'customer')
    .execute();
};

const DONE: Outcome<void> = { ok: true, value: undefined };

/** Problems: `not_found`, `stale_version`, `validation`. */
export const updateCustomer = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  input: {
    readonly name: string;
    readonly note: string;
    readonly timeZone: string;
    readonly locale: 'en-CA' | 'fr-CA';
    readonly version: number;
  },
): Promise<Outcome<void>> =>
  change(db, ctx, customerId, async (tx, held) => {
    if (held.version !== input.version) return problem('stale_version');
    if (!isTimeZone(input.timeZone))
      return problem('validation', {
        errors: [{ field: 'timeZone', code: 'time_zone', message: 'There is no such time zone.' }],
      });
    const { name, note } = input;
    await setRecord(tx, ctx, customerId, held, { name, name_key: name.toLowerCase(), note });
    await setTenant(tx, ctx, customerId, { name, time_zone: input.timeZone, locale: storedLocale(input.locale) });
    return DONE;
  });

/**
 * Suspended while it is to be erased it stays so when that is withdrawn.
 * Problems: `not_found`, `move_under_way`, `erasure_waits` where it is to be erased: that is withdrawn, which gives access back.
 */
export const setCustomerState = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  state: 'active' | 'suspended',
  reason: string | null,
  now: Date,
): Promise<Outcome<void>> =>
  change(db, ctx, customerId, async (tx, held) => {
    if (await isOnTheMove(tx, ctx.tenantId, customerId)) return problem('move_under_way');
    const erasure = sql`tenant_id = ${ctx.tenantId} AND customer_id = ${customerId} AND state = 'waiting'`;
    if (state === 'suspended')
      await sql`UPDATE customer_erasures SET was_suspended = true WHERE ${erasure}`.execute(tx);
    else if ((await sql`SELECT FROM customer_erasures WHERE ${erasure}`.execute(tx)).rows.length > 0)
      return problem('erasure_waits');
    await setRecord(tx, ctx, customerId, held, { state, suspended_reason: reason });
    await setTenant(tx, ctx, customerId, { state });
    if (state === 'active') await beginPlan(tx, ctx, customerId, now);
    return DONE;
  });

/** Whoever came from another installation has none yet: it begins, with its fee or trial, when they can work here. */
const beginPlan = async (tx: Tx, ctx: RequestContext, customerId: string, now: Date): Promise<void> => {
  await actAs(tx, { role: 'app_tenant', tenantId: customerId });
  const has = await tx.selectFrom('subscriptions').select('seller_id').executeTakeFirst();
  const own = await tx
    .selectFrom('tenants')
    .select(['plan_code', 'time_zone'])
    .where('id', '=', customerId)
    .where('moved_at', 'is', null)
    .executeTakeFirst();
  if (!has && own?.plan_code)
    await openFor(tx, { customerId, sellerId: ctx.tenantId, plan: own.plan_code, timeZone: own.time_zone }, now);
};

/** Problem: `not_found`. */
export const setCredit = (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  input: { readonly limitMinor: number | null; readonly termsDays: number; readonly note: string },
): Promise<Outcome<void>> =>
  change(db, ctx, customerId, async (tx, held) => {
    await setRecord(tx, ctx, customerId, held, { terms_days: input.termsDays, credit_note: input.note });
    await setCreditLimit(tx, ctx.tenantId, customerId, ctx.currency, input.limitMinor);
    return DONE;
  });

/**
 * From today on: until then the customer was the former agent's, who earns what was sold and gives back what is voided of it
 * (`former_agents`, kept by the database).
 * Problems: `not_found`; `validation` for somebody who is no sales agent of the franchise.
 */
export const setAgent = async (
  db: Database,
  ctx: RequestContext,
  customerId: string,
  agentId: string | null,
): Promise<Outcome<void>> => {
  if (agentId !== null && !(await isAgent(db, ctx, agentId)))
    return problem('validation', {
      errors: [{ field: 'agentId', code: 'agent', message: 'This person is not a sales agent of the franchise.' }],
    });
  return change(db, ctx, customerId, async (tx, held) => {
    if (held.agent_user_id === agentId) return DONE;
    await setRecord(tx, ctx, customerId, held, { agent_user_id: agentId });
    return DONE;
  });
};
