import * as calls from '@scanship/contracts/printing/scan-shift';
import { data, type Route, route } from '../../../platform/http/handler.ts';
import { problem } from '../../../platform/problem.ts';
import type { ScanDeps } from '../ship.ts';
import { applyJournal } from './journal.ts';
import { beginShift, finishShift } from './load-shift.ts';
import { prepareOrders } from './prepare-shift.ts';
import { endOverdue, readShiftRow, runningShift, toShift } from './shift-rows.ts';
import { viewShift } from './shift-view.ts';

/** Calls of a station's shift (decisions 39). */
export function shiftRoutes(deps: ScanDeps): readonly Route[] {
  const { db } = deps;
  return [
    route(calls.loadShift, async ({ ctx, body }) => {
      const begun = await beginShift(db, ctx, body);
      if (!begun.ok) return begun;
      return data({ shift: toShift(begun.value), orders: await viewShift(deps, ctx, begun.value) });
    }),
    route(calls.prepareShift, async ({ ctx, params, body }) => {
      const prepared = await prepareOrders(deps, ctx, params.id, body.orderIds);
      if (!prepared.ok) return prepared;
      const shift = await db.tenant(ctx, (tx) => readShiftRow(tx, ctx.tenantId, params.id), { readOnly: true });
      return shift ? data({ orders: await viewShift(deps, ctx, shift, body.orderIds) }) : problem('not_found');
    }),
    route(calls.readShift, async ({ ctx, query }) => {
      const shift = await db.tenant(ctx, async (tx) => {
        await endOverdue(tx, ctx.tenantId, query.stationId);
        return runningShift(tx, ctx.tenantId, query.stationId);
      });
      return data(
        shift ? { shift: toShift(shift), orders: await viewShift(deps, ctx, shift) } : { shift: null, orders: [] },
      );
    }),
    route(calls.endShift, async ({ ctx, params }) => {
      const ended = await finishShift(db, ctx, params.id);
      return ended.ok ? data(ended.value) : ended;
    }),
    route(calls.sendScanJournal, async ({ ctx, params, body }) => {
      const applied = await applyJournal(db, ctx, params.id, body.entries);
      return applied.ok ? data(applied.value) : applied;
    }),
  ];
}
