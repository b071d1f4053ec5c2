/**
 * What agents have earned in months that are not closed: the lines those months would be closed with, by the definition that
 * closes them. It moves with every label, void, plan and assignment until then.
 */
import type { AccrualData } from '@scanship/contracts/money/commissions';
import { money } from '@scanship/domain/money/money';
import { monthAfter } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { RequestContext } from '../../platform/context.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { userNames } from '../users/index.ts';
import { invoicedLines } from './close-commissions.ts';
import { nextMonth } from './close-schedule.ts';
import { readCommissionPlans } from './commission-plans.ts';
import { dueLinesSql, type OpenAccount, openAccountsSql } from './due-lines.ts';
import { accountSpans, type Earnings, readEarnings } from './earnings.ts';
import { type Company, monthEnd, readCompany } from './seller.ts';

/** A month of a large franchise is summed while the page shows the rest. */
const STATEMENT_MS = 60_000;

/** The month whose commissions are booked next, and the one that takes what is in no invoice yet. */
const openMonths = async (
  tx: Tx,
  seller: Company,
  now: Date,
): Promise<{ readonly next: string; readonly due: string }> => {
  const begun = await tx
    .selectFrom('month_closes')
    .select(['month', 'stage'])
    .where('tenant_id', '=', seller.id)
    .where('state', '<>', 'due')
    .orderBy('month', 'desc')
    .executeTakeFirst();
  if (!begun) {
    const next = await nextMonth(tx, seller, now);
    return { next, due: next };
  }
  const after = monthAfter(begun.month);
  if (begun.stage === 'mails' || begun.stage === 'done') return { next: after, due: after };
  return { next: begun.month, due: begun.stage === 'commissions' ? after : begun.month };
};

/** Runs as the seller. @param only one agent; undefined: all of them */
export async function accruedOf(
  tx: Tx,
  seller: Company,
  only: string | undefined,
  now: Date,
): Promise<readonly Earnings[]> {
  const plans = (await readCommissionPlans(tx, seller.id)).filter(
    ({ agentId }) => only === undefined || agentId === only,
  );
  if (plans.length === 0) return [];
  const { rows } = await sql<OpenAccount>`${openAccountsSql(seller.id)}`.execute(tx);
  const spans = await accountSpans(tx, seller.id, plans, rows);
  const earning = new Set(spans.map(({ account }) => account.account_id));
  const accounts = rows.filter((account) => earning.has(account.account_id));
  const { next, due } = await openMonths(tx, seller, now);
  return readEarnings(tx, seller, spans, {
    ctes: dueLinesSql(seller.id, accounts, null, []),
    lines: sql`${invoicedLines(seller.id, [next])}
      UNION ALL
      SELECT greatest(${due}::date, date_trunc('month', occurred_at AT TIME ZONE ${seller.timeZone})::date), account_id,
        section, source_id, occurred_at, amount_minor, tax_minor, cost_minor
      FROM due_lines`,
  });
}

/** A sales agent sees their own. */
export async function readAccrual(db: Database, ctx: RequestContext, now: Date): Promise<AccrualData> {
  const seller = await readCompany(db, ctx.tenantId);
  if (!seller) throw new Error(`company ${ctx.tenantId} is gone`);
  const only = ctx.role === 'ROLE_SALES_AGENT' ? ctx.userId : undefined;
  const { earned, customers } = await db.tenant(
    ctx,
    async (tx) => ({
      earned: await accruedOf(tx, seller, only, now),
      customers: await tx
        .selectFrom('franchise_customers')
        .select(['customer_id', 'name'])
        .where('tenant_id', '=', ctx.tenantId)
        .execute(),
    }),
    { readOnly: true, isolation: 'repeatable read', statementTimeoutMs: STATEMENT_MS },
  );
  const names = await userNames(db, ctx, [...new Set(earned.map(({ agentId }) => agentId))]);
  const customerName = new Map(customers.map((row) => [row.customer_id, row.name]));
  return {
    months: earned
      .map((one) => ({
        month: one.month,
        over: monthEnd(one.month, seller.timeZone) <= now,
        agentId: one.agentId,
        agentName: names.get(one.agentId) ?? '',
        amount: money(one.minor, one.currency),
        lines: one.lines
          .map((line) => ({
            planId: line.planId,
            customerId: line.customerId,
            customerName: customerName.get(line.customerId) ?? '',
            labels: line.labels,
            revenueMinor: line.revenueMinor,
            minor: line.minor,
          }))
          .toSorted((a, b) => b.minor - a.minor || a.customerName.localeCompare(b.customerName)),
      }))
      .toSorted((a, b) => b.month.localeCompare(a.month) || a.agentName.localeCompare(b.agentName)),
  };
}
