/** Which orders of a store name a buyer longer than the platform allows. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** One transaction's worth. */
const AT_ONCE = 200;

/**
 * Orders that were shipped in whole, or cancelled, before a moment and still hold the buyer. An order that is open stays,
 * however old it is. Where everything had left before it came here, the time counts from when it came or last changed at the
 * platform, whichever is earlier: the platform does not say when it was shipped.
 * @returns ids, oldest first, at most some hundreds
 */
export async function buyersDue(
  tx: Tx,
  input: { readonly storeId: string; readonly before: Date },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`SELECT o.id FROM orders o
    JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.store_id = ${input.storeId} AND d.imported ->> 'erasedAt' IS NULL
      AND (o.fulfillment IN ('fulfilled', 'manual_fulfilled') OR o.cancelled_at IS NOT NULL)
      AND coalesce(
        (SELECT max(c.at) FROM state_changes c WHERE c.tenant_id = o.tenant_id AND c.subject_kind = 'order'
          AND c.subject_id = o.id AND c.to_state IN ('fulfilled', 'manual_fulfilled', 'cancelled')),
        o.cancelled_at, least(o.created_at, o.external_updated_at), o.created_at) < ${input.before.toISOString()}::timestamptz
    ORDER BY o.id LIMIT ${AT_ONCE}`.execute(tx);
  return rows.map(({ id }) => id);
}
