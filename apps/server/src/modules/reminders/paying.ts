/** What buyers are paying right now: charges that were sent and are not answered yet, as a bank debit that takes days. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { debtOf } from '../statements/index.ts';

const SENT = sql`state IN ('open', 'processing')`;
/** A bank debit is answered within a week or two. One that is older has lost its answer: somebody has to look, and it silences nothing. */
const ANSWERED_BY = sql`now() - interval '14 days'`;

/** Minor units under way, by buyer and currency (`debtOf`). One that waits for the cardholder is not under way. Runs as the seller. */
export async function readPaying(tx: Tx, sellerId: string, buyerId?: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ buyer_id: string; currency: string; minor: number }>`
    SELECT buyer_id, currency, sum(amount_minor)::int8 AS minor FROM payments
    WHERE tenant_id = ${sellerId} AND ${SENT} AND created_at > ${ANSWERED_BY}
      ${buyerId === undefined ? sql`` : sql`AND buyer_id = ${buyerId}`}
    GROUP BY buyer_id, currency`.execute(tx);
  return new Map(rows.map((row) => [debtOf(row.buyer_id, row.currency), row.minor]));
}

/** Buyers, by currency (`debtOf`), with a payment that should have been answered by now. Runs as the seller. */
export async function readUnanswered(tx: Tx, sellerId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ buyer_id: string; currency: string }>`
    SELECT DISTINCT buyer_id, currency FROM payments
    WHERE tenant_id = ${sellerId} AND ${SENT} AND created_at <= ${ANSWERED_BY}`.execute(tx);
  return new Set(rows.map((row) => debtOf(row.buyer_id, row.currency)));
}
