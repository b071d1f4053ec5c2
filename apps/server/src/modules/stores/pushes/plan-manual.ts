/**
 * Plans what stores are told when orders are marked as fulfilled by hand and when that is taken back: for many orders in a
 * few statements, in the transaction that marks them. The journal sends it afterwards, as it sends shipments.
 */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { MarkedOrder } from '../../orders/index.ts';
import { grouped } from '../grouped.ts';
import { openNotices } from '../notices.ts';
import { findStore } from '../store-registry.ts';
import { isSettled, type PushKind, type PushPayload, readPushes } from './push-rows.ts';

interface Actor {
  readonly tenantId: string;
  readonly userId: string | null;
}

interface OrderRecord {
  readonly id: string;
  readonly number: string;
  readonly store_id: string;
  readonly store_name: string;
  readonly platform_code: string;
  readonly external_id: string;
  readonly notify_buyer: boolean;
}

interface LineRecord {
  readonly order_id: string;
  readonly line: number;
  readonly external_line_id: string;
  readonly external_group: string | null;
  readonly quantity: number;
}

/** Orders of platforms; others have nobody to tell. */
async function ordersOfStores(tx: Tx, orderIds: readonly string[]): Promise<readonly OrderRecord[]> {
  if (orderIds.length === 0) return [];
  const { rows } =
    await sql<OrderRecord>`SELECT o.id, o.number, s.id AS store_id, s.name AS store_name, s.platform_code,
      o.external_id, coalesce((s.settings ->> 'notifyBuyer')::boolean, (SELECT c.notify_buyer FROM customer_settings c), true)
        AS notify_buyer
    FROM orders o JOIN stores s ON s.tenant_id = o.tenant_id AND s.id = o.store_id
    WHERE o.id = ANY (${[...orderIds]}::uuid[]) AND o.source = 'store'`.execute(tx);
  return rows;
}

/** Reports the units that no label of ours has shipped. A withdrawal of the same order that is under way goes first. */
export async function planMarks(tx: Tx, actor: Actor, marked: readonly MarkedOrder[]): Promise<void> {
  const orders = (
    await ordersOfStores(
      tx,
      marked.map(({ orderId }) => orderId),
    )
  ).filter((order) => findStore(order.platform_code)?.manifest.capabilities.fulfil);
  if (orders.length === 0) return;
  const ids = orders.map(({ id }) => id);
  const lines = await sql<LineRecord>`SELECT order_id, line, external_line_id, external_group,
      qty - qty_cancelled - qty_shipped AS quantity
    FROM order_items WHERE order_id = ANY (${ids}::uuid[]) AND external_line_id IS NOT NULL
      AND qty - qty_cancelled - qty_shipped > 0 ORDER BY order_id, line`.execute(tx);
  const linesOf = grouped(lines.rows, (row) => row.order_id);
  const open = await readPushes(tx, sql`subject_id = ANY (${ids}::uuid[]) AND kind = 'fulfilment_cancel'`);
  const waits = grouped(
    open.filter((push) => !isSettled(push.state)),
    (push) => push.orderId,
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  await insertPushes(
    tx,
    actor,
    marked.flatMap((mark): PlannedPush[] => {
      const order = byId.get(mark.orderId);
      const units = linesOf.get(mark.orderId) ?? [];
      if (!order || units.length === 0) return [];
      const numbers = mark.trackingNumber === null ? [] : [mark.trackingNumber];
      return [
        {
          kind: 'fulfilment_push',
          orderId: mark.orderId,
          payload: {
            storeId: order.store_id,
            shipmentId: mark.fulfilmentId,
            manual: true,
            key: `manual:${mark.fulfilmentId}`,
            attempt: 1,
            after: (waits.get(mark.orderId) ?? []).map(({ id }) => id),
            lines: units.map(({ line, quantity }) => ({ line, quantity })),
            trackingNumbers: numbers,
            carrierName: mark.carrier.name,
            input: {
              externalOrderId: order.external_id,
              lines: units.map(({ external_line_id, external_group, quantity }) => ({
                externalLineId: external_line_id,
                group: external_group ?? undefined,
                quantity,
              })),
              parcels: numbers.map((trackingNumber) => ({ trackingNumber })),
              carrier: mark.carrier,
              notifyBuyer: mark.notifyBuyer ?? order.notify_buyer,
            },
          },
        },
      ];
    }),
  );
}

/** Drops reports that were not begun; others are withdrawn once they are settled, or the seller is told what to do there. */
export async function planUnmarks(
  tx: Tx,
  actor: Actor,
  unmarked: readonly { readonly orderId: string; readonly fulfilmentId: string }[],
): Promise<void> {
  if (unmarked.length === 0) return;
  const ids = unmarked.map(({ orderId }) => orderId);
  const fulfilments = new Set(unmarked.map(({ fulfilmentId }) => fulfilmentId));
  const pushes = (
    await readPushes(tx, sql`subject_id = ANY (${ids}::uuid[]) AND kind = 'fulfilment_push'`, { lock: true })
  ).filter(({ payload }) => fulfilments.has(payload.shipmentId) && payload.superseded !== true);
  const live = pushes.filter(({ state }) => state !== 'refused' && state !== 'absent' && state !== 'voided');
  const unsent = live.filter(({ state, leased }) => !leased && (state === 'planned' || state === 'reserved'));
  const dropped = await sql<{ id: string }>`UPDATE effects SET state = 'refused', due_at = NULL, lease_until = NULL,
      problem = ${toJson({ code: 'not-sent', message: 'The mark was taken back before the store was told.' })}::jsonb,
      attempt = attempt + 1, updated_at = now()
    WHERE id = ANY (${unsent.map(({ id }) => id)}::uuid[]) AND state IN ('planned', 'reserved')
      AND (lease_until IS NULL OR lease_until <= clock_timestamp()) RETURNING id`.execute(tx);
  const gone = new Set(dropped.rows.map(({ id }) => id));
  const sent = live.filter(({ id }) => !gone.has(id));
  if (sent.length === 0) return;
  const orders = new Map((await ordersOfStores(tx, ids)).map((order) => [order.id, order]));
  const mayWithdraw = (orderId: string): boolean =>
    findStore(orders.get(orderId)?.platform_code ?? '')?.manifest.capabilities.withdraw === true;
  await insertPushes(
    tx,
    actor,
    sent
      .filter(({ orderId }) => mayWithdraw(orderId))
      .map(({ id, state, orderId, payload }): PlannedPush => {
        const { storeId, shipmentId, lines, trackingNumbers, carrierName } = payload;
        const after = isSettled(state) ? [] : [id];
        const key = `withdraw:${id}`;
        const about = { storeId, shipmentId, lines, trackingNumbers, carrierName, manual: true };
        return {
          kind: 'fulfilment_cancel',
          orderId,
          payload: { ...about, key, attempt: 1, after, pushId: id },
        };
      }),
  );
  await openNotices(
    tx,
    actor.tenantId,
    sent
      .filter(({ orderId }) => !mayWithdraw(orderId))
      .map(({ orderId, payload }) => {
        const name = orders.get(orderId)?.store_name ?? 'The store';
        return {
          storeId: payload.storeId,
          orderId,
          code: 'tell-store' as const,
          message: `${name} still shows this order as shipped; it cannot be taken back from here.`,
          nextStep: `Take the fulfilment back at ${name} by hand.`,
        };
      }),
  );
}

/**
 * A label of an order whose rest was marked by hand was voided, which ended the mark: what was reported for it is taken back
 * too, because the order is open as a whole.
 */
export async function planEndedMarks(tx: Tx, actor: Actor, orderIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    orderId: string;
    fulfilmentId: string;
  }>`SELECT order_id AS "orderId", id AS "fulfilmentId"
    FROM manual_fulfilments WHERE order_id = ANY (${[...orderIds]}::uuid[]) AND undone_at IS NOT NULL`.execute(tx);
  await planUnmarks(tx, actor, rows);
}

