/** An order as its store platform knows it, for carriers that the platform itself is (Amazon's Merchant Fulfillment). */
import type { OrderAtStore } from '@scanship/domain/shipping/shipment';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { executeFixed } from '../../../platform/database/transaction.ts';
import type { OrderForShipping } from './order-for-shipping.ts';

/** Platforms that sell labels for their own orders; nobody else is told the numbers. */
const SELLING_PLATFORMS: ReadonlySet<string> = new Set(['amazon-ca', 'amazon-us']);

/** The platform's number of the order and of its lines, by our line numbers. */
export interface StoreOrderIds extends Pick<OrderAtStore, 'platform' | 'orderId'> {
  readonly lineIds: ReadonlyMap<number, string>;
}

/** Undefined for orders of other platforms, which nothing is asked for, and where the platform knows none of the lines. */
export async function storeOrderIds(
  tx: Tx,
  order: Pick<OrderForShipping, 'id' | 'platformCode'>,
): Promise<StoreOrderIds | undefined> {
  if (!SELLING_PLATFORMS.has(order.platformCode)) return undefined;
  const { rows } = await executeFixed(
    tx,
    'store-order-ids',
    sql<{ orderId: string; line: number; lineId: string }>`SELECT o.external_id AS "orderId", i.line,
      i.external_line_id AS "lineId"
    FROM orders o JOIN order_items i ON i.tenant_id = o.tenant_id AND i.order_id = o.id
    WHERE o.id = ${order.id} AND i.external_line_id IS NOT NULL ORDER BY i.line`,
  );
  const [first] = rows;
  return (
    first && {
      platform: order.platformCode,
      orderId: first.orderId,
      lineIds: new Map(rows.map(({ line, lineId }) => [line, lineId])),
    }
  );
}
