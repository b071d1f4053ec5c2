/** Which order an order sends again, and which send it; those in exchange for what came back name their return. One statement. */
import type { OrderDetail } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

interface Related {
  readonly id: string;
  readonly number: string;
  readonly first: boolean;
  readonly return_id: string | null;
  readonly return_number: string | null;
}

export async function sentAgain(
  tx: Tx,
  tenantId: string,
  orderId: string,
): Promise<Pick<OrderDetail, 'sendsAgain' | 'sentAgain'>> {
  const { rows } = await sql<Related>`
    SELECT k.id, k.number, k.first, r.id AS return_id, b.number || '-R' || r.no AS return_number FROM (
      SELECT o.id, o.number, true AS first, ${orderId}::uuid AS further FROM orders AS o WHERE o.tenant_id = ${tenantId}
        AND o.id = (SELECT sends_again FROM orders WHERE tenant_id = ${tenantId} AND id = ${orderId})
      UNION ALL (SELECT o.id, o.number, false, o.id FROM orders AS o WHERE o.tenant_id = ${tenantId}
        AND o.sends_again = ${orderId} ORDER BY o.id LIMIT 20)) AS k
    LEFT JOIN returns AS r ON r.tenant_id = ${tenantId} AND r.exchange_order = k.further
    LEFT JOIN orders AS b ON b.tenant_id = r.tenant_id AND b.id = r.order_id
    ORDER BY k.id`.execute(tx);
  const related = ({ id, number, return_id, return_number }: Related) => ({
    id,
    number,
    exchangeFor: return_id === null || return_number === null ? null : { id: return_id, number: return_number },
  });
  const first = rows.find((row) => row.first);
  return { sendsAgain: first ? related(first) : null, sentAgain: rows.filter((row) => !row.first).map(related) };
}
