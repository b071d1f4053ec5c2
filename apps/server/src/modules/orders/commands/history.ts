/** What happened to an order, appended to `state_changes` in the transaction that did it. */
import { newId } from '../../../platform/database/ids.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';

/** Beside the fulfilment states; `address` says that it was corrected, never what it was; `store`: its store changed it. */
export type OrderEvent = 'created' | 'address' | 'store' | 'push' | 'erased';

export interface OrderChange {
  readonly orderId: string;
  readonly from: string | null;
  readonly to: string;
  readonly why: string | null;
}

export async function recordChanges(
  ctx: OrderContext,
  tx: Tx,
  changes: readonly OrderChange[],
  at: Date,
): Promise<void> {
  await insertRows(
    tx,
    'state_changes',
    {
      tenant_id: 'uuid',
      subject_kind: 'text',
      subject_id: 'uuid',
      at: 'timestamptz',
      id: 'uuid',
      from_state: 'text',
      to_state: 'text',
      by_user: 'uuid',
      by_session: 'uuid',
      why: 'text',
    },
    changes.map((change) => ({
      tenant_id: ctx.tenantId,
      subject_kind: 'order',
      subject_id: change.orderId,
      at: at.toISOString(),
      id: newId(),
      from_state: change.from,
      to_state: change.to,
      by_user: ctx.userId ?? null,
      by_session: ctx.sessionId ?? null,
      why: change.why,
    })),
  );
}
