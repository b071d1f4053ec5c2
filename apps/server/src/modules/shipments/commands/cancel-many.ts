/** Cancels shipments named themselves or by their orders, each for itself. */
import type { cancelMultiple } from '@scanship/contracts/shipping/shipments';
import type { DataOf } from '@scanship/contracts/call';
import { isPaid } from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { readShipments } from '../queries/shipment-view.ts';
import { awaitShipment } from './await-shipment.ts';
import { cancelShipment } from './cancel-shipment.ts';
import type { Asker, CreateDeps } from './create-shipment.ts';

type Answer = DataOf<typeof cancelMultiple>;
type Result = Answer['results'][number];

interface Target {
  readonly shipment_id: string;
  readonly order_id: string;
  readonly number: string;
}

/** At most so many voids are stored and waited for at once. */
const SIDE_BY_SIDE = 8;

/** Shipments by id with their (first) order. */
async function named(tx: Tx, tenantId: string, shipmentIds: readonly string[]): Promise<readonly Target[]> {
  const found = await sql<Target>`SELECT DISTINCT ON (i.shipment_id) i.shipment_id, i.order_id, o.number
    FROM shipment_items AS i JOIN orders AS o ON o.tenant_id = i.tenant_id AND o.id = i.order_id
    WHERE i.tenant_id = ${tenantId} AND i.shipment_id = ANY (${[...shipmentIds]}::uuid[])
    ORDER BY i.shipment_id, i.order_id`.execute(tx);
  return found.rows;
}

/** Every shipment of the orders that has a label; of an order without one, the order alone. */
async function ofOrders(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
): Promise<readonly (Omit<Target, 'shipment_id'> & { readonly shipment_id: string | null })[]> {
  const found = await sql<{ shipment_id: string | null; order_id: string; number: string }>`
    SELECT o.id AS order_id, o.number, s.id AS shipment_id FROM orders AS o
    LEFT JOIN LATERAL (SELECT DISTINCT s.id, s.created_at FROM shipment_items AS i
      JOIN shipments AS s ON s.tenant_id = i.tenant_id AND s.id = i.shipment_id
      WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id AND s.state NOT IN ('draft', 'voided')) AS s ON true
    WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${[...orderIds]}::uuid[]) ORDER BY o.id, s.created_at, s.id`.execute(
    tx,
  );
  return found.rows;
}

const nothing = (
  orderId: string | null,
  shipmentId: string | null,
  orderNumber: string,
  outcome: Result['outcome'],
  message: string,
): Result => ({
  shipmentId,
  orderId,
  orderNumber,
  outcome,
  message,
  refund: 'none',
});

/** @param waitMs for all of them together; what is open then goes on by itself */
export async function cancelMany(
  deps: CreateDeps,
  asker: Asker,
  input: { readonly shipmentIds?: readonly string[] | undefined; readonly orderIds?: readonly string[] | undefined },
  waitMs: number,
): Promise<Answer> {
  const { tenantId } = asker;
  const shipmentIds = [...new Set(input.shipmentIds ?? [])];
  const orderIds = [...new Set(input.orderIds ?? [])];
  const { byShipment, byOrder } = await deps.db.tenant({ tenantId }, async (tx) => ({
    byShipment: await named(tx, tenantId, shipmentIds),
    byOrder: await ofOrders(tx, tenantId, orderIds),
  }));
  const results: Result[] = [];
  const targets = new Map<string, Target>();
  for (const id of shipmentIds) {
    const target = byShipment.find((each) => each.shipment_id === id);
    if (target) targets.set(id, target);
    else results.push(nothing(null, id, '', 'not-found', 'This shipment was not found.'));
  }
  for (const id of orderIds) {
    const own = byOrder.filter((each) => each.order_id === id);
    if (own.length === 0) results.push(nothing(id, null, '', 'not-found', 'This order was not found.'));
    for (const row of own) {
      if (row.shipment_id === null)
        results.push(nothing(id, null, row.number, 'refused', `Order ${row.number} has no label to cancel.`));
      else targets.set(row.shipment_id, { ...row, shipment_id: row.shipment_id });
    }
  }
  const until = Date.now() + waitMs;
  const queue = [...targets.values()];
  const work = async (): Promise<void> => {
    for (let target = queue.shift(); target; target = queue.shift())
      results.push(await cancelOne(deps, asker, target, Math.max(0, until - Date.now())));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  // In the order they were asked for.
  const place = new Map([...shipmentIds, ...orderIds].map((id, index) => [id, index]));
  const placeOf = (result: Result): number =>
    Math.min(place.get(result.shipmentId ?? '') ?? Infinity, place.get(result.orderId ?? '') ?? Infinity);
  const count = (outcome: Result['outcome']): number => results.filter((each) => each.outcome === outcome).length;
  return {
    results: results.toSorted((a, b) => placeOf(a) - placeOf(b)),
    voided: count('voided'),
    voiding: count('voiding'),
    refused: count('refused') + count('not-found'),
  };
}

async function cancelOne(deps: CreateDeps, asker: Asker, target: Target, waitMs: number): Promise<Result> {
  const head = { shipmentId: target.shipment_id, orderId: target.order_id, orderNumber: target.number };
  const asked = await cancelShipment(deps, asker, target.shipment_id);
  if (!asked.ok) {
    const message = asked.problem.message ?? 'This label cannot be cancelled.';
    return { ...head, outcome: 'refused', message, refund: 'none' };
  }
  await awaitShipment(deps, asker.tenantId, target.shipment_id, waitMs);
  const [now] = await deps.db.tenant(asker, (tx) =>
    readShipments(tx, asker.tenantId, [target.shipment_id], deps.ports.grants),
  );
  if (now?.state === 'voided') return { ...head, outcome: 'voided', message: null, refund: now.refund };
  if (now?.state === 'voiding') return { ...head, outcome: 'voiding', message: null, refund: now.refund };
  const said = now?.problems.find((each) => each.code === 'void-refused');
  const words = said?.vendorMessage ?? said?.message;
  const standing = now?.parcels.filter((parcel) => isPaid(parcel.purchaseState)).length ?? 0;
  const message =
    now?.state === 'partly_bought'
      ? `${standing} of ${now.parcels.length} labels still stand${words ? `: ${words}` : '.'}`
      : `The carrier did not cancel the label${words ? `: ${words}` : '.'}`;
  return { ...head, outcome: 'refused', message, refund: now?.refund ?? 'none' };
}
