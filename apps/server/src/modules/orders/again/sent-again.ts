/** Which order an order sends again, and which send it. One statement. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

export async function sentAgain(
  tx: Tx,
  tenantId: string,
  orderId: string,
): Promise<Pick<OrderDetail, 'sendsAgain' | 'sentAgain'>> {
  const { rows } = await sql<{ id: string; number: string; first: boolean }>`
    SELECT o.id, o.number, true AS first FROM orders AS o WHERE o.tenant_id = ${tenantId}
      AND o.id = (SELECT sends_again FROM orders WHERE tenant_id = ${tenantId} AND id = ${orderId})
    UNION ALL (SELECT o.id, o.number, false FROM orders AS o WHERE o.tenant_id = ${tenantId} AND o.sends_again = ${orderId}
      ORDER BY o.id LIMIT 20)`.execute(tx);
  const named = ({ id, number }: { readonly id: string; readonly number: string }) => ({ id, number });
  const first = rows.find((row) => row.first);
  return { sendsAgain: first ? named(first) : null, sentAgain: rows.filter((row) => !row.first).map(named) };
}
