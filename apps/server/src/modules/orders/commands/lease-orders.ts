/**
 * Orders that lie at one packing station for a shift, so that two stations without a line cannot both ship one.
 * A lease is longer and stronger than a claim: it names a station, not a person, and whoever packs there may buy.
 */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

export interface OrderLease {
  readonly shiftId: string;
  readonly stationId: string;
  readonly stationName: string;
  readonly until: Date;
}

/**
 * Leases those of the orders that no other station holds and that can still be shipped; leasing again prolongs.
 * @returns the ids that are leased now
 */
export async function leaseOrders(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
  lease: OrderLease,
): Promise<readonly string[]> {
  const { rows } = await sql<{ order_id: string }>`INSERT INTO order_leases
      (tenant_id, order_id, shift_id, station_id, station_name, lease_until)
    SELECT o.tenant_id, o.id, ${lease.shiftId}, ${lease.stationId}, ${lease.stationName}, ${lease.until}
    FROM orders o WHERE o.tenant_id = ${tenantId} AND o.id = ANY (${[...orderIds]}::uuid[]) AND o.tab = 'unfulfilled'
    ORDER BY o.id
    ON CONFLICT (tenant_id, order_id) DO UPDATE SET shift_id = excluded.shift_id, station_id = excluded.station_id,
      station_name = excluded.station_name, lease_until = excluded.lease_until
    WHERE order_leases.lease_until <= now() OR order_leases.station_id = excluded.station_id
    RETURNING order_id`.execute(tx);
  return rows.map(({ order_id: id }) => id);
}

/** Lets orders of a shift go, or all of them. */
export async function endLeases(
  tx: Tx,
  tenantId: string,
  shiftId: string,
  orderIds?: readonly string[],
): Promise<number> {
  const ended = await sql`DELETE FROM order_leases WHERE tenant_id = ${tenantId} AND shift_id = ${shiftId}
    ${orderIds ? sql`AND order_id = ANY (${[...orderIds]}::uuid[])` : sql``}`.execute(tx);
  return Number(ended.numAffectedRows ?? 0);
}

/** Leases that hold now, by order. */
export async function readLeases(
  tx: Tx,
  tenantId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderLease>> {
  const { rows } = await sql<{
    order_id: string;
    shift_id: string;
    station_id: string;
    station_name: string;
    lease_until: Date;
  }>`SELECT order_id, shift_id, station_id, station_name, lease_until FROM order_leases
    WHERE tenant_id = ${tenantId} AND order_id = ANY (${[...orderIds]}::uuid[]) AND lease_until > now()`.execute(tx);
  return new Map(
    rows.map((row) => [
      row.order_id,
      { shiftId: row.shift_id, stationId: row.station_id, stationName: row.station_name, until: row.lease_until },
    ]),
  );
}

/** Why somebody else may not ship it. */
export const leasedWords = (lease: Pick<OrderLease, 'stationName'>): string =>
  `This order lies at the packing station "${lease.stationName}".`;
