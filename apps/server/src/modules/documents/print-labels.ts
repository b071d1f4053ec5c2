/** Stored documents handed out, alone or merged; what is handed out counts as a printed copy. */
import { mergePdfs } from '@scanship/documents/pdf-pages';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type DocumentFormat, MEDIA_TYPES } from './store.ts';

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
}

interface DocumentRecord {
  readonly id: string;
  readonly kind: string;
  readonly format: DocumentFormat;
  readonly name: string | null;
  readonly parcel_no: number | null;
  readonly tracking_number: string | null;
  readonly shipment_id: string | null;
  readonly bytes: Buffer | null;
}

const NAMES: Readonly<Record<string, string>> = {
  label: 'Label',
  return_label: 'ReturnLabel',
  packing_slip: 'PackingSlip',
  custom_invoice: 'CustomInvoice',
  receipt: 'Receipt',
  manifest: 'Manifest',
};

/** "Label-MS00001234.pdf"; only characters that every file system takes. */
function fileNameOf(record: DocumentRecord): string {
  if (record.name !== null) return record.name;
  const which = record.tracking_number?.replace(/[^0-9A-Za-z]/g, '') ?? '';
  return `${NAMES[record.kind] ?? 'Document'}${which === '' ? '' : `-${which}`}.${record.format}`;
}

/** Bytes that were moved to object storage are not here; this installation keeps all of them in the database. */
function bytesOf(record: DocumentRecord): Uint8Array {
  if (!record.bytes) throw new Error(`document ${record.id} has no bytes in the database`);
  return record.bytes;
}

const countCopies = (tx: Tx, tenantId: string, ids: readonly string[]) =>
  sql`UPDATE documents SET copies_printed = copies_printed + 1
    WHERE tenant_id = ${tenantId} AND id = ANY (${[...ids]}::uuid[])`.execute(tx);

/** One document as it is stored, in the format it came in. Problem: `not_found`. */
export function readDocument(db: Database, tenantId: string, id: string): Promise<Outcome<StoredFile>> {
  return db.tenant({ tenantId }, async (tx) => {
    const found = await sql<DocumentRecord>`
      SELECT d.id, d.kind, d.format, d.name, d.parcel_no, d.shipment_id, b.bytes, c.tracking_number
      FROM documents AS d JOIN blobs AS b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
      LEFT JOIN parcels AS c ON c.tenant_id = d.tenant_id AND c.shipment_id = d.shipment_id AND c.no = d.parcel_no
      WHERE d.tenant_id = ${tenantId} AND d.id = ${id} AND (d.expires_at IS NULL OR d.expires_at > now())`.execute(tx);
    const record = found.rows[0];
    if (!record) return problem('not_found');
    await countCopies(tx, tenantId, [id]);
    return ok({ bytes: bytesOf(record), contentType: MEDIA_TYPES[record.format], fileName: fileNameOf(record) });
  });
}

/**
 * Labels of shipments as one PDF, in the given order, parcels by their number. Problems: `no_labels` where one of them
 * has none (named, because a missing label must not go unnoticed in a stack), or has none that is a PDF.
 */
export async function mergeLabels(
  db: Database,
  tenantId: string,
  shipmentIds: readonly string[],
): Promise<Outcome<StoredFile>> {
  const wanted = [...new Set(shipmentIds)];
  const labels = await db.tenant({ tenantId }, async (tx) => {
    const found = await sql<DocumentRecord>`
      SELECT DISTINCT ON (c.shipment_id, min_no, d.id) d.id, d.kind, d.format, d.name, d.parcel_no, d.shipment_id, b.bytes,
        c.tracking_number, min_no
      FROM (SELECT p.*, min(p.no) OVER (PARTITION BY p.shipment_id, p.label_document_id) AS min_no FROM parcels AS p
        WHERE p.tenant_id = ${tenantId} AND p.shipment_id = ANY (${wanted}::uuid[])) AS c
      JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id AND s.state NOT IN ('voiding', 'voided')
      JOIN documents AS d ON d.tenant_id = c.tenant_id AND d.id = c.label_document_id
      JOIN blobs AS b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
      ORDER BY c.shipment_id, min_no, d.id`.execute(tx);
    await countCopies(
      tx,
      tenantId,
      found.rows.map((row) => row.id),
    );
    return found.rows;
  });
  const inOrder = wanted.flatMap((id) => labels.filter((label) => label.shipment_id === id));
  const without = wanted.filter((id) => !inOrder.some((label) => label.shipment_id === id));
  if (inOrder.length === 0) return problem('no_labels');
  if (without.length > 0)
    return problem('no_labels', {
      message: `${without.length} of ${wanted.length} shipments have no label to print.`,
      errors: without.map((id) => ({ field: `shipmentIds.${wanted.indexOf(id)}`, message: 'This one has no label.' })),
    });
  const other = inOrder.find((label) => label.format !== 'pdf');
  if (other)
    return problem('no_labels', {
      message: `Label ${other.tracking_number ?? ''} is stored as ${other.format.toUpperCase()} and cannot be merged into a PDF.`,
      advice: 'Open it from its shipment and send it to the label printer.',
    });
  const first = inOrder[0];
  const fileName = inOrder.length === 1 && first ? fileNameOf(first) : 'ShippingLabels.pdf';
  return ok({ bytes: await mergePdfs(inOrder.map(bytesOf)), contentType: MEDIA_TYPES.pdf, fileName });
}
