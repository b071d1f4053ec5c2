/**
 * The invoices of a month, some accounts at a time and each step set-based: entries that happened before the month's end and
 * are in no invoice yet are put into one, summed, and numbered. What is booked later finds its place in the next month.
 */
import { money } from '@scanship/domain/money/money';
import {
  dueDay,
  STATEMENT_SECTIONS,
  type StatementGroup,
  type StatementSection,
  taxSummary,
  type TaxShare,
  totalsOf,
} from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { firstIdAt, newId } from '../../platform/database/ids.ts';
import { json } from '../../platform/database/json-column.ts';
import { dueLinesSql, NO_ID, type OpenAccount, openAccountsSql } from './due-lines.ts';
import { takeNumbers } from './numbers.ts';
import type { Company } from './seller.ts';

/** Accounts in one transaction. */
export const ACCOUNTS_A_STEP = 100;
/** No transaction that writes entries lives as long; those of before have been committed or never will be. */
const IN_FLIGHT_MS = 24 * 3_600_000;

export interface ClosingMonth {
  readonly seller: Company;
  readonly month: string;
  readonly endsAt: Date;
  readonly issuedDay: string;
  readonly buyers: ReadonlyMap<string, Company>;
  /** Shippers below each buyer, for telling returns from labels. */
  readonly shippersOf: ReadonlyMap<string, readonly string[]>;
}

interface Draft extends OpenAccount {
  readonly opening: number;
  readonly invoice_id: string;
}

/** The next receivables of a seller, with where their last invoice left off. */
const nextAccounts = async (tx: Tx, sellerId: string, after: string | null) => {
  const { rows } = await sql<OpenAccount & { readonly opening: number }>`
    ${openAccountsSql(sellerId)} AND a.id > ${after ?? NO_ID}::uuid ORDER BY a.id LIMIT ${ACCOUNTS_A_STEP}`.execute(tx);
  return rows;
};

