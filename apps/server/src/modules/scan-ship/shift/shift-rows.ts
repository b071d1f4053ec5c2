/** Rows of a shift (tables `scan_shifts`, `scan_shift_orders`). */
import type { ScanShift, ShiftMode, ShiftOrderState } from '@scanship/contracts/printing/scan-shift';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import { endLeases } from '../../orders/index.ts';

export interface ShiftRow {
  readonly id: string;
  readonly stationId: string;
  readonly stationName: string;
  readonly machineId: string;
  readonly mode: ShiftMode;
  readonly beganAt: Date;
  readonly endsAt: Date;
  readonly endedAt: Date | null;
}

const COLUMNS = sql`id, station_id AS "stationId", station_name AS "stationName", machine_id AS "machineId", mode,
  began_at AS "beganAt", ends_at AS "endsAt", ended_at AS "endedAt"`;

/** Ends what ran out, so that its station may begin anew. */
export async function endOverdue(tx: Tx, tenantId: string, stationId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`UPDATE scan_shifts SET ended_at = ends_at
    WHERE tenant_id = ${tenantId} AND station_id = ${stationId} AND ended_at IS NULL AND ends_at <= now()
    RETURNING id`.execute(tx);
  for (const { id } of rows) await letGo(tx, tenantId, id);
}

/** The shift of a station that runs now. */
export async function runningShift(tx: Tx, tenantId: string, stationId: string): Promise<ShiftRow | undefined> {
  const { rows } = await sql<ShiftRow>`SELECT ${COLUMNS} FROM scan_shifts
    WHERE tenant_id = ${tenantId} AND station_id = ${stationId} AND ended_at IS NULL AND ends_at > now()`.execute(tx);
  return rows[0];
}

export async function readShiftRow(tx: Tx, tenantId: string, id: string): Promise<ShiftRow | undefined> {
  const { rows } = await sql<ShiftRow>`SELECT ${COLUMNS} FROM scan_shifts
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
  return rows[0];
}

/** What was not packed and has no label is anybody's again; bought labels keep their state until they are packed. */
export async function letGo(tx: Tx, tenantId: string, shiftId: string): Promise<void> {
  await sql`UPDATE scan_shift_orders SET state = 'released'
    WHERE tenant_id = ${tenantId} AND shift_id = ${shiftId} AND state IN ('leased', 'rated', 'failed')`.execute(tx);
  await endLeases(tx, tenantId, shiftId);
}

export const toShift = (row: ShiftRow): ScanShift => ({
  id: row.id,
  stationId: row.stationId,
  stationName: row.stationName,
  mode: row.mode,
  beganAt: row.beganAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
});

export interface ShiftOrderRow {
  readonly orderId: string;
  readonly state: ShiftOrderState;
  readonly carrierName: string | null;
  readonly serviceName: string | null;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly shipmentId: string | null;
  readonly why: string | null;
}

/** In the order they were loaded. @param only some of them; those of other shifts are left out */
export async function readShiftOrders(
  tx: Tx,
  tenantId: string,
  shiftId: string,
  only?: readonly string[],
): Promise<readonly ShiftOrderRow[]> {
  const { rows } = await sql<ShiftOrderRow>`SELECT order_id AS "orderId", state, carrier_name AS "carrierName",
      service_name AS "serviceName", price_minor::int8 AS "priceMinor", currency, shipment_id AS "shipmentId", why
    FROM scan_shift_orders WHERE tenant_id = ${tenantId} AND shift_id = ${shiftId}
      ${only ? sql`AND order_id = ANY (${[...only]}::uuid[])` : sql``}
    ORDER BY no`.execute(tx);
  return rows;
}

/** What was decided of an order of the shift. */
export interface Prepared {
  readonly state: Extract<ShiftOrderState, 'rated' | 'bought' | 'failed'>;
  readonly carrierName?: string | undefined;
  readonly serviceName?: string | undefined;
  readonly price?: { readonly minor: number; readonly currency: string } | undefined;
  readonly shipmentId?: string | undefined;
  readonly why?: string | undefined;
}

/** Packed and released orders stay as they are. */
export async function storePrepared(
  tx: Tx,
  tenantId: string,
  shiftId: string,
  orderId: string,
  made: Prepared,
): Promise<void> {
  await sql`UPDATE scan_shift_orders SET state = ${made.state}, carrier_name = ${made.carrierName ?? null},
      service_name = ${made.serviceName ?? null}, price_minor = ${made.price?.minor ?? null},
      currency = ${made.price?.currency ?? null}, shipment_id = ${made.shipmentId ?? null}, why = ${made.why ?? null}
    WHERE tenant_id = ${tenantId} AND shift_id = ${shiftId} AND order_id = ${orderId}
      AND state IN ('leased', 'rated', 'failed')`.execute(tx);
}

/** An order of a running shift whose label was bought at its station: packed, and no lease is needed any more. */
export async function packedAtStation(
  tx: Tx,
  tenantId: string,
  what: { readonly stationId: string; readonly orderId: string; readonly shipmentId: string },
): Promise<void> {
  const { rows } = await sql<{ shift_id: string }>`UPDATE scan_shift_orders o
    SET state = 'packed', packed_at = now(), shipment_id = ${what.shipmentId}
    FROM scan_shifts s WHERE s.tenant_id = o.tenant_id AND s.id = o.shift_id AND s.station_id = ${what.stationId}
      AND o.tenant_id = ${tenantId} AND o.order_id = ${what.orderId} AND o.state IN ('leased', 'rated', 'failed')
    RETURNING o.shift_id`.execute(tx);
  for (const { shift_id: shiftId } of rows) await endLeases(tx, tenantId, shiftId, [what.orderId]);
}
