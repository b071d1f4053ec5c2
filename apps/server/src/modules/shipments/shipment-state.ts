/**
 * The one place that changes a shipment's state, and what the change means for the orders in it. Runs inside the
 * transaction that records a purchase's or a void's outcome.
 */
import {
  isReleased,
  LIVE_PURCHASE_STATES,
  type PurchaseState,
  SHIPMENT_TRANSITIONS,
  type ShipmentState,
  stateOfBuying,
  stateOfVoiding,
  transition,
} from '@scanship/domain/shipping/shipment-states';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { changeRows, type WhoAndWhy } from '../../platform/journal/journal-store.ts';
import { allocateItems, applyShipped, applyVoided, type OrderContext, releaseItems } from '../orders/index.ts';
import type { ShippedOrder } from './ports.ts';
import { tellBought, tellVoided, type Told } from './tell-followers.ts';

export interface LockedShipment {
  readonly id: string;
  readonly state: ShipmentState;
  readonly direction: 'outbound' | 'return';
  readonly replacesId: string | null;
  readonly everBought: boolean;
  readonly test: boolean;
  readonly slug: string;
  readonly serviceName: string;
  readonly grantId: string | null;
  /** Who bought or cancelled it in somebody's name. */
  readonly actedBy: string | null;
}

interface ShipmentRow {
  readonly id: string;
  readonly state: ShipmentState;
  readonly direction: 'outbound' | 'return';
  readonly replaces_id: string | null;
  readonly bought_at: Date | null;
  readonly test: boolean;
  readonly slug: string | null;
  readonly service_name: string | null;
  readonly grant_id: string | null;
  readonly acted_by: string | null;
}

const LOCKED = sql`s.id, s.state, s.direction, s.replaces_id, s.bought_at, s.test, s.slug, s.service_name, s.grant_id, s.acted_by`;

const toLocked = (row: ShipmentRow | undefined): LockedShipment | undefined =>
  row && {
    id: row.id,
    state: row.state,
    direction: row.direction,
    replacesId: row.replaces_id,
    everBought: row.bought_at !== null,
    test: row.test,
    slug: row.slug ?? '',
    serviceName: row.service_name ?? '',
    grantId: row.grant_id,
    actedBy: row.acted_by,
  };

/** Locks the shipment until the transaction ends; undefined when this tenant has no such shipment. */
export async function lockShipment(tx: Tx, tenantId: string, shipmentId: string): Promise<LockedShipment | undefined> {
  const { rows } = await sql<ShipmentRow>`SELECT ${LOCKED} FROM shipments AS s
    WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId} FOR UPDATE`.execute(tx);
  return toLocked(rows[0]);
}

/** The same for the shipment of a purchase. */
export async function lockShipmentOf(
  tx: Tx,
  tenantId: string,
  purchaseId: string,
): Promise<LockedShipment | undefined> {
  const { rows } = await sql<ShipmentRow>`SELECT ${LOCKED} FROM purchases AS p
    JOIN shipments AS s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
    WHERE p.tenant_id = ${tenantId} AND p.id = ${purchaseId} FOR UPDATE OF s`.execute(tx);
  return toLocked(rows[0]);
}

export interface PieceState {
  readonly purchaseId: string;
  readonly piece: number;
  readonly state: PurchaseState;
  readonly voidOpen: boolean;
  /** When the carrier was asked to make it. */
  readonly sentAt: Date | null;
}

