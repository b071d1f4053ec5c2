/**
 * Which invoices are paid: what was paid and credited is allotted to invoices, oldest first. Nothing of it is stored; it follows
 * from the books whenever it is asked.
 */
import { allot, type Allotment } from '@scanship/domain/money/statement';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface Settled {
  readonly partyId: string;
  readonly currency: string;
  /** As the seller's receivable stands: all of it. */
  readonly balanceMinor: number;
  /** Payments, refunds and credit notes up to now. */
  readonly settledMinor: number;
  /** What was charged and is in no invoice yet. */
  readonly unbilledMinor: number;
  readonly allotment: Allotment;
  /**
   * The same less what was credited and is in no invoice yet, as a label that was voided after its month was closed: what may be asked
   * for. Credits are netted with what was charged since, as they are in the next invoice: only what they are more than it counts. Nothing
   * where nothing is owed.
   */
  readonly claim: Allotment;
}

interface AccountRow {
  readonly account_id: string;
  readonly party_id: string;
  readonly currency: string;
  readonly balance: number;
  readonly invoiced_settled: number;
  readonly late_settled: number;
}

/** How every buyer (or one, or some) stands. Runs as the seller. */
export async function readSettled(
  tx: Tx,
  sellerId: string,
  buyers?: string | readonly string[],
): Promise<readonly Settled[]> {
  const accounts = await sql<AccountRow>`
    SELECT a.id AS account_id, a.party_tenant_id AS party_id, a.currency, coalesce(b.amount_minor, 0)::int8 AS balance,
      coalesce((SELECT sum(i.settled_minor) FROM invoices i WHERE i.tenant_id = a.tenant_id AND i.account_id = a.id), 0)::int8
        AS invoiced_settled,
      coalesce((SELECT sum(p.amount_minor) FROM entries e
        JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id AND p.account_id = a.id
        WHERE e.tenant_id = a.tenant_id AND e.source_kind IN ('payment', 'correction')
          AND e.id >= coalesce((SELECT i.next_from FROM invoices i WHERE i.tenant_id = a.tenant_id AND i.account_id = a.id
            ORDER BY month DESC LIMIT 1), '00000000-0000-0000-0000-000000000000'::uuid)
          AND NOT EXISTS (SELECT 1 FROM invoice_entries x
            WHERE x.tenant_id = e.tenant_id AND x.entry_id = e.id AND x.account_id = a.id)), 0)::int8 AS late_settled
    FROM accounts a LEFT JOIN account_balances b ON b.tenant_id = a.tenant_id AND b.account_id = a.id
    WHERE a.tenant_id = ${sellerId} AND a.kind = 'receivable' AND a.party_tenant_id IS NOT NULL
      ${buyers === undefined ? sql`` : sql`AND a.party_tenant_id = ANY (${[buyers].flat()}::uuid[])`}
    ORDER BY a.party_tenant_id, a.currency`.execute(tx);
  const ids = accounts.rows.map(({ account_id }) => account_id);
  if (ids.length === 0) return [];
  const invoices = await tx
    .selectFrom('invoices')
    .select(['id', 'account_id', 'charges_minor'])
    .where('tenant_id', '=', sellerId)
    .where('account_id', 'in', ids)
    .orderBy('month')
    .execute();
  const byAccount = new Map<string, (typeof invoices)[number][]>();
  for (const invoice of invoices) {
    const own = byAccount.get(invoice.account_id);
    if (own) own.push(invoice);
    else byAccount.set(invoice.account_id, [invoice]);
  }
  return accounts.rows.map((row) => {
    const own = (byAccount.get(row.account_id) ?? []).map((each) => ({
      id: each.id,
      chargesMinor: each.charges_minor,
    }));
    const settledMinor = row.invoiced_settled + row.late_settled;
    const charged = own.reduce((total, { chargesMinor }) => total + chargesMinor, 0);
    const unbilledMinor = row.balance - charged - settledMinor;
    return {
      partyId: row.party_id,
      currency: row.currency,
      balanceMinor: row.balance,
      settledMinor,
      unbilledMinor,
      allotment: allot(own, settledMinor),
      claim: allot(own, settledMinor + Math.min(0, unbilledMinor)),
    };
  });
}
