/**
 * Revenue and cost of a level, summed from the entries of its own book. Taxes are no margin: revenue is booked without
 * them, and those paid with labels are taken out of the cost (`price_chain.cost_tax_minor`; where the carrier told none,
 * nothing is taken out).
 */
import { MARGIN_SOURCES } from '@scanship/contracts/money/margins';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { addDays, startOfDay } from '../../platform/time-zone.ts';

export interface MarginAsk {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly currency: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly withTest: boolean;
}

export type MarginSource = (typeof MARGIN_SOURCES)[number];

/** One row of sums; null where it is not summed by that. */
export interface MarginRow {
  readonly grouped: 'total' | 'day' | 'source' | 'buyer' | 'carrier' | 'service' | 'currency' | 'detail';
  readonly day: string | null;
  readonly source: MarginSource | null;
  readonly buyer: string | null;
  readonly carrier: string | null;
  readonly service: string | null;
  readonly currency: string | null;
  readonly labels: number;
  readonly revenue: number;
  readonly cost: number;
  readonly collected: number;
  readonly paid: number;
}

/**
 * The level's entries with what each brought and cost. An entry of a label is joined to the sale the level keeps of it; an
 * adjustment through the purchase its case is about.
 */
const movements = ({ tenantId, timeZone, from, to, withTest }: MarginAsk) => sql`
  SELECT e.day, e.source_kind AS source, e.currency, e.revenue, e.collected, e.buyer,
         coalesce(c.carrier, '') AS carrier, coalesce(c.service, '') AS service,
         CASE e.source_kind WHEN 'purchase' THEN coalesce(c.cost_tax_minor, 0)
           WHEN 'void' THEN -coalesce(c.cost_tax_minor, 0) ELSE 0 END AS paid,
         e.cost AS cost_with_taxes,
         CASE WHEN e.buyer IS NULL THEN 0 WHEN e.source_kind = 'purchase' THEN 1 WHEN e.source_kind = 'void' THEN -1 ELSE 0 END AS labels
  FROM (
    SELECT e.source_kind, (e.occurred_at AT TIME ZONE ${timeZone})::date AS day, x.currency,
           CASE WHEN e.source_kind IN ('purchase', 'void') THEN e.source_id ELSE min(j.purchase_id::text)::uuid END AS purchase_id,
           coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'revenue'), 0)::int8 AS revenue,
           coalesce(-sum(x.amount_minor) FILTER (WHERE a.kind = 'tax'), 0)::int8 AS collected,
           coalesce(sum(x.amount_minor) FILTER (WHERE a.kind = 'cost'), 0)::int8 AS cost,
           (max(a.party_tenant_id::text) FILTER (WHERE a.kind = 'receivable'))::uuid AS buyer
    FROM entries e
    JOIN postings x ON x.tenant_id = e.tenant_id AND x.entry_id = e.id
    JOIN accounts a ON a.tenant_id = x.tenant_id AND a.id = x.account_id
    LEFT JOIN adjustments j ON e.source_kind = 'adjustment' AND j.tenant_id = e.tenant_id AND j.case_id = e.source_id
    WHERE e.tenant_id = ${tenantId} AND e.occurred_at >= ${startOfDay(from, timeZone)}
      AND e.occurred_at < ${startOfDay(addDays(to, 1), timeZone)}
      AND e.source_kind = ANY (${[...MARGIN_SOURCES]}::text[])
    GROUP BY e.tenant_id, e.id, x.currency
  ) e
  LEFT JOIN price_chain c ON c.tenant_id = ${tenantId} AND c.from_tenant = ${tenantId} AND c.to_tenant = e.buyer
    AND c.purchase_id = e.purchase_id
  WHERE ${withTest} OR c.test IS NOT TRUE`;

const SUMS = sql`sum(labels)::int AS labels, sum(revenue)::int8 AS revenue, sum(cost_with_taxes - paid)::int8 AS cost,
  sum(collected)::int8 AS collected, sum(paid)::int8 AS paid`;

/** Every sum of the overview in one pass. Runs as the level. */
export async function readMarginRows(tx: Tx, ask: MarginAsk): Promise<readonly MarginRow[]> {
  const { rows } = await sql<MarginRow>`
    WITH m AS MATERIALIZED (${movements(ask)}), own AS (SELECT * FROM m WHERE currency = ${ask.currency})
    SELECT CASE WHEN grouping(day) = 0 THEN 'day' WHEN grouping(source) = 0 THEN 'source' WHEN grouping(buyer) = 0 THEN 'buyer'
             WHEN grouping(service) = 0 THEN 'service' WHEN grouping(carrier) = 0 THEN 'carrier' ELSE 'total' END AS grouped,
           day::text AS day, source, buyer, carrier, service, NULL AS currency, ${SUMS}
    FROM own GROUP BY GROUPING SETS ((), (day), (source), (buyer), (carrier), (carrier, service))
    UNION ALL
    SELECT 'currency', NULL, NULL, NULL, NULL, NULL, currency, ${SUMS} FROM m WHERE currency <> ${ask.currency} GROUP BY currency`.execute(
    tx,
  );
  return rows.filter((row) => row.labels !== null);
}

/** Sums of days by buyer, carrier, service and kind: the lines of the file. Runs as the level. */
export async function readMarginDetail(tx: Tx, ask: MarginAsk, most: number): Promise<readonly MarginRow[]> {
  const { rows } = await sql<MarginRow>`
    WITH m AS (${movements(ask)})
    SELECT 'detail' AS grouped, day::text AS day, source, buyer, carrier, service, currency, ${SUMS}
    FROM m GROUP BY day, source, buyer, carrier, service, currency
    ORDER BY day, buyer, source, carrier, service, currency LIMIT ${most}`.execute(tx);
  return rows;
}

/** Only the total, for the days before. Runs as the level. */
export async function readMarginTotal(tx: Tx, ask: MarginAsk): Promise<Pick<MarginRow, 'labels' | 'revenue' | 'cost'>> {
  const { rows } = await sql<Pick<MarginRow, 'labels' | 'revenue' | 'cost'>>`
    WITH m AS (${movements(ask)})
    SELECT coalesce(sum(labels), 0)::int AS labels, coalesce(sum(revenue), 0)::int8 AS revenue,
           coalesce(sum(cost_with_taxes - paid), 0)::int8 AS cost
    FROM m WHERE currency = ${ask.currency}`.execute(tx);
  return rows[0] ?? { labels: 0, revenue: 0, cost: 0 };
}
