/** What buyers are paying right now: charges that were sent and are not answered yet, as a bank debit that takes days. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { debtOf } from '../statements/index.ts';

/** Minor units under way, by buyer and currency (`debtOf`). One that waits for the cardholder is not under way. Runs as the seller. */
export async function readPaying(tx: Tx, sellerId: string, buyerId?: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ buyer_id: string; currency: string; minor: number }>`
    SELECT buyer_id, currency, sum(amount_minor)::int8 AS minor FROM payments
    WHERE tenant_id = ${sellerId} AND state IN ('open', 'processing')
      ${buyerId === undefined ? sql`` : sql`AND buyer_id = ${buyerId}`}
    GROUP BY buyer_id, currency`.execute(tx);
  return new Map(rows.map((row) => [debtOf(row.buyer_id, row.currency), row.minor]));
}
