/** Taking the papers of shipments away when the person they name has to be forgotten. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { eraseObjects } from '../../platform/blobs/remove-objects.ts';
import { storeBlob } from '../../platform/blobs/store-blob.ts';

/**
 * Labels, slips and customs papers of shipments end here: the entries stay, with what was printed how often, and the bytes go
 * unless another document has the very same. Those in the bucket go with the next round of `platform/blobs`, whatever backups refer to them.
 * @returns how many documents lost their content
 */
export async function eraseDocuments(
  tx: Tx,
  tenantId: string,
  shipmentIds: readonly string[],
  now: Date,
): Promise<number> {
  if (shipmentIds.length === 0) return 0;
  const nothing = await storeBlob(tx, tenantId, { bytes: new Uint8Array(), type: 'application/octet-stream' });
  const { rows } = await sql<{ blob: string }>`WITH gone AS (
      SELECT id, blob FROM documents WHERE tenant_id = ${tenantId} AND shipment_id = ANY (${[...shipmentIds]}::uuid[])
        AND blob <> ${nothing} FOR UPDATE)
    UPDATE documents d SET blob = ${nothing}, name = NULL, expires_at = ${now.toISOString()}::timestamptz
    FROM gone WHERE d.tenant_id = ${tenantId} AND d.id = gone.id RETURNING gone.blob`.execute(tx);
  if (rows.length === 0) return 0;
  const { rows: gone } = await sql<{ sha256: string }>`DELETE FROM blobs b
    WHERE b.tenant_id = ${tenantId} AND b.sha256 = ANY (${rows.map(({ blob }) => blob)}::text[])
      AND NOT EXISTS (SELECT 1 FROM documents d WHERE d.tenant_id = b.tenant_id AND d.blob = b.sha256) RETURNING b.sha256`.execute(
    tx,
  );
  await eraseObjects(
    tx,
    tenantId,
    gone.map(({ sha256 }) => sha256),
  );
  return rows.length;
}
