/** What of a debt is overdue. One definition for every page (docs/money.md): open parts of invoices whose due day is over. */
import { invoiceState } from '@scanship/domain/money/statement';
import type { Tx } from '../../platform/database/database.ts';
import { readSettled } from './settle.ts';

/** Key of what a buyer owes in one currency. */
export const debtOf = (partyId: string, currency: string): string => `${partyId} ${currency}`;

/**
 * Minor units that are overdue, by buyer and currency (`debtOf`); none where nothing is. What is in no invoice yet is not due.
 * Runs as the seller.
 * @param today in the seller's time zone
 */
export async function readOverdue(tx: Tx, sellerId: string, today: string): Promise<ReadonlyMap<string, number>> {
  const due = await tx
    .selectFrom('invoices')
    .select(['id', 'party_id', 'currency', 'due_day'])
    .where('tenant_id', '=', sellerId)
    .where('due_day', '<', today)
    .execute();
  const overdue = new Map<string, number>();
  if (due.length === 0) return overdue;
  const settled = await readSettled(tx, sellerId);
  const open = new Map(settled.flatMap(({ allotment }) => [...allotment.open]));
  for (const invoice of due) {
    const minor = open.get(invoice.id) ?? 0;
    if (invoiceState(minor, invoice.due_day, today) !== 'overdue') continue;
    const key = debtOf(invoice.party_id, invoice.currency);
    overdue.set(key, (overdue.get(key) ?? 0) + minor);
  }
  return overdue;
}