/** Of each piece the purchase that counts: the live one, else the latest. */
export async function pieceStates(tx: Tx, tenantId: string, shipmentId: string): Promise<readonly PieceState[]> {
  const rows = await sql<{ id: string; piece: number; state: PurchaseState; void_open: boolean; sent_at: Date | null }>`
    SELECT DISTINCT ON (p.piece) p.id, p.piece, p.state, p.sent_at, EXISTS (SELECT 1 FROM voids AS v
        WHERE v.tenant_id = p.tenant_id AND v.purchase_id = p.id
          AND v.state IN ('planned', 'reserved', 'sending', 'unknown', 'disputed', 'confirmed')) AS void_open
    FROM purchases AS p
    WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ${shipmentId} AND p.kind = 'buy'
    ORDER BY p.piece, (p.state = ANY (${[...LIVE_PURCHASE_STATES, 'voided']}::text[])) DESC, p.created_at DESC, p.id DESC`.execute(
    tx,
  );
  return rows.rows.map((row) => ({
    purchaseId: row.id,
    piece: row.piece,
    state: row.state,
    voidOpen: row.void_open,
    sentAt: row.sent_at,
  }));
}

/** Changes the state by the table. @throws Error for a change the table does not have: a fault of the caller */
export async function moveShipment(
  tx: Tx,
  tenantId: string,
  shipment: Pick<LockedShipment, 'id' | 'state'>,
  to: ShipmentState,
  by: WhoAndWhy = {},
): Promise<void> {
  if (shipment.state === to) return;
  const change = transition(SHIPMENT_TRANSITIONS, shipment.state, to);
  if (!change.ok) throw new Error(`shipment ${shipment.id}: ${change.problem}`);
  await tx
    .with('moved', (db) =>
      db
        .updateTable('shipments')
        .set({
          state: to,
          updated_at: sql<Date>`now()`,
          version: sql<number>`version + 1`,
          ...(to === 'bought' ? { bought_at: sql<Date>`coalesce(bought_at, clock_timestamp())` } : {}),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', shipment.id),
    )
    .insertInto('state_changes')
    .values(changeRows(tenantId, { kind: 'shipment', id: shipment.id }, shipment.state, [to], by))
    .execute();
}

interface HeldItems {
  readonly orderId: string;
  readonly items: readonly { readonly line: number; readonly quantity: number }[];
  /** Of the whole shipment. */
  readonly trackingNumbers: readonly string[];
}

/** Orders of the shipment with the quantities it holds of them (none for an additional label), in a steady order. */
async function heldItems(tx: Tx, tenantId: string, shipmentId: string): Promise<readonly HeldItems[]> {
  const rows = await sql<{ order_id: string; line: number; qty: number; held: boolean; numbers: string[] }>`
    SELECT order_id, line, qty, held, ARRAY(SELECT tracking_number FROM parcels WHERE tenant_id = ${tenantId}
      AND shipment_id = ${shipmentId} AND tracking_number IS NOT NULL ORDER BY no) AS numbers FROM shipment_items
    WHERE tenant_id = ${tenantId} AND shipment_id = ${shipmentId} ORDER BY order_id, line, parcel_no`.execute(tx);
  const orders = new Map<string, { line: number; quantity: number }[]>();
  for (const row of rows.rows) {
    const items = orders.get(row.order_id) ?? [];
    // One line may lie in several parcels.
    const same = items.find((item) => item.line === row.line);
    if (row.held && same) same.quantity += row.qty;
    else if (row.held) items.push({ line: row.line, quantity: row.qty });
    orders.set(row.order_id, items);
  }
  const trackingNumbers = rows.rows[0]?.numbers ?? [];
  return [...orders].map(([orderId, items]) => ({ orderId, items, trackingNumbers }));
}

export interface Settling extends Told {
  readonly why?: string | undefined;
  readonly now: Date;
}

const orderContext = (s: Settling, shipment: Pick<LockedShipment, 'actedBy'>): OrderContext => ({
  tenantId: s.tenantId,
  userId: s.userId ?? undefined,
  actedBy: shipment.actedBy,
});

export interface Settled {
  readonly id: string;
  readonly state: ShipmentState;
  /** As they were read, where they were. */
  readonly pieces?: readonly Pick<PieceState, 'purchaseId' | 'state'>[] | undefined;
}

/** After a piece changed: the shipment is bought, partly bought or back to a draft, when nothing is open any more. */
export async function settleBuying(
  tx: Tx,
  shipment: LockedShipment,
  s: Settling,
  known?: Settled['pieces'],
): Promise<Settled> {
  const { id } = shipment;
  if (shipment.state !== 'buying') return { id, state: shipment.state };
  const pieces = known ?? (await pieceStates(tx, s.tenantId, id));
  const to = stateOfBuying(pieces.map((piece) => piece.state));
  if (!to) return { id, state: 'buying', pieces };
  await moveShipment(tx, s.tenantId, shipment, to, { userId: s.userId, why: s.why });
  if (to === 'bought') {
    const taken = await takeOver(tx, shipment, s);
    const shipped: ShippedOrder[] = [];
    for (const held of await heldItems(tx, s.tenantId, shipment.id)) {
      const { orderId } = held;
      // What was taken over counts as shipped already.
      const items = held.items.filter((item) => !taken.has(`${orderId}/${item.line}`));
      const why = `${shipment.direction === 'return' ? 'Return label' : 'Label'} bought: ${shipment.serviceName}`;
      await applyShipped(orderContext(s, shipment), tx, {
        orderId,
        items,
        trackingNumbers: held.trackingNumbers,
        why,
        now: s.now,
      });
      shipped.push({ orderId, items });
    }
    // Stores and buyers hear of what goes out; a return concerns nobody but the seller.
    if (shipment.direction === 'outbound') await tellBought(tx, shipment, shipped, s);
  }
  if (to === 'draft')
    for (const { orderId, items } of await heldItems(tx, s.tenantId, shipment.id))
      if (items.length > 0) await releaseItems(orderContext(s, shipment), tx, { orderId, items });
  return { id, state: to, pieces };
}

/**
 * A shipment that was given up, in whole or in part, has a piece again whose outcome is open. Its items are held again
 * where nobody else has taken them meanwhile; else it goes on as an additional label.
 */
export async function reopenShipment(tx: Tx, shipment: LockedShipment, s: Settling): Promise<void> {
  if (shipment.state !== 'draft' && shipment.state !== 'partly_bought') return;
  await moveShipment(tx, s.tenantId, shipment, 'buying', { userId: s.userId, why: s.why });
  if (shipment.state !== 'draft') return;
  for (const { orderId, items } of await heldItems(tx, s.tenantId, shipment.id)) {
    if (items.length === 0) continue;
    const allocated = await allocateItems(orderContext(s, shipment), tx, { orderId, items, evenLeased: true });
    if (!allocated.ok)
      await sql`UPDATE shipment_items SET held = false
        WHERE tenant_id = ${s.tenantId} AND shipment_id = ${shipment.id} AND order_id = ${orderId}`.execute(tx);
  }
}

/** After a void changed: the shipment is voided, or stays bought in whole or in part. */
export async function settleVoiding(tx: Tx, shipment: LockedShipment, s: Settling): Promise<ShipmentState> {
  if (shipment.state !== 'voiding') return shipment.state;
  const pieces = await pieceStates(tx, s.tenantId, shipment.id);
  const to = stateOfVoiding(pieces.map((piece) => ({ purchase: piece.state, voidOpen: piece.voidOpen })));
  if (!to) return 'voiding';
  await moveShipment(tx, s.tenantId, shipment, to, { userId: s.userId, why: s.why });
  if (to === 'bought') return to;
  const opened = to === 'partly_bought' && shipment.everBought ? await letGoOfVoided(tx, shipment, s) : [];
  const held = await heldItems(tx, s.tenantId, shipment.id);
  if (to === 'voided')
    for (const { orderId, items } of held) {
      if (items.length === 0) continue;
      // A shipment that was never bought in whole has its items allocated, not shipped.
      if (shipment.everBought)
        await applyVoided(orderContext(s, shipment), tx, { orderId, items, why: 'Label voided', now: s.now });
      else await releaseItems(orderContext(s, shipment), tx, { orderId, items });
    }
  // Whoever was never told of it has nothing to take back.
  if (shipment.everBought && shipment.direction === 'outbound') {
    const whole = to === 'voided';
    const units = (orderId: string) => opened.find((order) => order.orderId === orderId)?.items ?? [];
    await tellVoided(
      tx,
      shipment,
      whole ? held : held.map((order) => ({ ...order, items: units(order.orderId) })),
      whole,
      s,
    );
  }
  return to;
}

/**
 * Some parcels of a shipment are void, others still travel: what was in the void ones is open again, so that the order is no
 * longer fulfilled. Only where somebody said what is in which parcel; else all of it stays with the parcels that are left,
 * because nobody can tell.
 * @returns units that are open again
 */
async function letGoOfVoided(tx: Tx, shipment: LockedShipment, s: Settling): Promise<readonly ShippedOrder[]> {
  const rows = await sql<{ order_id: string; line: number; quantity: number }>`
    UPDATE shipment_items AS i SET held = false
    WHERE i.tenant_id = ${s.tenantId} AND i.shipment_id = ${shipment.id} AND i.held
      AND EXISTS (SELECT 1 FROM shipment_items AS o WHERE o.tenant_id = i.tenant_id AND o.shipment_id = i.shipment_id
        AND o.parcel_no > 1)
      AND EXISTS (SELECT 1 FROM parcels AS c JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
        WHERE c.tenant_id = i.tenant_id AND c.shipment_id = i.shipment_id AND c.no = i.parcel_no AND p.state = 'voided')
    RETURNING i.order_id, i.line, i.qty AS quantity`.execute(tx);
  const opened: ShippedOrder[] = [];
  for (const orderId of [...new Set(rows.rows.map((row) => row.order_id))].toSorted()) {
    const items = rows.rows.filter((row) => row.order_id === orderId).map(({ line, quantity }) => ({ line, quantity }));
    await applyVoided(orderContext(s, shipment), tx, { orderId, items, why: 'Label of one parcel voided', now: s.now });
    opened.push({ orderId, items });
  }
  return opened;
}

/**
 * A bought replacement takes the items over from the label it replaces; voiding that one then changes no order. Was it
 * voided meanwhile, the items are open again and are allocated anew, if nobody else has them.
 * @returns lines ("order/line") that count as shipped already
 */
async function takeOver(tx: Tx, shipment: LockedShipment, s: Settling): Promise<ReadonlySet<string>> {
  if (shipment.replacesId === null) return new Set();
  const replaced = await lockShipment(tx, s.tenantId, shipment.replacesId);
  if (!replaced?.everBought) return new Set();
  const hold = (orderId: string, line: number) =>
    sql`UPDATE shipment_items SET held = true WHERE tenant_id = ${s.tenantId} AND shipment_id = ${shipment.id}
      AND order_id = ${orderId} AND line = ${line}`.execute(tx);
  if (replaced.state === 'voided') {
    const own = await sql<{ order_id: string; line: number; quantity: number }>`SELECT order_id, line, qty AS quantity
      FROM shipment_items WHERE tenant_id = ${s.tenantId} AND shipment_id = ${shipment.id} AND NOT held`.execute(tx);
    for (const orderId of new Set(own.rows.map((row) => row.order_id))) {
      const items = own.rows.filter((row) => row.order_id === orderId);
      const allocated = await allocateItems(orderContext(s, shipment), tx, { orderId, items, evenLeased: true });
      if (allocated.ok) for (const item of items) await hold(orderId, item.line);
    }
    return new Set();
  }
  const taken = await sql<{ order_id: string; line: number }>`
    UPDATE shipment_items SET held = false
    WHERE tenant_id = ${s.tenantId} AND shipment_id = ${replaced.id} AND held RETURNING order_id, line`.execute(tx);
  for (const row of taken.rows) await hold(row.order_id, row.line);
  return new Set(taken.rows.map((row) => `${row.order_id}/${row.line}`));
}

/** Whether a piece has certainly no label (so that it may be bought anew). */
export const isMissing = (piece: Pick<PieceState, 'state'>): boolean => isReleased(piece.state);
