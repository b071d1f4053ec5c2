/** The marks "fulfilled by hand" that stand no longer. */
import { sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';
import type { OrderContext } from '../order-context.ts';

/** Ends marks that stand: the order left that state. */
export async function endMarks(
  ctx: OrderContext,
  tx: Tx,
  orderIds: readonly string[],
  now: Date,
): Promise<readonly { readonly orderId: string; readonly fulfilmentId: string }[]> {
  if (orderIds.length === 0) return [];
  const { rows } = await sql<{ orderId: string; fulfilmentId: string }>`UPDATE manual_fulfilments
    SET undone_at = ${now.toISOString()}::timestamptz, undone_by = ${ctx.userId ?? null}
    WHERE order_id = ANY (${[...orderIds]}::uuid[]) AND undone_at IS NULL
    RETURNING order_id AS "orderId", id AS "fulfilmentId"`.execute(tx);
  return rows;
}
