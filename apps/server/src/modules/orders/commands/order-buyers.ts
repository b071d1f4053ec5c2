/** Whom a platform may ask us to forget: fingerprints of buyers beside their orders, never the ids themselves. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { toJson } from '../../../platform/database/json-column.ts';

export interface BuyerOfOrder {
  readonly orderId: string;
  readonly platformCode: string;
  readonly externalBuyerIds: readonly string[];
}

/** Platforms do not tell users apart by case. */
const keyOf = (platformCode: string, id: string): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([platformCode, id.toLowerCase()]))
    .digest();

/** Keeps who bought these orders; what is kept already stays. One statement, and none where no platform names buyers. */
export async function keepBuyers(tx: Tx, tenantId: string, buyers: readonly BuyerOfOrder[]): Promise<void> {
  const rows = buyers.flatMap(({ orderId, platformCode, externalBuyerIds }) =>
    externalBuyerIds.map((id) => ({ order_id: orderId, key: keyOf(platformCode, id).toString('hex') })),
  );
  if (rows.length === 0) return;
  await sql`INSERT INTO order_buyers (tenant_id, order_id, buyer_key)
    SELECT ${tenantId}::uuid, r.order_id, decode(r.key, 'hex')
    FROM json_to_recordset(${toJson(rows)}::json) AS r(order_id uuid, key text) ON CONFLICT DO NOTHING`.execute(tx);
}

/** Orders of these buyers, of all tenants, most 500: erasing them takes them out of the answer. */
export async function ordersOfBuyers(
  db: Database,
  platformCode: string,
  externalBuyerIds: readonly string[],
): Promise<readonly { readonly tenantId: string; readonly orderId: string }[]> {
  if (externalBuyerIds.length === 0) return [];
  const keys = externalBuyerIds.map((id) => keyOf(platformCode, id).toString('hex'));
  return db.system(async (tx) => {
    const { rows } = await sql<{ tenantId: string; orderId: string }>`
      SELECT DISTINCT b.tenant_id AS "tenantId", b.order_id AS "orderId" FROM order_buyers b
      WHERE b.buyer_key IN (SELECT decode(k, 'hex') FROM unnest(${keys}::text[]) AS k) LIMIT 500`.execute(tx);
    return rows;
  });
}
