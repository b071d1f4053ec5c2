/**
 * Where the lines of a paper come from: the entries of an invoice, or those of a span of days that nobody has closed. Both are
 * summed in the database and read in pages, so a paper of a million labels is never held at once.
 */
import { money } from '@scanship/domain/money/money';
import {
  STATEMENT_SECTIONS,
  type StatementGroup,
  type StatementSection,
  type TaxShare,
} from '@scanship/domain/money/statement';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface RawLine {
  readonly entryId: string;
  readonly section: StatementSection;
  readonly sourceKind: string;
  readonly sourceId: string;
  readonly at: Date;
  readonly minor: number;
  readonly taxMinor: number;
  readonly note: string | null;
}

export interface LinePage {
  readonly lines: readonly RawLine[];
  /** Pass it as `after` for the next page; null at the end. */
  readonly next: string | null;
}

interface Row {
  readonly entry_id: string;
  readonly section: StatementSection;
  readonly source_kind: string;
  readonly source_id: string;
  readonly occurred_at: Date;
  readonly minor: number;
  readonly tax: number;
  readonly note: string | null;
}
const lineOf = (row: Row): RawLine => ({
  entryId: row.entry_id,
  section: row.section,
  sourceKind: row.source_kind,
  sourceId: row.source_id,
  at: row.occurred_at,
  minor: row.minor,
  taxMinor: row.tax,
  note: row.note,
});

const pageOf = (rows: readonly Row[], size: number): LinePage => ({
  lines: rows.slice(0, size).map(lineOf),
  next: rows.length > size ? (rows[size - 1]?.entry_id ?? null) : null,
});

export interface PageWish {
  readonly after: string | null;
  readonly size: number;
  readonly section?: StatementSection | undefined;
}

/** The entries of an invoice, in the order of their ids. Runs as the seller. */
export const invoiceLines = async (tx: Tx, sellerId: string, invoiceId: string, wish: PageWish): Promise<LinePage> => {
  const { rows } = await sql<Row>`
    SELECT i.entry_id, i.section, e.source_kind, i.source_id, i.occurred_at, i.amount_minor AS minor, i.tax_minor AS tax, e.note
    FROM invoice_entries i JOIN entries e ON e.tenant_id = i.tenant_id AND e.id = i.entry_id
    WHERE i.tenant_id = ${sellerId} AND i.invoice_id = ${invoiceId}
      ${wish.after === null ? sql`` : sql`AND i.entry_id > ${wish.after}`}
      ${wish.section === undefined ? sql`` : sql`AND i.section = ${wish.section}`}
    ORDER BY i.entry_id LIMIT ${wish.size + 1}`.execute(tx);
  return pageOf(rows, wish.size);
};

export interface Span {
  readonly sellerId: string;
  readonly buyerId: string;
  readonly currency: string;
  /** The first moment, and the first moment after. */
  readonly from: Date;
  readonly until: Date;
  /** Purchases of return labels within the span. */
  readonly returns: readonly string[];
}

/** The section of an entry (`d`), as `sectionOf` of the domain decides it. */
export const sectionSql = (returns: readonly string[]): RawBuilder<StatementSection> => sql<StatementSection>`
  CASE d.source_kind
    WHEN 'purchase' THEN CASE WHEN ${
      returns.length === 0 ? sql`false` : sql`d.source_id IN (SELECT unnest(${sql.val(returns)}::uuid[]))`
    } THEN 'return' ELSE 'label' END
    WHEN 'void' THEN 'void' WHEN 'plan' THEN 'plan' WHEN 'royalty' THEN 'royalty' WHEN 'correction' THEN 'correction'
    WHEN 'payment' THEN CASE WHEN d.amount > 0 THEN 'refund' ELSE 'payment' END ELSE 'adjustment' END`;

/** Entries of a span on the buyer's receivable (`d`), each with its tax. */
const spanSql = (span: Span, after: string | null, size: number | null) => sql`
  due AS MATERIALIZED (
    SELECT p.entry_id, e.source_kind, e.source_id, e.occurred_at, e.note, sum(p.amount_minor)::int8 AS amount
    FROM accounts a
    JOIN postings p ON p.tenant_id = a.tenant_id AND p.account_id = a.id ${after === null ? sql`` : sql`AND p.entry_id > ${after}`}
    JOIN entries e ON e.tenant_id = p.tenant_id AND e.id = p.entry_id
      AND e.occurred_at >= ${span.from} AND e.occurred_at < ${span.until}
    WHERE a.tenant_id = ${span.sellerId} AND a.kind = 'receivable' AND a.party_tenant_id = ${span.buyerId}
      AND a.currency = ${span.currency}
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1 ${size === null ? sql`` : sql`LIMIT ${size}`}
  ), lines AS (
    SELECT d.*, ${sectionSql(span.returns)} AS section, coalesce((
      SELECT -sum(p.amount_minor) FROM postings p JOIN accounts o ON o.tenant_id = p.tenant_id AND o.id = p.account_id AND o.kind = 'tax'
      WHERE p.tenant_id = ${span.sellerId} AND p.entry_id = d.entry_id), 0)::int8 AS tax
    FROM due d
  )`;

