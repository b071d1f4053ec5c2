/**
 * What sales agents earn, by one definition: every line counts once, under the plans that were in force when its label was
 * bought and who looked after the customer then. A void takes back what its label earned, and what the carrier charged later is
 * added to it, in the month in which they are billed. A month that is closed books it, and until then agents see it of the lines
 * there are.
 */
import { agentSpans, type PlanSpan, planSpans } from '@scanship/domain/money/earning-spans';
import type { CommissionPlan } from '@scanship/domain/money/earnings';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OpenAccount } from './due-lines.ts';
import type { Company } from './seller.ts';

export interface CommissionLine {
  readonly planId: string;
  readonly customerId: string;
  readonly labels: number;
  readonly revenueMinor: number;
  readonly marginMinor: number;
  readonly minor: number;
}

/** Of one agent, month and currency. */
export interface Earnings {
  readonly month: string;
  readonly agentId: string;
  readonly currency: string;
  readonly minor: number;
  readonly lines: readonly CommissionLine[];
}

type Buyer = Pick<OpenAccount, 'account_id' | 'party_id' | 'currency'>;
export type AccountSpan = PlanSpan & { readonly account: Buyer };

/** The days each plan counts for each account: a general one while its agent looked after the customer. */
export async function accountSpans(
  tx: Tx,
  sellerId: string,
  plans: readonly CommissionPlan[],
  accounts: readonly Buyer[],
): Promise<readonly AccountSpan[]> {
  const rows = await tx
    .selectFrom('franchise_customers')
    .select(['customer_id', 'agent_user_id'])
    .where('tenant_id', '=', sellerId)
    .execute();
  const agents = new Map(rows.map((row) => [row.customer_id, row.agent_user_id]));
  const former = await tx
    .selectFrom('former_agents')
    .select(['customer_id', 'agent_user_id', 'last_day'])
    .where('tenant_id', '=', sellerId)
    .orderBy('last_day')
    .execute();
  const formerOf = new Map<string, { readonly agentId: string | null; readonly lastDay: string }[]>();
  for (const row of former) {
    const one = { agentId: row.agent_user_id, lastDay: row.last_day };
    const known = formerOf.get(row.customer_id);
    if (known) known.push(one);
    else formerOf.set(row.customer_id, [one]);
  }
  const heldBy = (customerId: string) => agentSpans(formerOf.get(customerId) ?? [], agents.get(customerId) ?? null);
  return accounts.flatMap((account) =>
    planSpans(
      plans.filter(({ currency }) => currency === account.currency),
      account.party_id,
      heldBy(account.party_id),
    ).map((span) => ({ ...span, account })),
  );
}

interface Row {
  readonly month: string;
  readonly plan_id: string;
  readonly party_id: string;
  readonly labels: number;
  readonly revenue: number;
  readonly margin: number;
  readonly earned: number;
}

/**
 * @param ctes what `lines` reads, for its WITH
 * @param lines month, account_id, section, source_id, occurred_at, amount_minor, tax_minor, cost_minor
 */
export async function readEarnings(
  tx: Tx,
  seller: Pick<Company, 'id' | 'timeZone'>,
  spans: readonly AccountSpan[],
  { ctes, lines }: { readonly ctes?: RawBuilder<unknown>; readonly lines: RawBuilder<unknown> },
): Promise<readonly Earnings[]> {
  if (spans.length === 0) return [];
  const listed = JSON.stringify(
    spans.map(({ account, plan, firstDay, lastDay }) => ({
      account_id: account.account_id,
      party_id: account.party_id,
      plan_id: plan.id,
      basis: plan.basis,
      rate_bp: plan.rateBp,
      per_label: plan.perLabelMinor,
      first_day: firstDay,
      last_day: lastDay,
    })),
  );
  const { rows } = await sql<Row>`
    WITH ${ctes ? sql`${ctes}, ` : sql``} lines AS (${lines}), sold AS (
      SELECT l.month, l.account_id, (coalesce(b.occurred_at, l.occurred_at) AT TIME ZONE ${seller.timeZone})::date AS day,
        CASE l.section WHEN 'label' THEN 1 WHEN 'return' THEN 1 WHEN 'void' THEN -1 ELSE 0 END AS labels,
        l.amount_minor - l.tax_minor AS revenue, l.amount_minor - l.tax_minor - l.cost_minor AS margin
      FROM lines l
      LEFT JOIN adjustments j ON l.section = 'adjustment' AND j.tenant_id = ${seller.id} AND j.case_id = l.source_id
      LEFT JOIN entries b ON b.tenant_id = ${seller.id} AND b.source_kind = 'purchase' AND b.kind = 'purchase'
        AND b.source_id = CASE l.section WHEN 'void' THEN l.source_id WHEN 'adjustment' THEN j.purchase_id END
      WHERE l.section IN ('label', 'return', 'void', 'adjustment', 'correction')
    )
    SELECT s.month::text, p.plan_id, p.party_id, sum(s.labels)::int AS labels, sum(s.revenue)::int8 AS revenue,
      sum(s.margin)::int8 AS margin,
      -- numeric rounds half away from zero, as domain/money does
      sum(CASE p.basis WHEN 'label' THEN p.per_label * s.labels
        WHEN 'revenue' THEN round(s.revenue::numeric * p.rate_bp / 10000)
        ELSE round(s.margin::numeric * p.rate_bp / 10000) END)::int8 AS earned
    FROM json_to_recordset(${listed}::json) AS p(account_id uuid, party_id uuid, plan_id uuid, basis text, rate_bp int,
      per_label int8, first_day date, last_day date)
    JOIN sold s ON s.account_id = p.account_id AND s.day >= p.first_day AND (p.last_day IS NULL OR s.day <= p.last_day)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(tx);
  const plans = new Map(spans.map(({ plan }) => [plan.id, plan]));
  const found = new Map<string, Earnings>();
  for (const row of rows) {
    const plan = plans.get(row.plan_id);
    if (!plan) throw new Error(`commission plan ${row.plan_id} was not asked for`);
    const key = `${row.month}/${plan.agentId}/${plan.currency}`;
    const held = found.get(key);
    const line = {
      planId: row.plan_id,
      customerId: row.party_id,
      labels: row.labels,
      revenueMinor: row.revenue,
      marginMinor: row.margin,
      minor: row.earned,
    };
    found.set(key, {
      month: row.month,
      agentId: plan.agentId,
      currency: plan.currency,
      minor: (held?.minor ?? 0) + row.earned,
      lines: [...(held?.lines ?? []), line],
    });
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
