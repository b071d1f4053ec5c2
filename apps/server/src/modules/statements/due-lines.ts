/**
 * What is in no invoice yet: the receivables of a seller, each with where its last invoice left off, and the entries since then
 * as the lines they will be. A month that is closed takes them from here, and what agents have earned so far is read from here.
 */
import { type RawBuilder, sql } from 'kysely';
import { sectionSql } from './line-sources.ts';

export const NO_ID = '00000000-0000-0000-0000-000000000000';

export interface OpenAccount {
  readonly account_id: string;
  readonly party_id: string;
  readonly currency: string;
  /** Every entry before it is in an invoice. */
  readonly from_entry: string;
}

/** Receivables, with `opening`, the balance their last invoice closed with. More conditions on `a` may follow. */
export const openAccountsSql = (sellerId: string): RawBuilder<unknown> => sql`
  SELECT a.id AS account_id, a.party_tenant_id AS party_id, a.currency,
    coalesce(i.closing_minor, 0)::int8 AS opening, coalesce(i.next_from, ${NO_ID}::uuid) AS from_entry
  FROM accounts a
  LEFT JOIN LATERAL (SELECT closing_minor, next_from FROM invoices i
    WHERE i.tenant_id = a.tenant_id AND i.account_id = a.id ORDER BY month DESC LIMIT 1) i ON true
  WHERE a.tenant_id = ${sellerId} AND a.kind = 'receivable' AND a.party_tenant_id IS NOT NULL`;

/**
 * `due_lines` for a WITH: account_id, entry_id, section, source_id, occurred_at, amount_minor, tax_minor, cost_minor.
 * @param until what happened from then on is left out; null: nothing is
 * @param returns purchases of return labels; without them a return is a label, which earns the same
 */
export const dueLinesSql = (
  sellerId: string,
  accounts: readonly OpenAccount[],
  until: Date | null,
  returns: readonly string[],
): RawBuilder<unknown> => {
  const listed = accounts.map(({ account_id, party_id, from_entry }) => ({ account_id, party_id, from_entry }));
  return sql`
    due AS MATERIALIZED (
      SELECT a.party_id, p.account_id, p.entry_id, e.source_kind, e.source_id, e.occurred_at, sum(p.amount_minor)::int8 AS amount
      FROM json_to_recordset(${JSON.stringify(listed)}::json) AS a(account_id uuid, party_id uuid, from_entry uuid)
      JOIN postings p ON p.tenant_id = ${sellerId} AND p.account_id = a.account_id AND p.entry_id >= a.from_entry
      JOIN entries e ON e.tenant_id = ${sellerId} AND e.id = p.entry_id ${until === null ? sql`` : sql`AND e.occurred_at < ${until}`}
      WHERE NOT EXISTS (SELECT 1 FROM invoice_entries i
        WHERE i.tenant_id = ${sellerId} AND i.entry_id = p.entry_id AND i.account_id = p.account_id)
      GROUP BY 1, 2, 3, 4, 5, 6
    ), parts AS (
      SELECT p.entry_id, coalesce(-sum(p.amount_minor) FILTER (WHERE o.kind = 'tax'), 0)::int8 AS tax,
        coalesce(sum(p.amount_minor) FILTER (WHERE o.kind = 'cost'), 0)::int8 AS cost
      FROM due d
      JOIN postings p ON p.tenant_id = ${sellerId} AND p.entry_id = d.entry_id
      JOIN accounts o ON o.tenant_id = ${sellerId} AND o.id = p.account_id AND o.kind IN ('tax', 'cost')
      GROUP BY 1
    ), due_lines AS (
      SELECT d.account_id, d.entry_id, ${sectionSql(returns)} AS section, d.source_id, d.occurred_at,
        d.amount AS amount_minor, coalesce(x.tax, 0) AS tax_minor,
        -- Before taxes; see costBeforeTax. numeric rounds half away from zero.
        coalesce(CASE WHEN c.cost_tax_minor IS NOT NULL
            THEN x.cost - CASE WHEN d.source_kind = 'void' THEN -c.cost_tax_minor ELSE c.cost_tax_minor END
          WHEN d.amount = 0 THEN x.cost
          ELSE round(x.cost::numeric * (d.amount - x.tax) / d.amount)::int8 END, 0) AS cost_minor
      FROM due d LEFT JOIN parts x ON x.entry_id = d.entry_id
      LEFT JOIN price_chain c ON c.tenant_id = ${sellerId} AND d.source_kind IN ('purchase', 'void') AND c.purchase_id = d.source_id
        AND c.from_tenant = ${sellerId} AND c.to_tenant = d.party_id
    )`;
};
