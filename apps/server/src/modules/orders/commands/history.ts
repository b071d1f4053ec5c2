/** What happened to an order, appended to `state_changes` in the transaction that did it. */
import type { ORDER_EVENTS } from '@scanship/contracts/orders/orders';
import { sql } from 'kysely';
import { newId } from '../../../platform/database/ids.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrderContext } from './order-context.ts';
import { insertRows } from './rows.ts';

/**
 * What stands in `to_state` beside the fulfilment states (`status` of the wire stands for those). `address` and `items` say
 * that something was corrected, never a person's data; `store`: its store changed it.
 */
export type OrderEvent = Exclude<(typeof ORDER_EVENTS)[number], 'status'>;

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
      by_actor: 'text',
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
      by_actor: actorOf(ctx),
      why: change.why?.slice(0, 500) ?? null,
    })),
  );
}

/** One of them, as part of the statement that does what it tells of. */
export const changeSql = (ctx: OrderContext, change: OrderChange, at: Date) =>
  sql`INSERT INTO state_changes (tenant_id, subject_kind, subject_id, at, id, from_state, to_state, by_user, by_session, by_actor, why)
    SELECT ${ctx.tenantId}::uuid, 'order', ${change.orderId}::uuid, ${at.toISOString()}::timestamptz, ${newId()}::uuid,
      ${change.from}::text, ${change.to}::text, ${ctx.userId ?? null}::uuid, ${ctx.sessionId ?? null}::uuid, ${actorOf(ctx)}::text,
      ${change.why?.slice(0, 500) ?? null}::text`;

/** Whoever really acts, as people know them ("Ann Root, ScanShip"); kept as words because they may be of another company. */
export function actorOf({ actors, actedBy }: Pick<OrderContext, 'actors' | 'actedBy'>): string | null {
  if (actedBy != null) return actedBy;
  const [first] = actors ?? [];
  return first === undefined ? null : `${first.fullName || first.userName}, ${first.tenantName}`.slice(0, 200);
}
