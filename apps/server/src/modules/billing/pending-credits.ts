/** Refunds that carriers have promised and not paid: no entry of the books yet, and told apart from what is credited. */
import type { Money } from '@scanship/domain/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

export interface PendingCredit {
  readonly amount: Money;
  readonly labels: number;
}

/** What the current customer will be credited when the refunds of its voided labels come, one sum for each currency. */
export async function pendingCredits(tx: Tx): Promise<readonly PendingCredit[]> {
  const found = await sql<{ currency: string; minor: number; labels: number }>`
    SELECT p.currency, sum(p.price_minor)::int8 AS minor, count(*)::int AS labels
    FROM voids AS v JOIN purchases AS p ON p.tenant_id = v.tenant_id AND p.id = v.purchase_id
    WHERE v.refund_state = 'pending' AND p.price_minor <> 0 GROUP BY p.currency ORDER BY p.currency`.execute(tx);
  return found.rows.map((row) => ({ amount: { minor: row.minor, currency: row.currency }, labels: row.labels }));
}
