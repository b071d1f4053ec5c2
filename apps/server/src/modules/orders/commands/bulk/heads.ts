/** Orders as commands on many need them: locked, with what decides, in two statements however many they are. */
import type { OrderState } from '@scanship/domain/orders/order-commands';
import type { Fulfillment, Tab } from '@scanship/domain/orders/order';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../../../platform/database/database.ts';

export interface OrderHead extends OrderState {
  readonly id: string;
  readonly number: string;
  readonly storeId: string;
  readonly source: 'store' | 'manual' | 'file' | 'api';
  readonly placedAt: Date;
  readonly tab: Tab;
  readonly assignedTo: string | null;
  readonly locationId: string | null;
  /** When a person wants it to ship, YYYY-MM-DD. */
  readonly shipDate: string | null;
  readonly requestedService: string | null;
  /** The requested service that a person set in place of the store's; null: nobody did. */
  readonly requestedOverride: string | null;
  /** What its store said. */
  readonly requestedImported: string | null;
}

interface HeadRecord {
  readonly id: string;
  readonly number: string;
  readonly store_id: string;
  readonly source: OrderHead['source'];
  readonly placed_at: Date;
  readonly tab: Tab;
  readonly fulfillment: Fulfillment;
  readonly cancelled: boolean;
  readonly archived: boolean;
  readonly hold_code: string | null;
  readonly hold_reason: string | null;
  readonly hold_until: string | null;
  readonly ship_date: string | null;
  readonly requested_key: string | null;
  readonly requested_override: string | null;
  readonly requested_imported: string | null;
  readonly import_failed: boolean;
  readonly cancelled_at_store: boolean;
  readonly assigned_to: string | null;
  readonly location_id: string | null;
}

interface UnitsRecord {
  readonly order_id: string;
  readonly wanted: number;
  readonly allocated: number;
  readonly shipped: number;
  readonly elsewhere: number;
}

const NO_UNITS = { wanted: 0, allocated: 0, shipped: 0, elsewhere: 0 };

/**
 * Locks the orders until the transaction ends, in the order of their ids, so that two commands cannot wait in a circle.
 * Those that this tenant does not have are left out.
 */
export const lockHeads = (tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderHead>> =>
  headsOf(tx, orderIds, sql`FOR UPDATE OF o`);

/** The same without locks, for what only looks. */
export const readHeads = (tx: Tx, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderHead>> =>
  headsOf(tx, orderIds, sql``);

async function headsOf(
  tx: Tx,
  orderIds: readonly string[],
  lock: RawBuilder<unknown>,
): Promise<ReadonlyMap<string, OrderHead>> {
  const ids = [...new Set(orderIds)];
  if (ids.length === 0) return new Map();
  const { rows } = await sql<HeadRecord>`SELECT o.id, o.number, o.store_id, o.source, o.placed_at, o.tab, o.fulfillment,
      o.cancelled_at IS NOT NULL AS cancelled, o.archived_at IS NOT NULL AS archived, o.hold_code, o.hold_reason,
      o.hold_until::text AS hold_until, o.ship_date::text AS ship_date, o.requested_key,
      d.overrides ->> 'requestedService' AS requested_override,
      coalesce(nullif(d.imported -> 'requestedService' ->> 'name', ''), d.imported -> 'requestedService' ->> 'code')
        AS requested_imported,
      o.import_state = 'failed' AS import_failed, (d.imported ->> 'cancelledAt') IS NOT NULL AS cancelled_at_store,
      o.assigned_to, o.location_id
    FROM orders o JOIN order_details d ON d.tenant_id = o.tenant_id AND d.order_id = o.id
    WHERE o.id = ANY (${ids}::uuid[]) ORDER BY o.id ${lock}`.execute(tx);
  // After the lock, so that a label bought while we waited counts.
  const units = await sql<UnitsRecord>`SELECT order_id, sum(qty - qty_cancelled)::int AS wanted,
      sum(qty_allocated)::int AS allocated, sum(qty_shipped)::int AS shipped, sum(qty_elsewhere)::int AS elsewhere
    FROM order_items WHERE order_id = ANY (${ids}::uuid[]) GROUP BY order_id`.execute(tx);
  const unitsOf = new Map(units.rows.map(({ order_id, ...sums }) => [order_id, sums]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        number: row.number,
        storeId: row.store_id,
        source: row.source,
        placedAt: row.placed_at,
        tab: row.tab,
        fulfillment: row.fulfillment,
        cancelled: row.cancelled,
        archived: row.archived,
        holdCode: row.hold_code,
        holdReason: row.hold_reason,
        holdUntil: row.hold_until,
        shipDate: row.ship_date,
        requestedService: row.requested_key,
        requestedOverride: row.requested_override,
        requestedImported: row.requested_imported,
        importFailed: row.import_failed,
        cancelledAtStore: row.cancelled_at_store,
        units: unitsOf.get(row.id) ?? NO_UNITS,
        assignedTo: row.assigned_to,
        locationId: row.location_id,
      },
    ]),
  );
}