/** No platform takes a cancellation from here: the seller is told what to do there. */
export async function planCancellations(tx: Tx, tenantId: string, orderIds: readonly string[]): Promise<void> {
  const orders = await ordersOfStores(tx, orderIds);
  const told = await sql<{ order_id: string }>`SELECT order_id FROM order_details
    WHERE order_id = ANY (${orders.map(({ id }) => id)}::uuid[]) AND imported ->> 'cancelledAt' IS NOT NULL`.execute(
    tx,
  );
  const known = new Set(told.rows.map((row) => row.order_id));
  await openNotices(
    tx,
    tenantId,
    orders
      .filter(({ id }) => !known.has(id))
      .map((order) => ({
        storeId: order.store_id,
        orderId: order.id,
        code: 'cancel-at-store' as const,
        message: `${order.store_name} does not know that this order is cancelled; it cannot be told from here.`,
        nextStep: `Cancel order ${order.number} at ${order.store_name} too, and refund the buyer there where it is due.`,
      })),
  );
}

interface PlannedPush {
  readonly kind: PushKind;
  readonly orderId: string;
  readonly payload: PushPayload;
}

/** Rows of one statement. */
const AT_ONCE = 500;

async function insertPushes(tx: Tx, actor: Actor, pushes: readonly PlannedPush[]): Promise<void> {
  for (let from = 0; from < pushes.length; from += AT_ONCE) {
    const rows = pushes.slice(from, from + AT_ONCE).map(({ kind, orderId, payload }) => ({
      id: newId(),
      kind,
      order_id: orderId,
      payload,
      intent_key: `${kind}:${payload.key}:${payload.attempt}`,
      due: payload.after.length === 0,
    }));
    await sql`INSERT INTO effects (tenant_id, id, kind, subject_kind, subject_id, payload, intent_key, due_at, created_by)
      SELECT ${actor.tenantId}::uuid, r.id, r.kind, 'order', r.order_id, r.payload, r.intent_key,
        CASE WHEN r.due THEN clock_timestamp() END, ${actor.userId}::uuid
      FROM json_to_recordset(${toJson(rows)}::json)
        AS r(id uuid, kind text, order_id uuid, payload jsonb, intent_key text, due bool)
      ON CONFLICT (tenant_id, intent_key) DO NOTHING`.execute(tx);
  }
}
