/** Labels of one shipper that its seller's seller has booked and put on no invoice yet. */
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { firstIdAt } from '../../platform/database/ids.ts';
import { NO_ID, type OpenAccount, openAccountsSql } from './due-lines.ts';

/** A purchase may be booked so long after it was begun, while its outcome is not known. */
const BOOKED_WITHIN_MS = 31 * 24 * 3_600_000;

/** What a UUIDv7 that was made so much earlier would be the smallest of. */
const earlier = (id: string): string =>
  id === NO_ID
    ? NO_ID
    : firstIdAt(new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - BOOKED_WITHIN_MS));

/** @returns how many labels, bought or voided */
export async function unbilledPurchases(
  db: Database,
  { sellerId, buyerId, shipperId }: { readonly sellerId: string; readonly buyerId: string; readonly shipperId: string },
): Promise<number> {
  const { rows: accounts } = await db.tenant(
    { tenantId: sellerId },
    (tx) => sql<OpenAccount>`${openAccountsSql(sellerId)} AND a.party_tenant_id = ${buyerId}`.execute(tx),
    { readOnly: true },
  );
  const [first] = accounts.map(({ from_entry }) => from_entry).toSorted();
  if (first === undefined) return 0;
  const from = earlier(first);
  const { rows: bought } = await db.tenant(
    { tenantId: shipperId },
    (tx) =>
      sql<{ id: string }>`SELECT id FROM purchases WHERE tenant_id = ${shipperId} AND id >= ${from}
        UNION SELECT purchase_id FROM voids WHERE tenant_id = ${shipperId} AND id >= ${from}`.execute(tx),
    { readOnly: true },
  );
  if (bought.length === 0) return 0;
  const { rows } = await db.tenant(
    { tenantId: sellerId },
    (tx) =>
      sql<{ n: number }>`SELECT count(DISTINCT e.source_id)::int AS n FROM entries e
        JOIN postings p ON p.tenant_id = e.tenant_id AND p.entry_id = e.id
          AND p.account_id = ANY (${accounts.map(({ account_id }) => account_id)}::uuid[])
        WHERE e.tenant_id = ${sellerId} AND e.source_kind IN ('purchase', 'void')
          AND e.source_id = ANY (${bought.map(({ id }) => id)}::uuid[])
          AND NOT EXISTS (SELECT FROM invoice_entries i WHERE i.tenant_id = p.tenant_id AND i.entry_id = p.entry_id
            AND i.account_id = p.account_id)`.execute(tx),
    { readOnly: true },
  );
  return rows[0]?.n ?? 0;
}