export const countAccounts = async (tx: Tx, sellerId: string): Promise<number> => {
  const { count } = await tx
    .selectFrom('accounts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenant_id', '=', sellerId)
    .where('kind', '=', 'receivable')
    .where('party_tenant_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
};

/** Purchases of return labels that could be in the month's entries. Reads each shipper's own rows, as that shipper. */
const returnsOf = async (tx: Tx, closing: ClosingMonth, drafts: readonly Draft[]): Promise<readonly string[]> => {
  const found: string[] = [];
  const shippers = new Set(drafts.flatMap(({ party_id }) => closing.shippersOf.get(party_id) ?? []));
  // Booked late by two months at the most; a later one is shown as a label.
  const from = new Date(closing.endsAt.getTime() - 93 * 24 * 3_600_000);
  for (const tenantId of [...shippers].toSorted()) {
    await actAs(tx, { role: 'app_tenant', tenantId });
    const { rows } = await sql<{ id: string }>`
      SELECT p.id FROM shipments s JOIN purchases p ON p.tenant_id = s.tenant_id AND p.shipment_id = s.id
      WHERE s.tenant_id = ${tenantId} AND s.direction = 'return' AND s.bought_at >= ${from}`.execute(tx);
    found.push(...rows.map(({ id }) => id));
  }
  await actAs(tx, { role: 'app_tenant', tenantId: closing.seller.id });
  return found;
};

const listed = (drafts: readonly Draft[]) =>
  sql`json_to_recordset(${JSON.stringify(drafts)}::json) AS a(account_id uuid, party_id uuid, invoice_id uuid, from_entry uuid)`;

/** Puts every entry that is due into its invoice; the key of the table keeps one from being in two. */
const fillInvoices = async (
  tx: Tx,
  closing: ClosingMonth,
  drafts: readonly Draft[],
  returns: readonly string[],
): Promise<void> => {
  const sellerId = closing.seller.id;
  await sql`
    WITH ${dueLinesSql(sellerId, drafts, closing.endsAt, returns)}
    INSERT INTO invoice_entries (tenant_id, entry_id, account_id, invoice_id, section, source_id, occurred_at,
      amount_minor, tax_minor, cost_minor)
    SELECT ${sellerId}, l.entry_id, l.account_id, a.invoice_id, l.section, l.source_id, l.occurred_at,
      l.amount_minor, l.tax_minor, l.cost_minor
    FROM due_lines l JOIN ${listed(drafts)} ON a.account_id = l.account_id`.execute(tx);
};

interface Sum {
  readonly invoice_id: string;
  readonly section: StatementSection;
  readonly count: number;
  readonly minor: number;
  readonly tax: number;
  readonly cost: number;
}

const sumInvoices = async (tx: Tx, sellerId: string, ids: readonly string[]): Promise<readonly Sum[]> => {
  const { rows } = await sql<Sum>`
    SELECT invoice_id, section, count(*)::int AS count, sum(amount_minor)::int8 AS minor, sum(tax_minor)::int8 AS tax,
      sum(cost_minor)::int8 AS cost
    FROM invoice_entries WHERE tenant_id = ${sellerId} AND invoice_id = ANY (${sql.val(ids)}::uuid[]) GROUP BY 1, 2`.execute(
    tx,
  );
  return rows;
};

interface TaxRow {
  readonly invoice_id: string;
  readonly code: string;
  readonly label: string;
  readonly rate: number | null;
  readonly minor: number;
}

/** Taxes by code as the lines of labels and credit notes name them. */
export const taxesOf = async (tx: Tx, sellerId: string, ids: readonly string[]): Promise<readonly TaxRow[]> => {
  const { rows } = await sql<TaxRow>`
    SELECT invoice_id, code, max(label) AS label, rate, sum(minor)::int8 AS minor FROM (
      SELECT i.invoice_id, l.code, l.label, l."ratePpm" AS rate,
        (l.amount ->> 'minor')::int8 * CASE i.section WHEN 'void' THEN -1 ELSE 1 END AS minor
      FROM invoice_entries i
      JOIN accounts a ON a.tenant_id = i.tenant_id AND a.id = i.account_id
      JOIN price_chain c ON c.tenant_id = i.tenant_id AND c.purchase_id = i.source_id AND c.from_tenant = i.tenant_id
        AND c.to_tenant = a.party_tenant_id
      CROSS JOIN LATERAL jsonb_to_recordset(c.lines) AS l(kind text, code text, label text, amount jsonb, "ratePpm" int)
      WHERE i.tenant_id = ${sellerId} AND i.invoice_id = ANY (${sql.val(ids)}::uuid[]) AND i.section IN ('label', 'return', 'void')
        AND i.tax_minor <> 0 AND l.kind = 'tax'
      UNION ALL
      SELECT i.invoice_id, l.code, l.label, l."ratePpm", -l.minor
      FROM invoice_entries i
      JOIN credit_notes n ON n.tenant_id = i.tenant_id AND n.id = i.source_id
      CROSS JOIN LATERAL jsonb_to_recordset(n.taxes) AS l(code text, label text, "ratePpm" int, minor int8)
      WHERE i.tenant_id = ${sellerId} AND i.invoice_id = ANY (${sql.val(ids)}::uuid[]) AND i.section = 'correction'
    ) AS t GROUP BY invoice_id, code, rate`.execute(tx);
  return rows;
};

interface Range {
  readonly invoice_id: string;
  readonly first_entry: string;
  readonly last_entry: string;
  readonly next_from: string | null;
}

/** First and last entry of each invoice, and the first entry after it that no invoice holds. */
const rangesOf = async (tx: Tx, sellerId: string, drafts: readonly Draft[]): Promise<ReadonlyMap<string, Range>> => {
  const { rows } = await sql<Range>`
    SELECT a.invoice_id, f.entry_id AS first_entry, l.entry_id AS last_entry, n.entry_id AS next_from
    FROM ${listed(drafts)}
    JOIN LATERAL (SELECT entry_id FROM invoice_entries i WHERE i.tenant_id = ${sellerId} AND i.invoice_id = a.invoice_id
      ORDER BY entry_id LIMIT 1) f ON true
    JOIN LATERAL (SELECT entry_id FROM invoice_entries i WHERE i.tenant_id = ${sellerId} AND i.invoice_id = a.invoice_id
      ORDER BY entry_id DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (SELECT p.entry_id FROM postings p WHERE p.tenant_id = ${sellerId} AND p.account_id = a.account_id
      AND p.entry_id >= a.from_entry AND NOT EXISTS (SELECT 1 FROM invoice_entries i
        WHERE i.tenant_id = ${sellerId} AND i.entry_id = p.entry_id AND i.account_id = p.account_id)
      ORDER BY p.entry_id LIMIT 1) n ON true`.execute(tx);
  return new Map(rows.map((row) => [row.invoice_id, row]));
};

const SHIPPING: ReadonlySet<StatementSection> = new Set(['label', 'return', 'void', 'adjustment', 'correction']);

const groupsOf = (sums: readonly Sum[], currency: string): StatementGroup[] =>
  STATEMENT_SECTIONS.flatMap((section) =>
    sums
      .filter((each) => each.section === section)
      .map((each) => ({
        section,
        count: each.count,
        amount: money(each.minor, currency),
        tax: money(each.tax, currency),
      })),
  );

export const sharesOf = (rows: readonly TaxRow[], currency: string): TaxShare[] =>
  rows.map(({ code, label, rate, minor }) => ({ code, label, ratePpm: rate, amount: money(minor, currency) }));

/**
 * Writes the invoices of the next accounts. Runs as the seller, in the transaction that moves the cursor.
 * @returns the last account, or null when there are no more; how many accounts were looked at
 */
export async function invoiceNext(
  tx: Tx,
  closing: ClosingMonth,
  terms: (buyerId: string) => number,
  prefix: string,
  after: string | null,
  now: Date,
): Promise<{ readonly last: string | null; readonly accounts: number }> {
  const sellerId = closing.seller.id;
  const accounts = await nextAccounts(tx, sellerId, after);
  const drafts = accounts.map((account): Draft => ({ ...account, invoice_id: newId() }));
  const last = drafts.at(-1)?.account_id ?? null;
  if (drafts.length === 0) return { last, accounts: 0 };
  await fillInvoices(tx, closing, drafts, await returnsOf(tx, closing, drafts));
  const all = drafts.map(({ invoice_id }) => invoice_id);
  const sums = await sumInvoices(tx, sellerId, all);
  const filled = drafts.filter(({ invoice_id }) => sums.some((each) => each.invoice_id === invoice_id));
  if (filled.length === 0) return { last, accounts: drafts.length };

  const ids = filled.map(({ invoice_id }) => invoice_id);
  const taxes = await taxesOf(tx, sellerId, ids);
  const ranges = await rangesOf(tx, sellerId, filled);
  const numbers = await takeNumbers(tx, sellerId, 'invoice', closing.month, prefix, filled.length);
  const settledBefore = firstIdAt(new Date(now.getTime() - IN_FLIGHT_MS));
  const written = filled.map((draft, index) => {
    const { currency } = draft;
    const own = sums.filter((each) => each.invoice_id === draft.invoice_id);
    const groups = groupsOf(own, currency);
    const totals = totalsOf(money(draft.opening, currency), groups);
    const shares = sharesOf(
      taxes.filter((each) => each.invoice_id === draft.invoice_id),
      currency,
    );
    const range = ranges.get(draft.invoice_id);
    if (!range) throw new Error(`invoice ${draft.invoice_id} has no entries`);
    const termsDays = terms(draft.party_id);
    const shipping = own.filter(({ section }) => SHIPPING.has(section));
    const countOf = (...sections: StatementSection[]): number =>
      own.filter(({ section }) => sections.includes(section)).reduce((n, each) => n + each.count, 0);
    const revenue = shipping.reduce((n, each) => n + each.minor - each.tax, 0);
    return {
      invoice: {
        tenant_id: sellerId,
        id: draft.invoice_id,
        number: numbers[index] ?? '',
        month: closing.month,
        account_id: draft.account_id,
        party_id: draft.party_id,
        party_name: closing.buyers.get(draft.party_id)?.name ?? '',
        currency,
        opening_minor: totals.opening.minor,
        charges_minor: totals.charges.minor,
        settled_minor: totals.settled.minor,
        tax_minor: totals.tax.minor,
        closing_minor: totals.closing.minor,
        sections: json(
          groups.map(({ section, count, amount, tax }) => ({
            section,
            count,
            minor: amount.minor,
            taxMinor: tax.minor,
          })),
        ),
        taxes: json(
          taxSummary(shares, totals.tax).map(({ code, label, ratePpm, amount }) => ({
            code,
            label,
            ratePpm,
            minor: amount.minor,
          })),
        ),
        entry_count: own.reduce((n, each) => n + each.count, 0),
        first_entry: range.first_entry,
        last_entry: range.last_entry,
        next_from: range.next_from !== null && range.next_from < settledBefore ? range.next_from : settledBefore,
        issued_day: closing.issuedDay,
        due_day: dueDay(closing.issuedDay, termsDays),
        terms_days: termsDays,
      },
      earned: {
        tenant_id: sellerId,
        invoice_id: draft.invoice_id,
        month: closing.month,
        party_id: draft.party_id,
        currency,
        labels: countOf('label', 'return') - countOf('void'),
        revenue_minor: revenue,
        margin_minor: revenue - shipping.reduce((n, each) => n + each.cost, 0),
      },
    };
  });
  await tx
    .insertInto('invoices')
    .values(written.map(({ invoice }) => invoice))
    .execute();
  await tx
    .insertInto('invoice_earnings')
    .values(written.map(({ earned }) => earned))
    .execute();
  return { last, accounts: drafts.length };
}
