/** Taking the papers of shipments away when the person they name has to be forgotten. */
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { dropUnreferred } from '../../platform/blobs/referrers.ts';
import { eraseObjects } from '../../platform/blobs/remove-objects.ts';
import { storeBlob } from '../../platform/blobs/store-blob.ts';

const MERGE_AGAIN = 'This file held the papers of a buyer who was erased. Merge the documents again.';

/**
 * Labels, slips and customs papers of shipments end here, and what was made of them or of their orders for a printer or merged for a batch: the entries stay, with
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
  const merged = await sql<{ id: string }>`UPDATE batch_parts p SET state = 'failed', problem = ${MERGE_AGAIN}
    WHERE p.tenant_id = ${tenantId} AND p.document_id IS NOT NULL AND p.batch_id IN (SELECT batch_id FROM batch_items WHERE ${ofShipments})
      AND EXISTS (SELECT FROM jsonb_array_elements(p.pieces) e WHERE e ->> 'shipmentId' = ANY (${[...of.shipmentIds]}))
    RETURNING p.document_id AS id`.execute(tx);
  const ofMerged = sql`tenant_id = ${tenantId} AND id = ANY (${merged.rows.map(({ id }) => id)}::uuid[])`;
  const emptied = await empty(
    tx,
    tenantId,
    sql`((${ofShipments}) OR (${ofMerged}))`,
    sql`${now.toISOString()}::timestamptz`,
  );
  const hashes = [...[jobs, contents].flatMap(({ rows }) => rows.map(({ blob }) => blob)), ...emptied];
  await eraseObjects(tx, tenantId, await dropUnreferred(tx, tenantId, hashes));
  return emptied.length;
}

/** Merged files that others take the place of: nothing says any more whose papers they hold, so they do not stay. */
export async function dropReplaced(tx: Tx, tenantId: string, documentIds: readonly string[]): Promise<void> {
  const which = sql`tenant_id = ${tenantId} AND kind = 'merged' AND id = ANY (${[...documentIds]}::uuid[])`;
  await dropUnreferred(tx, tenantId, await empty(tx, tenantId, which, sql`clock_timestamp()`));
}

/** @returns the hashes of what they held */
async function empty(
  tx: Tx,
  tenantId: string,
  which: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): Promise<readonly string[]> {
  const nothing = await storeBlob(tx, tenantId, { bytes: new Uint8Array(), type: 'application/octet-stream' });
  const { rows } = await sql<{ blob: string }>`WITH gone AS (
      SELECT id, blob FROM documents WHERE ${which} AND blob <> ${nothing} FOR UPDATE)
    UPDATE documents d SET blob = ${nothing}, name = NULL, expires_at = ${at}
    FROM gone WHERE d.tenant_id = ${tenantId} AND d.id = gone.id RETURNING gone.blob`.execute(tx);
  return rows.map(({ blob }) => blob);
}
