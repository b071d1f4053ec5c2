/** Invoices of a seller and what is open of each, for whoever matches money that came in. */
import type { Tx } from '../../platform/database/database.ts';
import { readSettled } from '../billing/index.ts';

export interface OwedInvoice {
  readonly number: string;
  readonly buyerId: string;
  readonly currency: string;
  readonly openMinor: number;
}

/** Invoices of a seller since a day with what is open of each, the oldest first. Runs as the seller. */
export async function readOwedInvoices(tx: Tx, sellerId: string, since: string): Promise<readonly OwedInvoice[]> {
  const settled = await readSettled(tx, sellerId);
  const open = new Map(settled.flatMap(({ allotment }) => [...allotment.open]));
  const rows = await tx
    .selectFrom('invoices')
    .select(['id', 'number', 'party_id', 'currency', 'issued_day'])
    .where('tenant_id', '=', sellerId)
    .orderBy('month')
    .orderBy('number')
    .execute();
  return rows
    .map((row) => ({
      number: row.number,
      buyerId: row.party_id,
      currency: row.currency,
      openMinor: open.get(row.id) ?? 0,
      issued: row.issued_day,
    }))
    .filter(({ openMinor, issued }) => openMinor > 0 || issued >= since)
    .map(({ issued: _issued, ...invoice }) => invoice);
}
