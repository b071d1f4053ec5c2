/** Units a store was told of by us, or may have been, and that were not taken back. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { ReportedUnits } from '../../orders/index.ts';
import { readPushes } from './push-rows.ts';

export async function reportedUnits(tx: Tx, orderIds: readonly string[]): Promise<ReportedUnits> {
  const units = new Map<string, Map<number, number>>();
  if (orderIds.length === 0) return units;
  const rows = await readPushes(
    tx,
    sql`subject_id = ANY (${[...orderIds]}::uuid[])
      AND state IN ('sending', 'unknown', 'disputed', 'confirmed', 'complete')`,
  );
  const withdrawn = new Set(
    rows.flatMap(({ kind, state, payload }) =>
      kind === 'fulfilment_cancel' && state === 'complete' ? [payload.pushId] : [],
    ),
  );
  for (const { id, kind, orderId, payload } of rows) {
    if (kind !== 'fulfilment_push' || withdrawn.has(id)) continue;
    const ofOrder = units.get(orderId) ?? new Map<number, number>();
    units.set(orderId, ofOrder);
    for (const { line, quantity } of payload.lines) ofOrder.set(line, (ofOrder.get(line) ?? 0) + quantity);
  }
  return units;
}
