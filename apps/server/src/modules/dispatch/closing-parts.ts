/** Which of a group's shipments go on the carrier's own paper, in how many calls, and which on a list for the driver. */
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { HandOverShipmentDto } from '@scanship/contracts/shipping/dispatch';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { goesOnPaper } from './waiting.ts';

export interface PurchaseToClose {
  readonly purchaseId: string;
  readonly shipment: HandOverShipmentDto;
}

interface PurchaseRow {
  readonly id: string;
  readonly shipment_id: string;
  readonly service: string;
}

/** What the carrier has closed before (a parcel that was taken back and goes today) stays closed there: a list is enough. */
export async function partsOf(
  tx: Tx,
  taken: readonly HandOverShipmentDto[],
  manifest: CarrierManifest,
): Promise<{ readonly calls: readonly (readonly PurchaseToClose[])[]; readonly rest: readonly HandOverShipmentDto[] }> {
  const { rows } = await sql<PurchaseRow>`SELECT p.id, p.shipment_id, coalesce(s.service, '') AS service
    FROM purchases p JOIN shipments s ON s.tenant_id = p.tenant_id AND s.id = p.shipment_id
    WHERE p.shipment_id = ANY (${taken.map((each) => each.shipmentId)}::uuid[]) AND p.kind = 'buy'
      AND p.state IN ('confirmed', 'complete') AND NOT EXISTS (SELECT 1 FROM manifest_items i
        WHERE i.tenant_id = p.tenant_id AND i.purchase_id = p.id AND i.state IN ('closing', 'closed'))
    ORDER BY p.shipment_id, p.piece`.execute(tx);
  const ofShipment = new Map<string, string[]>();
  for (const row of rows)
    if (goesOnPaper(manifest, row.service))
      ofShipment.set(row.shipment_id, [...(ofShipment.get(row.shipment_id) ?? []), row.id]);
  const rest = taken.filter((each) => !ofShipment.has(each.shipmentId));
  const pieces = taken.flatMap((shipment) => {
    const ids = ofShipment.get(shipment.shipmentId);
    return ids ? [ids.map((purchaseId) => ({ purchaseId, shipment }))] : [];
  });
  return { calls: chunks(pieces, manifest.endOfDay?.shipmentsPerCall ?? 1), rest };
}

/** Packs in order, at most `most` in one; what belongs together stays together unless it is more than that by itself. */
export function chunks<T>(groups: readonly (readonly T[])[], most: number): readonly (readonly T[])[] {
  const made: T[][] = [];
  for (const group of groups) {
    const last = made.at(-1);
    if (last && last.length + group.length <= most) last.push(...group);
    else for (let at = 0; at < group.length; at += most) made.push(group.slice(at, at + most));
  }
  return made;
}
