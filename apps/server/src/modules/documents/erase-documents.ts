/** Taking the papers of shipments away when the person they name has to be forgotten. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { dropUnreferred } from '../../platform/blobs/referrers.ts';
import { eraseObjects } from '../../platform/blobs/remove-objects.ts';
import { storeBlob } from '../../platform/blobs/store-blob.ts';

/**
 * Labels, slips and customs papers of shipments end here, and what was made of them or of their orders for a printer: the entries stay, with
 * what was printed how often, and the bytes go unless something else has the very same. Those in the bucket go with the next round of
 * `platform/blobs`, whatever backups refer to them.
 * @param of.orderIds slips are printed for an order
 * @returns how many documents lost their content
 */
export async function eraseDocuments(
  tx: Tx,
  tenantId: string,
  of: { readonly shipmentIds: readonly string[]; readonly orderIds: readonly string[] },
  now: Date,
): Promise<number> {
  const ofShipments = sql`tenant_id = ${tenantId} AND shipment_id = ANY (${[...of.shipmentIds]}::uuid[])`;
  const ofOrders = sql`tenant_id = ${tenantId} AND order_id = ANY (${[...of.orderIds]}::uuid[])`;
  // First what printers have of them: a copy that fits as it is has the very bytes of its document.
  const jobs = await sql<{ blob: string }>`WITH gone AS (SELECT id, blob FROM print_jobs
      WHERE blob IS NOT NULL AND (${ofShipments} OR ${ofOrders}) ORDER BY id FOR UPDATE)
    UPDATE print_jobs j SET blob = NULL FROM gone WHERE j.tenant_id = ${tenantId} AND j.id = gone.id RETURNING gone.blob`.execute(
    tx,
  );
  // Their keys are the document and the shape; '0' is what follows '/'.
  const contents = await sql<{ blob: string }>`DELETE FROM print_contents c USING documents d
    WHERE d.tenant_id = ${tenantId} AND d.shipment_id = ANY (${[...of.shipmentIds]}::uuid[]) AND c.tenant_id = d.tenant_id
      AND c.key >= d.id::text || '/' AND c.key < d.id::text || '0' RETURNING c.blob`.execute(tx);
  const nothing = await storeBlob(tx, tenantId, { bytes: new Uint8Array(), type: 'application/octet-stream' });
  const documents = await sql<{ blob: string }>`WITH gone AS (
      SELECT id, blob FROM documents WHERE ${ofShipments} AND blob <> ${nothing} FOR UPDATE)
    UPDATE documents d SET blob = ${nothing}, name = NULL, expires_at = ${now.toISOString()}::timestamptz
    FROM gone WHERE d.tenant_id = ${tenantId} AND d.id = gone.id RETURNING gone.blob`.execute(tx);
  const hashes = [jobs, contents, documents].flatMap(({ rows }) => rows.map(({ blob }) => blob));
  await eraseObjects(tx, tenantId, await dropUnreferred(tx, tenantId, hashes));
  return documents.rows.length;
}
