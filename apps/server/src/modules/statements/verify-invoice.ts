/** Holds an invoice to the books it was made from: every figure is reckoned anew from the postings, to the cent. */
import { money } from '@scanship/domain/money/money';
import { groupLines, type StatementSection, taxSummary, totalsOf } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { sharesOf, taxesOf } from './close-invoices.ts';

interface Posted {
  readonly entry_id: string;
  readonly section: StatementSection;
  readonly kept: number;
  readonly kept_tax: number;
  readonly minor: number;
  readonly tax: number;
}

/** Runs as the seller. Empty when the invoice is what the books say; otherwise what differs, in words. */
export async function verifyInvoice(tx: Tx, sellerId: string, invoiceId: string): Promise<readonly string[]> {
  const invoice = await tx
    .selectFrom('invoices')
    .selectAll()
    .where('tenant_id', '=', sellerId)
    .where('id', '=', invoiceId)
    .executeTakeFirst();
  if (!invoice) return ['there is no such invoice'];
  const { rows } = await sql<Posted>`
    SELECT i.entry_id, i.section, i.amount_minor AS kept, i.tax_minor AS kept_tax,
      coalesce(sum(p.amount_minor) FILTER (WHERE p.account_id = i.account_id), 0)::int8 AS minor,
      coalesce(-sum(p.amount_minor) FILTER (WHERE a.kind = 'tax'), 0)::int8 AS tax
    FROM invoice_entries i
    LEFT JOIN postings p ON p.tenant_id = i.tenant_id AND p.entry_id = i.entry_id
    LEFT JOIN accounts a ON a.tenant_id = p.tenant_id AND a.id = p.account_id
    WHERE i.tenant_id = ${sellerId} AND i.invoice_id = ${invoiceId} GROUP BY 1, 2, 3, 4`.execute(tx);
  const earlier = await sql<{ minor: number }>`
    SELECT coalesce(sum(p.amount_minor), 0)::int8 AS minor FROM invoices v
    JOIN invoice_entries i ON i.tenant_id = v.tenant_id AND i.invoice_id = v.id
    JOIN postings p ON p.tenant_id = i.tenant_id AND p.entry_id = i.entry_id AND p.account_id = i.account_id
    WHERE v.tenant_id = ${sellerId} AND v.account_id = ${invoice.account_id} AND v.month < ${invoice.month}`.execute(
    tx,
  );

  const { currency } = invoice;
  const groups = groupLines(
    rows.map(({ section, minor, tax }) => ({ section, amount: money(minor, currency), tax: money(tax, currency) })),
    currency,
  );
  const totals = totalsOf(money(earlier.rows[0]?.minor ?? 0, currency), groups);
  const sections = groups.map(({ section, count, amount, tax }) => ({
    count,
    minor: amount.minor,
    section,
    taxMinor: tax.minor,
  }));
  const taxes = taxSummary(sharesOf(await taxesOf(tx, sellerId, [invoiceId]), currency), totals.tax).map(
    ({ code, label, ratePpm, amount }) => ({ code, label, ratePpm, minor: amount.minor }),
  );
  const faults: string[] = [];
  const same = (what: string, kept: unknown, reckoned: unknown): void => {
    const [a, b] = [inOrder(kept), inOrder(reckoned)];
    if (a !== b) faults.push(`${what}: the invoice says ${a}, the books say ${b}`);
  };
  same('opening', invoice.opening_minor, totals.opening.minor);
  same('charges', invoice.charges_minor, totals.charges.minor);
  same('settled', invoice.settled_minor, totals.settled.minor);
  same('tax', invoice.tax_minor, totals.tax.minor);
  same('closing', invoice.closing_minor, totals.closing.minor);
  same('entries', invoice.entry_count, rows.length);
  same('sections', invoice.sections, sections);
  same('taxes', invoice.taxes, taxes);
  for (const row of rows)
    if (row.kept !== row.minor || row.kept_tax !== row.tax) same(`entry ${row.entry_id}`, row.kept, row.minor);
  return faults;
}

/** JSON with the keys of objects in order: what a database gives back may have them in another. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
