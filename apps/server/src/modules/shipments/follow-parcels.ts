/** What the road does to a shipment: its state follows its parcels, and its orders show one word for them. */
import { overallStatus, stateOfTracking, type TrackingStatus } from '@scanship/domain/tracking/tracking';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { together } from '../../platform/database/together.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { clearException } from '../exceptions/index.ts';
import { setTrackingWord } from '../orders/index.ts';
import { voidKey } from './exception-causes.ts';
import { keepTrackingWord } from './keep-tracking-word.ts';
import { isMissing, lockShipment, moveShipment, pieceStates, type Settled } from './shipment-state.ts';

const WORDS: Readonly<Record<'handed_over' | 'delivered' | 'returned', string>> = {
  handed_over: 'Scanned by the carrier',
  delivered: 'Delivered, says the carrier',
  returned: 'Returned, says the carrier',
};

/**
 * Brings a shipment into the state its parcels put it in, and the words of its orders. Repeatable. The caller has locked the
 * shipment, or nobody else changes it.
 */
export async function followParcels(tx: Tx, tenantId: string, shipment: Settled): Promise<void> {
  const { parcels, word, orders } = await travelling(tx, tenantId, shipment.id);
  const pieces = shipment.pieces ?? (await pieceStates(tx, tenantId, shipment.id));
  let { state } = shipment;
  for (;;) {
    const to = stateOfTracking(state, parcels, !pieces.some(isMissing));
    if (!to) break;
    await moveShipment(tx, tenantId, { id: shipment.id, state }, to, { why: WORDS[to] });
    state = to;
  }
  if (state === 'delivered' && shipment.state !== 'delivered') await keepDelivery(tx, tenantId, shipment.id);
  // What travels can be voided by nobody: a declined void is settled by use.
  if (state !== shipment.state)
    for (const piece of pieces) await clearException(tx, tenantId, voidKey(piece.purchaseId));
  await together([
    keepTrackingWord(tx, tenantId, shipment.id, parcels, word),
    ...orders.map(async ({ orderId, statuses, word: shown }) => {
      const status = overallStatus(statuses) ?? null;
      if (status !== shown) await setTrackingWord({ tenantId, userId: undefined }, tx, { orderId, status });
    }),
  ]);
}

/** When the last parcel arrived, for the figures of delivery. */
const keepDelivery = (tx: Tx, tenantId: string, shipmentId: string): Promise<unknown> =>
  sql`UPDATE shipments AS s SET delivered_at = (SELECT max(t.status_at) FROM trackers AS t
      WHERE t.tenant_id = s.tenant_id AND t.shipment_id = s.id AND t.status = 'delivered')
    WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId}`.execute(tx);

/** The same for a shipment that is not locked yet; nothing for one that is not this tenant's. */
export async function followParcelsOf(tx: Tx, tenantId: string, shipmentId: string): Promise<void> {
  const shipment = await lockShipment(tx, tenantId, shipmentId);
  if (shipment) await followParcels(tx, tenantId, shipment);
}

interface Travelling {
  /** Parcels whose label was bought and not voided. */
  readonly parcels: readonly { readonly status: TrackingStatus; readonly scanned: boolean }[];
  /** As the shipment shows it now. */
  readonly word: TrackingStatus | null;
  /** Of each of its orders what travels of it, in this shipment and others, and the word it shows now. */
  readonly orders: readonly {
    readonly orderId: string;
    readonly statuses: readonly TrackingStatus[];
    readonly word: TrackingStatus | null;
  }[];
}

const BOUGHT = sql`JOIN purchases AS p ON p.tenant_id = t.tenant_id AND p.id = t.purchase_id AND p.state IN ('confirmed', 'complete')`;

async function travelling(tx: Tx, tenantId: string, shipmentId: string): Promise<Travelling> {
  const { rows } = await sql<Travelling>`
    SELECT s.tracking_status AS word,
      (SELECT coalesce(json_agg(json_build_object('status', t.status, 'scanned', t.scanned_at IS NOT NULL) ORDER BY t.parcel_no), '[]')
       FROM trackers AS t ${BOUGHT} WHERE t.tenant_id = s.tenant_id AND t.shipment_id = s.id) AS parcels,
      (SELECT coalesce(json_agg(json_build_object('orderId', o.id, 'word', o.tracking_status, 'statuses',
         ARRAY(SELECT DISTINCT t.status FROM trackers AS t ${BOUGHT}
           WHERE t.tenant_id = o.tenant_id AND t.shipment_id IN
             (SELECT i.shipment_id FROM shipment_items AS i JOIN shipments AS other ON other.tenant_id = i.tenant_id
               AND other.id = i.shipment_id AND other.direction = 'outbound'
              WHERE i.tenant_id = o.tenant_id AND i.order_id = o.id))) ORDER BY o.id), '[]')
       FROM orders AS o WHERE o.tenant_id = s.tenant_id AND o.id IN
         (SELECT order_id FROM shipment_items WHERE tenant_id = s.tenant_id AND shipment_id = s.id)) AS orders
    FROM shipments AS s WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId}`.execute(tx);
  return rows[0] ?? { parcels: [], word: null, orders: [] };
}

/**
 * A person states that the carrier lost a shipment. Problems: `not_found`; `cannot_mark_lost` when it was never handed over or
 * its end is known.
 */
export async function markLost(
  tx: Tx,
  who: { readonly tenantId: string; readonly userId: string; readonly sessionId: string },
  shipmentId: string,
  note: string | undefined,
): Promise<Outcome<void>> {
  const shipment = await lockShipment(tx, who.tenantId, shipmentId);
  if (!shipment) return problem('not_found');
  if (shipment.state === 'lost') return { ok: true, value: undefined };
  if (shipment.state !== 'handed_over') return problem('cannot_mark_lost');
  await moveShipment(tx, who.tenantId, shipment, 'lost', {
    userId: who.userId,
    sessionId: who.sessionId,
    why: note ? `Lost, as a person states: ${note}` : 'Lost, as a person states',
  });
  return { ok: true, value: undefined };
}
