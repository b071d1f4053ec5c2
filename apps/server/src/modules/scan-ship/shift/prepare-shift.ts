/** Rates orders of a shift or buys their labels, some at a time: what is bought is bought once, whatever breaks. */
import type { RequestContext } from '../../../platform/context.ts';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { chooseOffer } from '../../batches/index.ts';
import { readSetting } from '../settings.ts';
import { type ScanDeps, shipScannedOrder, wishFor } from '../ship.ts';
import { wishOfSetting } from '../station-wish.ts';
import { questionOf } from '../wish.ts';
import {
  type Prepared,
  readShiftOrders,
  readShiftRow,
  runningShift,
  type ShiftRow,
  storePrepared,
} from './shift-rows.ts';

/** Carriers are asked for so many orders at once. */
const AT_ONCE = 4;

/** Problems: `not_found`; `validation` when the shift is over. */
export async function prepareOrders(
  deps: ScanDeps,
  ctx: RequestContext,
  shiftId: string,
  orderIds: readonly string[],
): Promise<Outcome<void>> {
  const { tenantId } = ctx;
  const found = await deps.db.tenant(
    ctx,
    async (tx) => {
      const shift = await readShiftRow(tx, tenantId, shiftId);
      if (!shift) return undefined;
      const runs = (await runningShift(tx, tenantId, shift.stationId))?.id === shiftId;
      return { shift, runs, rows: await readShiftOrders(tx, tenantId, shiftId, orderIds) };
    },
    { readOnly: true },
  );
  if (!found) return problem('not_found', { message: 'This shift was not found.' });
  const { shift, rows } = found;
  if (!found.runs) return problem('validation', { message: 'This shift is over. Begin a new one.' });
  const open = rows.filter(({ state }) => state === 'leased' || state === 'rated' || state === 'failed');
  const left = [...open];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { orderId } = next;
      const made = await prepareOne(deps, ctx, shift, orderId);
      await deps.db.tenant(ctx, (tx) => storePrepared(tx, tenantId, shiftId, orderId, made));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return ok(undefined);
}

async function prepareOne(deps: ScanDeps, ctx: RequestContext, shift: ShiftRow, orderId: string): Promise<Prepared> {
  const setting = await deps.db.tenant(ctx, (tx) => readSetting(tx, ctx, shift.machineId), { readOnly: true });
  const input = { ...wishOfSetting(setting), orderId, stationId: shift.stationId };
  if (shift.mode === 'pre-bought') {
    // The key names shift and order: a repeated call finds the label the first one bought.
    const bought = await shipScannedOrder(deps, ctx, { ...input, verifyLater: true }, `shift:${shift.id}:${orderId}`);
    if (!bought.ok) return { state: 'failed', why: wordsOf(bought.problem) };
    const { shipment } = bought.value;
    const facts = { carrierName: shipment.carrierName, serviceName: shipment.serviceName, price: shipment.price };
    if (shipment.state !== 'bought')
      return { state: 'failed', why: shipment.problems[0]?.message ?? 'The carrier has not answered yet. Try again.' };
    return { state: 'bought', ...facts, shipmentId: shipment.id };
  }
  const wished = await wishFor(deps, ctx, input);
  if (!wished.ok) return { state: 'failed', why: wordsOf(wished.problem) };
  const { scan } = wished.value;
  const rated = await deps.rating.rate(ctx, scan.wish, questionOf(scan, orderId, undefined));
  if (!rated.ok) return { state: 'failed', why: wordsOf(rated.problem) };
  const chosen = chooseOffer(scan.wish, rated.value.rates, rated.value.problems, deps);
  if (!chosen.ok) return { state: 'failed', why: chosen.held.message };
  const { carrierName, serviceName, price } = chosen.offer;
  return { state: 'rated', carrierName, serviceName, price };
}

const wordsOf = (problemFound: { readonly message?: string | undefined; readonly code: string }): string =>
  problemFound.message ?? `This order could not be prepared (${problemFound.code}).`;
