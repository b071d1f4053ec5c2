/** What sales agents earn by: plans with dates. A plan is ended, never rewritten. */
import { type CommissionPlan, overlap } from '@scanship/domain/money/earnings';
import type { RequestContext } from '../../platform/context.ts';
import { type Database, type Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { isAgent } from '../agents/index.ts';

/** Runs as the seller. */
export const readCommissionPlans = async (tx: Tx, sellerId: string): Promise<readonly CommissionPlan[]> => {
  const rows = await tx
    .selectFrom('commission_plans')
    .selectAll()
    .where('tenant_id', '=', sellerId)
    .orderBy('first_day', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_user_id,
    customerId: row.customer_id,
    basis: row.basis,
    rateBp: row.rate_bp,
    perLabelMinor: row.per_label_minor,
    currency: row.currency,
    firstDay: row.first_day,
    lastDay: row.last_day,
  }));
};

const invalid = (field: string, message: string) =>
  problem('validation', { errors: [{ field, code: 'plan', message }] });

/** Problems: `validation` with the field. */
export const addCommissionPlan = async (
  db: Database,
  ctx: Pick<RequestContext, 'realmId' | 'tenantId' | 'userId'>,
  given: Omit<CommissionPlan, 'id'>,
): Promise<Outcome<string>> => {
  if (given.lastDay !== null && given.lastDay < given.firstDay)
    return invalid('lastDay', 'The last day is before the first. Choose a later one, or none.');
  if (given.basis === 'label' ? given.perLabelMinor <= 0 : given.rateBp <= 0)
    return invalid(
      given.basis === 'label' ? 'perLabelMinor' : 'rateBp',
      'Enter how much the agent earns; it must be more than nothing.',
    );
  if (!(await isAgent(db, ctx, given.agentId)))
    return invalid('agentId', 'This person is not a sales agent of the franchise.');
  const plan: CommissionPlan = { ...given, id: newId() };
  return db.tenant(ctx, async (tx): Promise<Outcome<string>> => {
    if (plan.customerId !== null) {
      const known = await tx
        .selectFrom('franchise_customers')
        .select('customer_id')
        .where('tenant_id', '=', ctx.tenantId)
        .where('customer_id', '=', plan.customerId)
        .executeTakeFirst();
      if (!known) return invalid('customerId', 'This is not one of your customers.');
    }
    const closed = await lastClosedMonthEnd(tx, ctx.tenantId);
    if (closed !== null && plan.firstDay <= closed)
      return invalid('firstDay', `Months up to ${closed} are closed. Let the plan begin later.`);
    const clash = (await readCommissionPlans(tx, ctx.tenantId)).find((each) => overlap(each, plan));
    if (clash)
      return invalid(
        'firstDay',
        `The agent has a plan for this from ${clash.firstDay}${clash.lastDay ? ` to ${clash.lastDay}` : ''}. End that one first, or choose other days.`,
      );
    await tx
      .insertInto('commission_plans')
      .values({
        tenant_id: ctx.tenantId,
        id: plan.id,
        agent_user_id: plan.agentId,
        customer_id: plan.customerId,
        basis: plan.basis,
        rate_bp: plan.rateBp,
        per_label_minor: plan.perLabelMinor,
        currency: plan.currency,
        first_day: plan.firstDay,
        last_day: plan.lastDay,
        created_by: ctx.userId,
      })
      .execute();
    return { ok: true, value: plan.id };
  });
};

/** The last day of the last closed month, YYYY-MM-DD. */
const lastClosedMonthEnd = async (tx: Tx, sellerId: string): Promise<string | null> => {
  const row = await tx
    .selectFrom('month_closes')
    .select('month')
    .where('tenant_id', '=', sellerId)
    .where('state', '<>', 'due')
    .orderBy('month', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  const end = new Date(`${row.month}T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1, 0);
  return end.toISOString().slice(0, 10);
};

/** Problems: `not_found`; `validation` for a day in a closed month or before the plan began. */
export const endCommissionPlan = (
  db: Database,
  ctx: RequestContext,
  planId: string,
  lastDay: string,
): Promise<Outcome<void>> =>
  db.tenant(ctx, async (tx): Promise<Outcome<void>> => {
    const plan = (await readCommissionPlans(tx, ctx.tenantId)).find(({ id }) => id === planId);
    if (!plan) return problem('not_found');
    const closed = await lastClosedMonthEnd(tx, ctx.tenantId);
    if (lastDay < plan.firstDay || (closed !== null && lastDay < closed))
      return invalid('lastDay', 'Commissions up to that day are booked. Choose a later day.');
    await tx
      .updateTable('commission_plans')
      .set({ last_day: lastDay })
      .where('tenant_id', '=', ctx.tenantId)
      .where('id', '=', planId)
      .execute();
    return { ok: true, value: undefined };
  });