/** The entries of a span, in the order of their ids. Runs as the seller. */
export const spanLines = async (tx: Tx, span: Span, wish: PageWish): Promise<LinePage> => {
  const { rows } = await sql<Row>`WITH ${spanSql(span, wish.after, wish.section === undefined ? wish.size + 1 : null)}
    SELECT entry_id, section, source_kind, source_id, occurred_at, amount AS minor, tax, note FROM lines
    ${wish.section === undefined ? sql`` : sql`WHERE section = ${wish.section}`}
    ORDER BY entry_id LIMIT ${wish.size + 1}`.execute(tx);
  return pageOf(rows, wish.size);
};

export interface SpanSums {
  readonly openingMinor: number;
  readonly groups: readonly StatementGroup[];
  readonly shares: readonly TaxShare[];
}

/** What a span opens with, and its sums. Runs as the seller. */
export const sumSpan = async (tx: Tx, span: Span): Promise<SpanSums> => {
  const { currency } = span;
  const before = await sql<{ minor: number }>`
    SELECT coalesce(sum(p.amount_minor), 0)::int8 AS minor
    FROM accounts a JOIN postings p ON p.tenant_id = a.tenant_id AND p.account_id = a.id
    JOIN entries e ON e.tenant_id = p.tenant_id AND e.id = p.entry_id AND e.occurred_at < ${span.from}
    WHERE a.tenant_id = ${span.sellerId} AND a.kind = 'receivable' AND a.party_tenant_id = ${span.buyerId}
      AND a.currency = ${currency}`.execute(tx);
  const sums = await sql<{ section: StatementSection; count: number; minor: number; tax: number }>`
    WITH ${spanSql(span, null, null)}
    SELECT section, count(*)::int AS count, sum(amount)::int8 AS minor, sum(tax)::int8 AS tax FROM lines GROUP BY 1`.execute(
    tx,
  );
  const taxes = await sql<{ code: string; label: string; rate: number | null; minor: number }>`
    WITH ${spanSql(span, null, null)}
    SELECT code, max(label) AS label, rate, sum(minor)::int8 AS minor FROM (
      SELECT l.code, l.label, l."ratePpm" AS rate, (l.amount ->> 'minor')::int8 * CASE d.section WHEN 'void' THEN -1 ELSE 1 END AS minor
      FROM lines d
      JOIN price_chain c ON c.tenant_id = ${span.sellerId} AND c.purchase_id = d.source_id AND c.from_tenant = ${span.sellerId}
        AND c.to_tenant = ${span.buyerId}
      CROSS JOIN LATERAL jsonb_to_recordset(c.lines) AS l(kind text, code text, label text, amount jsonb, "ratePpm" int)
      WHERE d.section IN ('label', 'return', 'void') AND d.tax <> 0 AND l.kind = 'tax'
      UNION ALL
      SELECT l.code, l.label, l."ratePpm", -l.minor FROM lines d
      JOIN credit_notes n ON n.tenant_id = ${span.sellerId} AND n.id = d.source_id
      CROSS JOIN LATERAL jsonb_to_recordset(n.taxes) AS l(code text, label text, "ratePpm" int, minor int8)
      WHERE d.section = 'correction'
    ) t GROUP BY code, rate`.execute(tx);
  return {
    openingMinor: before.rows[0]?.minor ?? 0,
    groups: STATEMENT_SECTIONS.flatMap((section) =>
      sums.rows
        .filter((row) => row.section === section)
        .map((row) => ({
          section,
          count: row.count,
          amount: money(row.minor, currency),
          tax: money(row.tax, currency),
        })),
    ),
    shares: taxes.rows.map(({ code, label, rate, minor }) => ({
      code,
      label,
      ratePpm: rate,
      amount: money(minor, currency),
    })),
  };
};
