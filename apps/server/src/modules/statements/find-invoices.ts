/** Invoices by a part of their number, for the search over everything. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { readPartners, type Side } from './partners.ts';

export interface FoundInvoice {
  readonly id: string;
  readonly number: string;
  readonly month: string;
  readonly party_name: string;
}

/** Shorter parts are in every number. */
const LEAST_NUMBER = 3;

/**
 * Newest first. A company has a dozen invoices a year for each of its customers, so their numbers are read one by one.
 * @param side `sold`: those the company wrote; `owed`: those it got
 */
export async function findInvoices(
  db: Database,
  companyId: string,
  side: Side,
  text: string,
  limit: number,
): Promise<readonly FoundInvoice[]> {
  const part = text.toLowerCase();
  if (part.length < LEAST_NUMBER || !/\d/.test(part)) return [];
  const sellers =
    side === 'sold' ? [companyId] : [...new Set((await readPartners(db, companyId, side)).map(({ id }) => id))];
  const found: FoundInvoice[] = [];
  for (const sellerId of sellers) {
    const { rows } = await db.tenant(
      { tenantId: sellerId },
      (tx) =>
        sql<FoundInvoice>`SELECT i.id, i.number, i.month::text AS month, i.party_name FROM invoices i
        WHERE position(${part} IN lower(i.number)) > 0 ${side === 'owed' ? sql`AND i.party_id = ${companyId}::uuid` : sql``}
        ORDER BY i.month DESC, i.number DESC LIMIT ${limit}`.execute(tx),
      { readOnly: true },
    );
    found.push(...rows);
  }
  return found.toSorted((a, b) => (a.month < b.month ? 1 : -1)).slice(0, limit);
}
