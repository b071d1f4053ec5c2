/** How old a debt is. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** When the oldest charge was made that payments and credits do not cover yet; payments cover the oldest first. */
export async function oldestUnpaid(
  tx: Tx,
  sellerId: string,
  buyers: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const { rows } = await sql<{ party: string; at: Date }>`
    SELECT party, min(occurred_at) AS at FROM (
      SELECT b.party_tenant_id AS party, e.occurred_at, b.amount_minor AS owed, p.amount_minor,
        sum(p.amount_minor) OVER (PARTITION BY b.account_id ORDER BY e.occurred_at DESC, e.id DESC) AS newer
      FROM account_balances AS b
      JOIN postings AS p ON p.tenant_id = b.tenant_id AND p.account_id = b.account_id
      JOIN entries AS e ON e.tenant_id = p.tenant_id AND e.id = p.entry_id
      WHERE b.tenant_id = ${sellerId} AND b.kind = 'receivable' AND b.party_tenant_id = ANY (${[...buyers]}::uuid[])
        AND b.amount_minor > 0 AND p.amount_minor > 0) AS charges
    WHERE newer - amount_minor < owed GROUP BY party`.execute(tx);
  return new Map(rows.map((row) => [row.party, row.at]));
}
