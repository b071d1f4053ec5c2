/**
 * Puts some of the demo's orders into the other tabs. The commands for this come with the orders workspace; until then
 * the demo does what they will do: the fact, the tab derived from it, the counters and the history, in one transaction.
 */
import { type Tab, tabOf } from '@scanship/domain/orders/order';
import { addCounts } from '../modules/orders/commands/counters.ts';
import { recordChanges } from '../modules/orders/commands/history.ts';
import type { Tx } from '../platform/database/database.ts';

type Fact = 'cancelled' | 'archived' | 'manual_fulfilled';

/** Numbers of the oldest orders. */
export const FACTS: Readonly<Record<string, Fact>> = {
  '1001': 'archived',
  '1002': 'archived',
  '1003': 'manual_fulfilled',
  '1004': 'manual_fulfilled',
  '1005': 'cancelled',
  '1006': 'archived',
  '1008': 'cancelled',
  '1009': 'manual_fulfilled',
};

export const seedOrderTabs = async (tx: Tx, tenantId: string, storeId: string, now: Date): Promise<void> => {
  const orders = await tx
    .selectFrom('orders')
    .select(['id', 'number', 'placed_at'])
    .where('tenant_id', '=', tenantId)
    .where('store_id', '=', storeId)
    .where('external_id', 'in', Object.keys(FACTS))
    .execute();
  for (const { id, number, placed_at: placedAt } of orders) {
    const fact = FACTS[number];
    if (!fact) continue;
    const fulfillment = fact === 'manual_fulfilled' ? 'manual_fulfilled' : 'unfulfilled';
    const tab: Tab = tabOf({ fulfillment, cancelled: fact === 'cancelled', archived: fact === 'archived' });
    await tx
      .updateTable('orders')
      .set({
        tab,
        fulfillment,
        cancelled_at: fact === 'cancelled' ? now : null,
        archived_at: fact === 'archived' ? now : null,
        updated_at: now,
      })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await addCounts({ tenantId }, tx, [
      { placedAt, storeId, tab: 'unfulfilled', n: -1 },
      { placedAt, storeId, tab, n: 1 },
    ]);
    await recordChanges({ tenantId }, tx, [{ orderId: id, from: 'unfulfilled', to: fact, why: 'Demo' }], now);
  }
};
