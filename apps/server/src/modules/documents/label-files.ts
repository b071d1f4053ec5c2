/** Label files of shipments in the order asked for, read a few at a time, for printing and for the parts of a bulk job. */
import type { MergeDocument, MergeGroup } from '@scanship/documents/labels/merge-in-order';
import { sql } from 'kysely';
import { BLOB_COLUMNS, BlobNotOpened, type BlobRow, type Blobs } from '../../platform/blobs/blobs.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { DocumentFormat } from './store.ts';

/** One label file of a shipment. A file may hold the labels of several parcels. */
export interface LabelFile {
  readonly documentId: string;
  readonly shipmentId: string;
  readonly format: DocumentFormat;
  readonly name: string | null;
  readonly kind: string;
  readonly trackingNumber: string | null;
}

interface LabelRecord {
  readonly id: string;
  readonly shipment_id: string;
  readonly format: DocumentFormat;
  readonly name: string | null;
  readonly kind: string;
  readonly tracking_number: string | null;
}

/** Files held in memory at once while they are merged: 30 kB each. */
const FILES_AT_ONCE = 50;
const OPENED_AT_ONCE = 8;

/**
 * Labels of shipments that are not void, in the given order, parcels by their number. Where a label is there in several
 * formats, the PDF is taken. Shipments without any are simply not in the answer.
 */
export async function findLabels(tx: Tx, tenantId: string, shipmentIds: readonly string[]): Promise<LabelFile[]> {
  const wanted = [...new Set(shipmentIds)];
  const found = await sql<LabelRecord>`
    SELECT DISTINCT ON (c.shipment_id, min_no, d.id) coalesce(p.id, d.id) AS id, coalesce(p.format, d.format) AS format,
      d.name, d.kind, d.shipment_id, c.tracking_number, min_no
    FROM (SELECT p.*, min(p.no) OVER (PARTITION BY p.shipment_id, p.label_document_id) AS min_no FROM parcels AS p
      WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ANY (${wanted}::uuid[])) AS c
    JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id AND s.state NOT IN ('voiding', 'voided')
    JOIN documents AS d ON d.tenant_id = c.tenant_id AND d.id = c.label_document_id
      AND (d.expires_at IS NULL OR d.expires_at > now())
    LEFT JOIN LATERAL (SELECT q.id, q.format FROM documents AS q WHERE q.tenant_id = d.tenant_id
      AND q.shipment_id = d.shipment_id AND q.kind = d.kind AND q.format = 'pdf' AND d.format <> 'pdf'
      AND q.parcel_no IS NOT DISTINCT FROM d.parcel_no ORDER BY q.id DESC LIMIT 1) AS p ON true
    ORDER BY c.shipment_id, min_no, d.id`.execute(tx);
  const byShipment = new Map<string, LabelRecord[]>();
  for (const row of found.rows) byShipment.set(row.shipment_id, [...(byShipment.get(row.shipment_id) ?? []), row]);
  return wanted.flatMap((id) =>
    (byShipment.get(id) ?? []).map((row) => ({
      documentId: row.id,
      shipmentId: row.shipment_id,
      format: row.format,
      name: row.name,
      kind: row.kind,
      trackingNumber: row.tracking_number,
    })),
  );
}

/**
 * The files themselves, for `mergeInOrder`: read in transactions of their own, fifty at a time, so that ten thousand labels
 * need no more memory than fifty. Throws `BlobNotOpened`.
 * @param more.groupOf what the page in front of a group says, by the shipment's id
 */
export async function* labelDocuments(
  { db, blobs }: { readonly db: Database; readonly blobs: Blobs },
  tenantId: string,
  files: readonly LabelFile[],
  more: { readonly groupOf?: (shipmentId: string) => MergeGroup | undefined } = {},
): AsyncGenerator<MergeDocument & { readonly shipmentId: string }> {
  for (let from = 0; from < files.length; from += FILES_AT_ONCE) {
    const run = files.slice(from, from + FILES_AT_ONCE);
    const rows = await db.tenant({ tenantId }, (tx) => readRows(tx, tenantId, run), { readOnly: true });
    const opened = await openAll(blobs, tenantId, [...rows.values()]);
    for (const file of run) {
      const own = opened.get(rows.get(file.documentId)?.sha256 ?? '');
      if (!own) throw new Error(`document ${file.documentId} has no bytes`);
      yield {
        bytes: own,
        format: file.format === 'zpl' ? 'zpl' : 'pdf',
        name: `Label ${file.trackingNumber ?? ''}`.trim(),
        shipmentId: file.shipmentId,
        group: more.groupOf?.(file.shipmentId),
      };
    }
  }
}

async function readRows(tx: Tx, tenantId: string, files: readonly LabelFile[]): Promise<Map<string, BlobRow>> {
  const ids = files.map(({ documentId }) => documentId);
  const found = await sql<BlobRow & { id: string }>`
    SELECT d.id, ${BLOB_COLUMNS} FROM documents AS d JOIN blobs AS b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
    WHERE d.tenant_id = ${tenantId} AND d.id = ANY (${ids}::uuid[])`.execute(tx);
  return new Map(found.rows.map((row) => [row.id, row]));
}

/** By hash: what two documents have in common is fetched once, and a few are fetched at the same time. */
async function openAll(blobs: Blobs, tenantId: string, rows: readonly BlobRow[]): Promise<Map<string, Buffer>> {
  const left = new Map(rows.map((row) => [row.sha256, row])).values();
  const opened = new Map<string, Buffer>();
  const takeOn = async (): Promise<void> => {
    for (const row of left) {
      const own = await blobs.open(tenantId, row);
      if (!own.ok) throw new BlobNotOpened(own.problem);
      opened.set(row.sha256, own.value);
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, takeOn));
  return opened;
}

/**
 * Counts one more copy of each label of shipments that are not void: somebody sent them to a printer. Looking at a label
 * or saving it prints nothing.
 * @returns how many labels
 */
export async function countPrinted(tx: Tx, tenantId: string, shipmentIds: readonly string[]): Promise<number> {
  const ids = (await findLabels(tx, tenantId, shipmentIds)).map(({ documentId }) => documentId);
  await sql`UPDATE documents SET copies_printed = copies_printed + 1
    WHERE tenant_id = ${tenantId} AND id = ANY (${ids}::uuid[])`.execute(tx);
  return ids.length;
}
