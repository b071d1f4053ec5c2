/** The order that was made in exchange for what came back. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** One that was cancelled is none. Of a return `r`. */
export const EXCHANGE = sql`(SELECT json_build_object('id', x.id, 'number', x.number) FROM orders AS x WHERE x.tenant_id = r.tenant_id
  AND x.id = r.exchange_order AND x.cancelled_at IS NULL)`;

export async function isExchanged(tx: Tx, tenantId: string, returnId: string): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM returns AS r
    WHERE r.tenant_id = ${tenantId} AND r.id = ${returnId} AND ${EXCHANGE} IS NOT NULL`.execute(tx);
  return rows.length > 0;
}
