/** Begins and ends shifts of packing stations. */
import type { BodyOf } from '@scanship/contracts/call';
import type { endShift, loadShift } from '@scanship/contracts/printing/scan-shift';
import type { DataOf } from '@scanship/contracts/call';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type { RequestContext } from '../../../platform/context.ts';
import { type Database, violated } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { leaseOrders } from '../../orders/index.ts';
import { endOverdue, letGo, readShiftRow, runningShift, type ShiftRow, toShift } from './shift-rows.ts';

type Wish = BodyOf<typeof loadShift>;

const runsAlready = (shift: Pick<ShiftRow, 'endsAt'> | undefined): Outcome<never> =>
  problem('validation', {
    message: 'A shift runs at this station already. End it before you begin another.',
    errors: [
      { field: 'stationId', message: shift ? `It runs until ${shift.endsAt.toISOString()}.` : 'It runs already.' },
    ],
  });

/**
 * Leases the oldest unfulfilled orders that nobody else holds to this station.
 * Problems: `validation` while a shift of the station runs; `not_found` when there is nothing to pack.
 */
export async function beginShift(db: Database, ctx: RequestContext, wish: Wish): Promise<Outcome<ShiftRow>> {
  const { tenantId } = ctx;
  try {
    return await db.tenant(ctx, async (tx) => {
      await endOverdue(tx, tenantId, wish.stationId);
      const running = await runningShift(tx, tenantId, wish.stationId);
      if (running) return runsAlready(running);
      const id = newId();
      const { rows } = await sql<{ endsAt: Date }>`INSERT INTO scan_shifts
          (tenant_id, id, station_id, station_name, user_id, machine_id, mode, ends_at)
        VALUES (${tenantId}, ${id}, ${wish.stationId}, ${wish.stationName}, ${ctx.userId}, ${wish.machineId ?? ''},
          ${wish.mode}, now() + make_interval(hours => ${wish.hours}))
        RETURNING ends_at AS "endsAt"`.execute(tx);
      const endsAt = rows[0]?.endsAt;
      if (!endsAt) throw new Error('a shift was stored and is not there');
      const open = await sql<{ id: string }>`SELECT o.id FROM orders o
        WHERE o.tenant_id = ${tenantId} AND o.tab = 'unfulfilled' AND o.hold_code IS NULL AND o.import_state <> 'failed'
          AND (o.claimed_until IS NULL OR o.claimed_until <= now() OR o.claimed_by = ${ctx.userId})
          ${wish.storeId ? sql`AND o.store_id = ${wish.storeId}` : sql``}
          AND NOT EXISTS (SELECT 1 FROM order_leases l
            WHERE l.tenant_id = o.tenant_id AND l.order_id = o.id AND l.lease_until > now())
        ORDER BY o.placed_at, o.id LIMIT ${wish.most}`.execute(tx);
      const inOrder = open.rows.map((row) => row.id);
      const held = new Set(
        await leaseOrders(tx, tenantId, inOrder, {
          shiftId: id,
          stationId: wish.stationId,
          stationName: wish.stationName,
          until: endsAt,
        }),
      );
      const ids = inOrder.filter((each) => held.has(each));
      if (ids.length === 0) {
        await sql`DELETE FROM scan_shifts WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
        return problem('not_found', { message: 'There is no order to pack that no other station holds.' });
      }
      await sql`INSERT INTO scan_shift_orders (tenant_id, shift_id, order_id, no)
        SELECT ${tenantId}, ${id}, x.id, x.no FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS x (id, no)`.execute(tx);
      const shift = await readShiftRow(tx, tenantId, id);
      if (!shift) throw new Error('a shift was stored and is not there');
      return ok(shift);
    });
  } catch (error) {
    // The same station asked twice at once.
    if (violated(error) === 'scan_shifts_running') return runsAlready(undefined);
    throw error;
  }
}

/** Ends a shift; ending it again answers the same. Problem: `not_found`. */
export function finishShift(db: Database, ctx: RequestContext, id: string): Promise<Outcome<DataOf<typeof endShift>>> {
  const { tenantId } = ctx;
  return db.tenant(ctx, async (tx) => {
    await sql`UPDATE scan_shifts SET ended_at = least(now(), ends_at)
      WHERE tenant_id = ${tenantId} AND id = ${id} AND ended_at IS NULL`.execute(tx);
    const shift = await readShiftRow(tx, tenantId, id);
    if (!shift) return problem('not_found', { message: 'This shift was not found.' });
    await letGo(tx, tenantId, id);
    const { rows } = await sql<{ orderId: string; ecomOrderNumber: string; shipmentId: string }>`SELECT
        s.order_id AS "orderId", o.number AS "ecomOrderNumber", s.shipment_id AS "shipmentId"
      FROM scan_shift_orders s JOIN orders o ON o.tenant_id = s.tenant_id AND o.id = s.order_id
      JOIN shipments p ON p.tenant_id = s.tenant_id AND p.id = s.shipment_id
      WHERE s.tenant_id = ${tenantId} AND s.shift_id = ${id} AND s.state = 'bought' AND p.state IN ('bought', 'partly_bought')
      ORDER BY s.no`.execute(tx);
    return ok({ shift: toShift(shift), unpacked: rows });
  });
}
