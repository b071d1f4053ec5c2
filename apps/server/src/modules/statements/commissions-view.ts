/** What agents earn and were paid. A sales agent sees their own. */
import type { CommissionData } from '@scanship/contracts/money/commissions';
import { money, negate } from '@scanship/domain/money/money';
import * as z from 'zod/mini';
import type { RequestContext } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { isAgent } from '../agents/index.ts';
import { writeBooks } from '../billing/index.ts';
import { assignees, userNames } from '../users/index.ts';
import { readCommissionPlans } from './commission-plans.ts';

const storedLines = z.array(
  z.object({
    planId: z.string(),
    customerId: z.string(),
    labels: z.int(),
    revenueMinor: z.int(),
    marginMinor: z.int(),
    minor: z.int(),
  }),
);
/** Months of statements a page shows. */
const SHOWN = 300;

interface Owed {
  readonly agentId: string;
  readonly currency: string;
  readonly minor: number;
}

const owedOf = (
  earned: readonly { readonly agent_user_id: string; readonly currency: string; readonly minor: string }[],
  paid: readonly { readonly agent_user_id: string; readonly currency: string; readonly minor: string }[],
): readonly Owed[] => {
  const sums = new Map<string, Owed>();
  const add = (agentId: string, currency: string, minor: number): void => {
    const key = `${agentId}/${currency}`;
    sums.set(key, { agentId, currency, minor: (sums.get(key)?.minor ?? 0) + minor });
  };
  for (const row of earned) add(row.agent_user_id, row.currency, Number(row.minor));
  for (const row of paid) add(row.agent_user_id, row.currency, -Number(row.minor));
  return [...sums.values()];
};

export async function readCommissions(db: Database, ctx: RequestContext): Promise<CommissionData> {
  const canManage = ctx.role === 'ROLE_FRANCHISE_ADMIN' && ctx.rights.has('money.pricing');
  const only = ctx.role === 'ROLE_SALES_AGENT' ? ctx.userId : undefined;
  const mine = (row: { readonly agent_user_id: string }): boolean => only === undefined || row.agent_user_id === only;
  const read = await db.tenant(
    ctx,
    async (tx) => ({
      plans: await readCommissionPlans(tx, ctx.tenantId),
      statements: await tx
        .selectFrom('commission_statements')
        .selectAll()
        .where('tenant_id', '=', ctx.tenantId)
        .$if(only !== undefined, (query) => query.where('agent_user_id', '=', only ?? ''))
        .orderBy('month', 'desc')
        .orderBy('id')
        .limit(SHOWN)
        .execute(),
      earned: await tx
        .selectFrom('commission_statements')
        .select(({ fn }) => ['agent_user_id', 'currency', fn.sum<string>('amount_minor').as('minor')])
        .where('tenant_id', '=', ctx.tenantId)
        .groupBy(['agent_user_id', 'currency'])
        .execute(),
      paid: await tx
        .selectFrom('commission_payouts')
        .select(({ fn }) => ['agent_user_id', 'currency', fn.sum<string>('amount_minor').as('minor')])
        .where('tenant_id', '=', ctx.tenantId)
        .groupBy(['agent_user_id', 'currency'])
        .execute(),
      payouts: await tx
        .selectFrom('commission_payouts')
        .selectAll()
        .where('tenant_id', '=', ctx.tenantId)
        .$if(only !== undefined, (query) => query.where('agent_user_id', '=', only ?? ''))
        .orderBy('day', 'desc')
        .orderBy('id', 'desc')
        .limit(SHOWN)
        .execute(),
      customers: await tx
        .selectFrom('franchise_customers')
        .select(['customer_id', 'name', 'agent_user_id'])
        .where('tenant_id', '=', ctx.tenantId)
        .orderBy('name_key')
        .execute(),
    }),
    { readOnly: true },
  );
  const plans = read.plans.filter(({ agentId }) => only === undefined || agentId === only);
  const owed = owedOf(read.earned.filter(mine), read.paid.filter(mine));
  const ids = [
    ...plans.map(({ agentId }) => agentId),
    ...read.statements.map((row) => row.agent_user_id),
    ...read.payouts.map((row) => row.agent_user_id),
    ...owed.map(({ agentId }) => agentId),
  ];
  const names = await userNames(db, ctx, [...new Set(ids)]);
  const nameOf = (id: string): string => names.get(id) ?? '';
  const customerName = new Map(read.customers.map((row) => [row.customer_id, row.name]));
  const people = canManage ? await assignees(db, ctx) : [];
  const agents: { id: string; name: string }[] = [];
  for (const person of people) if (await isAgent(db, ctx, person.id)) agents.push({ id: person.id, name: person.name });
  return {
    agents,
    customers: canManage ? read.customers.map((row) => ({ id: row.customer_id, name: row.name })) : [],
    plans: plans.map((plan) => ({
      ...plan,
      agentName: nameOf(plan.agentId),
      customerName: plan.customerId === null ? null : (customerName.get(plan.customerId) ?? ''),
    })),
    months: read.statements.map((row) => ({
      id: row.id,
      month: row.month,
      agentId: row.agent_user_id,
      agentName: nameOf(row.agent_user_id),
      amount: money(row.amount_minor, row.currency),
      lines: storedLines.parse(row.lines).map((line) => ({
        planId: line.planId,
        customerId: line.customerId,
        customerName: customerName.get(line.customerId) ?? '',
        labels: line.labels,
        revenueMinor: line.revenueMinor,
        minor: line.minor,
      })),
    })),
    payouts: read.payouts.map((row) => ({
      id: row.id,
      agentId: row.agent_user_id,
      agentName: nameOf(row.agent_user_id),
      day: row.day,
      amount: money(row.amount_minor, row.currency),
      note: row.note,
    })),
    owed: owed
      .filter(({ minor }) => minor !== 0)
      .map(({ agentId, currency, minor }) => ({ agentId, agentName: nameOf(agentId), amount: money(minor, currency) })),
    canManage,
  };
}

