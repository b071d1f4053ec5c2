/**
 * Commissions of a month: every entry of the month's invoices counts once, under the plan that was in force when its label was
 * bought. A void takes back what its label earned, in the month in which it is credited.
 */
import { type PlanSpan, planSpans } from '@scanship/domain/money/earning-spans';
import type { CommissionPlan } from '@scanship/domain/money/earnings';
import { money, negate } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { writeBooks } from '../billing/index.ts';
import { readCommissionPlans } from './commission-plans.ts';
import type { ClosingMonth } from './close-invoices.ts';

interface Earning {
  readonly plan_id: string;
  readonly party_id: string;
  readonly labels: number;
  readonly revenue: number;
  readonly margin: number;
  readonly earned: number;
}

export interface CommissionLine {
  readonly planId: string;
  readonly customerId: string;
  readonly labels: number;
  readonly revenueMinor: number;
  readonly marginMinor: number;
  readonly minor: number;
}

/** Who looks after each customer now; only a franchise's record says so. */
const assignedAgents = async (tx: Tx, sellerId: string): Promise<ReadonlyMap<string, string | null>> => {
  const rows = await tx
    .selectFrom('franchise_customers')
    .select(['customer_id', 'agent_user_id'])
    .where('tenant_id', '=', sellerId)
    .execute();
  return new Map(rows.map((row) => [row.customer_id, row.agent_user_id]));
};

const earningsOf = async (
  tx: Tx,
  closing: ClosingMonth,
  spans: readonly (PlanSpan & { readonly invoiceId: string })[],
): Promise<readonly Earning[]> => {
  const sellerId = closing.seller.id;
  const rows = JSON.stringify(
    spans.map(({ invoiceId, plan, firstDay, lastDay }) => ({
      invoice_id: invoiceId,
      plan_id: plan.id,
      basis: plan.basis,
      rate_bp: plan.rateBp,
      per_label: plan.perLabelMinor,
      first_day: firstDay,
      last_day: lastDay,
    })),
  );
  const found = await sql<Earning>`
    WITH sold AS (
      SELECT i.invoice_id, (coalesce(b.occurred_at, i.occurred_at) AT TIME ZONE ${closing.seller.timeZone})::date AS day,
        CASE i.section WHEN 'label' THEN 1 WHEN 'return' THEN 1 WHEN 'void' THEN -1 ELSE 0 END AS labels,
        i.amount_minor - i.tax_minor AS revenue, i.amount_minor - i.tax_minor - i.cost_minor AS margin
      FROM invoice_entries i
      LEFT JOIN entries b ON i.section = 'void' AND b.tenant_id = i.tenant_id AND b.source_kind = 'purchase'
        AND b.source_id = i.source_id AND b.kind = 'purchase'
      WHERE i.tenant_id = ${sellerId} AND i.section IN ('label', 'return', 'void', 'adjustment', 'correction')
        AND i.invoice_id = ANY (${sql.val([...new Set(spans.map(({ invoiceId }) => invoiceId))])}::uuid[])
    )
    SELECT p.plan_id, v.party_id, sum(s.labels)::int AS labels, sum(s.revenue)::int8 AS revenue, sum(s.margin)::int8 AS margin,
      -- numeric rounds half away from zero, as domain/money does
      sum(CASE p.basis WHEN 'label' THEN p.per_label * s.labels
        WHEN 'revenue' THEN round(s.revenue::numeric * p.rate_bp / 10000)
        ELSE round(s.margin::numeric * p.rate_bp / 10000) END)::int8 AS earned
    FROM json_to_recordset(${rows}::json) AS p(invoice_id uuid, plan_id uuid, basis text, rate_bp int, per_label int8,
      first_day date, last_day date)
    JOIN invoices v ON v.tenant_id = ${sellerId} AND v.id = p.invoice_id
    JOIN sold s ON s.invoice_id = p.invoice_id AND s.day >= p.first_day AND (p.last_day IS NULL OR s.day <= p.last_day)
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  return found.rows;
};

/** Reckons and books the commissions of the month, once. Runs as the seller, in the transaction that moves the stage. */
export async function bookCommissions(tx: Tx, closing: ClosingMonth): Promise<void> {
  const sellerId = closing.seller.id;
  const plans = await readCommissionPlans(tx, sellerId);
  if (plans.length === 0) return;
  const agents = await assignedAgents(tx, sellerId);
  const invoices = await tx
    .selectFrom('invoices')
    .select(['id', 'party_id', 'currency'])
    .where('tenant_id', '=', sellerId)
    .where('month', '=', closing.month)
    .execute();
  const spans = invoices.flatMap((invoice) =>
    planSpans(
      plans.filter(({ currency }) => currency === invoice.currency),
      invoice.party_id,
      agents.get(invoice.party_id) ?? null,
    ).map((span) => ({ ...span, invoiceId: invoice.id })),
  );
  if (spans.length === 0) return;
  const earnings = await earningsOf(tx, closing, spans);
  const byAgent = new Map<string, { plan: CommissionPlan; lines: CommissionLine[] }>();
  for (const row of earnings) {
    const plan = plans.find(({ id }) => id === row.plan_id);
    if (!plan) continue;
    const key = `${plan.agentId}/${plan.currency}`;
    const held = byAgent.get(key) ?? { plan, lines: [] };
    held.lines.push({
      planId: row.plan_id,
      customerId: row.party_id,
      labels: row.labels,
      revenueMinor: row.revenue,
      marginMinor: row.margin,
      minor: row.earned,
    });
    byAgent.set(key, held);
  }
  for (const [, { plan, lines }] of [...byAgent].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await bookOne(tx, closing, plan, lines);
}

async function bookOne(
  tx: Tx,
  closing: ClosingMonth,
  { agentId, currency }: CommissionPlan,
  lines: readonly CommissionLine[],
): Promise<void> {
  const sellerId = closing.seller.id;
  const id = newId();
  const amount = money(
    lines.reduce((total, { minor }) => total + minor, 0),
    currency,
  );
  await tx
    .insertInto('commission_statements')
    .values({
      tenant_id: sellerId,
      id,
      month: closing.month,
      agent_user_id: agentId,
      currency,
      amount_minor: amount.minor,
      lines: json(lines),
    })
    .execute();
  if (amount.minor === 0) return;
  await writeBooks(tx, sellerId, {
    entries: [
      {
        tenantId: sellerId,
        kind: 'commission',
        postings: [
          { account: { kind: 'cost', party: null }, amount },
          { account: { kind: 'commission', party: null }, amount: negate(amount) },
        ],
      },
    ],
    reservations: [],
    source: { kind: 'commission', id, occurredAt: new Date(closing.endsAt.getTime() - 1) },
  });
}
