/**
 * The mark that a shipment was handed over with a closed list. The state stays `bought` until the carrier scans a parcel: only
 * that says that it travels, and until then a label that stayed behind can still be cancelled.
 */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/**
 * Marks bought shipments that no list has yet; locks them. Others are left alone.
 * @returns ids of those that were marked
 */
export async function markHandedOver(
  tx: Tx,
  tenantId: string,
  input: { readonly shipmentIds: readonly string[]; readonly manifestId: string },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`UPDATE shipments SET manifest_id = ${input.manifestId}::uuid,
      version = version + 1, updated_at = now()
    WHERE tenant_id = ${tenantId} AND id = ANY (${[...input.shipmentIds]}::uuid[]) AND state = 'bought'
      AND manifest_id IS NULL RETURNING id`.execute(tx);
  return rows.map((row) => row.id);
}

/** Takes shipments off a list, if they are on it and nobody has scanned them. @returns how many */
export async function takeOffList(
  tx: Tx,
  tenantId: string,
  input: { readonly shipmentIds: readonly string[]; readonly manifestId: string },
): Promise<number> {
  const { rows } = await sql<{
    id: string;
  }>`UPDATE shipments SET manifest_id = NULL, version = version + 1, updated_at = now()
    WHERE tenant_id = ${tenantId} AND id = ANY (${[...input.shipmentIds]}::uuid[]) AND state = 'bought'
      AND manifest_id = ${input.manifestId}::uuid RETURNING id`.execute(tx);
  return rows.length;
}