/** Writes down that an agent was paid. Problem: `validation` for more than is owed. */
export const payCommission = (
  db: Database,
  ctx: RequestContext,
  given: {
    readonly agentId: string;
    readonly currency: string;
    readonly amountMinor: number;
    readonly day: string;
    readonly note: string;
  },
): Promise<Outcome<void>> =>
  db.tenant(
    ctx,
    async (tx): Promise<Outcome<void>> => {
      const sumOf = async (table: 'commission_statements' | 'commission_payouts'): Promise<number> => {
        const row = await tx
          .selectFrom(table)
          .select(({ fn }) => fn.sum<string | null>('amount_minor').as('minor'))
          .where('tenant_id', '=', ctx.tenantId)
          .where('agent_user_id', '=', given.agentId)
          .where('currency', '=', given.currency)
          .executeTakeFirst();
        return Number(row?.minor ?? 0);
      };
      const owed = (await sumOf('commission_statements')) - (await sumOf('commission_payouts'));
      if (given.amountMinor > owed)
        return problem('validation', {
          errors: [
            {
              field: 'amountMinor',
              code: 'too_much',
              message: 'That is more than this agent has earned and not been paid. Enter a smaller amount.',
            },
          ],
        });
      const id = newId();
      const amount = money(given.amountMinor, given.currency);
      await tx
        .insertInto('commission_payouts')
        .values({
          tenant_id: ctx.tenantId,
          id,
          agent_user_id: given.agentId,
          currency: given.currency,
          amount_minor: given.amountMinor,
          day: given.day,
          note: given.note,
          created_by: ctx.userId,
        })
        .execute();
      await writeBooks(tx, ctx.tenantId, {
        entries: [
          {
            tenantId: ctx.tenantId,
            kind: 'commission-payout',
            postings: [
              { account: { kind: 'commission', party: null }, amount },
              { account: { kind: 'clearing', party: null }, amount: negate(amount) },
            ],
          },
        ],
        reservations: [],
        source: { kind: 'commission', id, createdBy: ctx.userId },
      });
      return { ok: true, value: undefined };
    },
    // What is owed and what is paid must agree, also when two people pay at once.
    { isolation: 'serializable' },
  );
