/** What of a debt is overdue. One definition for every page (docs/money.md): open parts of invoices whose due day is over. */
import { invoiceState } from '@scanship/domain/money/statement';
import type { Tx } from '../../platform/database/database.ts';
import { readSettled } from '../billing/index.ts';

/** Key of what a buyer owes in one currency. */
export const debtOf = (partyId: string, currency: string): string => `${partyId} ${currency}`;

export interface OverdueInvoice {
  readonly id: string;
  readonly number: string;
  readonly buyerId: string;
  readonly currency: string;
  readonly dueDay: string;
  readonly openMinor: number;
  /** Of it, what may be asked for (`Settled.claim`). */
  readonly claimMinor: number;
}

/**
 * The invoices that are overdue, of one buyer or all, the oldest first. What is in no invoice yet is not due. Runs as the seller.
 * @param today in the seller's time zone
 */
export async function readOverdueInvoices(
  tx: Tx,
  sellerId: string,
  today: string,
  buyerId?: string,
): Promise<readonly OverdueInvoice[]> {
  let due = tx
    .selectFrom('invoices')
    .select(['id', 'number', 'party_id', 'currency', 'due_day'])
    .where('tenant_id', '=', sellerId)
    .where('due_day', '<', today)
    .orderBy('due_day')
    .orderBy('number');
  if (buyerId !== undefined) due = due.where('party_id', '=', buyerId);
  const invoices = await due.execute();
  if (invoices.length === 0) return [];
  const settled = await readSettled(tx, sellerId, buyerId);
  const open = new Map(settled.flatMap(({ allotment }) => [...allotment.open]));
  const claims = new Map(settled.flatMap(({ claim }) => [...claim.open]));
  return invoices.flatMap((row) => {
    const openMinor = open.get(row.id) ?? 0;
    if (invoiceState(openMinor, row.due_day, today) !== 'overdue') return [];
    return [
      {
        id: row.id,
        number: row.number,
        buyerId: row.party_id,
        currency: row.currency,
        dueDay: row.due_day,
        openMinor,
        claimMinor: claims.get(row.id) ?? 0,
      },
    ];
  });
}

/** Minor units that are overdue, by buyer and currency (`debtOf`); none where nothing is. Runs as the seller. */
export async function readOverdue(tx: Tx, sellerId: string, today: string): Promise<ReadonlyMap<string, number>> {
  const overdue = new Map<string, number>();
  for (const { buyerId, currency, openMinor } of await readOverdueInvoices(tx, sellerId, today)) {
    const key = debtOf(buyerId, currency);
    overdue.set(key, (overdue.get(key) ?? 0) + openMinor);
  }
  return overdue;
}
