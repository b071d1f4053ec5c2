import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/**
 * The shipment an earlier request with this Idempotency-Key began, with the orders in it; undefined when there is none. For
 * commands that choose a rate themselves: repeated, they would choose another one and buy under a used key.
 */
export async function shipmentOfKey(
  tx: Tx,
  tenantId: string,
  idempotencyKey: string,
): Promise<{ readonly shipmentId: string; readonly orderIds: readonly string[] } | undefined> {
  const { rows } = await sql<{ shipmentId: string; orderIds: string[] }>`SELECT p.shipment_id AS "shipmentId",
      ARRAY(SELECT DISTINCT i.order_id FROM shipment_items i
        WHERE i.tenant_id = p.tenant_id AND i.shipment_id = p.shipment_id) AS "orderIds"
    FROM purchases p WHERE p.tenant_id = ${tenantId} AND p.intent_key = ${`key:${idempotencyKey}`} LIMIT 1`.execute(tx);
  return rows[0];
}
