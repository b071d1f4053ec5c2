/** Stored documents handed out, alone or merged. */
import { DocumentError } from '@scanship/documents/document-error';
import { mergeInOrder } from '@scanship/documents/labels/merge-in-order';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { err, ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { BLOB_COLUMNS, BlobNotOpened, type BlobRow, type Blobs } from '../../platform/blobs/blobs.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { findLabels, labelDocuments } from './label-files.ts';
import { type DocumentFormat, MEDIA_TYPES } from './store.ts';

export interface StoredFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly fileName: string;
}

/** Reading stored files. */
export interface FileDeps {
  readonly db: Database;
  readonly blobs: Blobs;
}

interface DocumentRecord extends BlobRow {
  readonly id: string;
  readonly kind: string;
  readonly format: DocumentFormat;
  readonly name: string | null;
  readonly parcel_no: number | null;
  readonly tracking_number: string | null;
  readonly shipment_id: string | null;
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
function fileNameOf(record: Pick<DocumentRecord, 'name' | 'tracking_number' | 'kind' | 'format'>): string {
  if (record.name !== null) return record.name;
  const which = record.tracking_number?.replace(/[^0-9A-Za-z]/g, '') ?? '';
  return `${NAMES[record.kind] ?? 'Document'}${which === '' ? '' : `-${which}`}.${record.format}`;
}

/** One document as it is stored, in the format it came in. Problems: `not_found`, and those of opening it. */
export async function readDocument(
  { db, blobs }: FileDeps,
  tenantId: string,
  id: string,
): Promise<Outcome<StoredFile>> {
  const read = (tx: Tx) =>
    sql<DocumentRecord>`
      SELECT d.id, d.kind, d.format, d.name, d.parcel_no, d.shipment_id, ${BLOB_COLUMNS}, c.tracking_number
      FROM documents AS d JOIN blobs AS b ON b.tenant_id = d.tenant_id AND b.sha256 = d.blob
      LEFT JOIN parcels AS c ON c.tenant_id = d.tenant_id AND c.shipment_id = d.shipment_id AND c.no = d.parcel_no
      WHERE d.tenant_id = ${tenantId} AND d.id = ${id} AND (d.expires_at IS NULL OR d.expires_at > now())`.execute(tx);
  const [record] = (await db.tenant({ tenantId }, read, { readOnly: true, byKey: true, atOnce: true })).rows;
  if (!record) return problem('not_found');
  const opened = await blobs.open(tenantId, record);
  if (!opened.ok) return opened;
  return ok({ bytes: opened.value, contentType: MEDIA_TYPES[record.format], fileName: fileNameOf(record) });
}

/**
 * Labels of shipments as one PDF, in the given order, parcels by their number; what was bought as ZPL is drawn. Problems:
 * `no_labels` where one of them has none (named, because a missing label must not go unnoticed in a stack) or one cannot be
 * read, and those of opening them.
 */
export async function mergeLabels(
  deps: FileDeps & { readonly renderer: TypstRenderer },
  tenantId: string,
  shipmentIds: readonly string[],
): Promise<Outcome<StoredFile>> {
  const wanted = [...new Set(shipmentIds)];
  const files = await deps.db.tenant({ tenantId }, (tx) => findLabels(tx, tenantId, wanted), { readOnly: true });
  const there = new Set(files.map((file) => file.shipmentId));
  const without = wanted.filter((id) => !there.has(id));
  const [first] = files;
  if (!first) return problem('no_labels');
  if (without.length > 0)
    return problem('no_labels', {
      message: `${without.length} of ${wanted.length} shipments have no label to print.`,
      errors: without.map((id) => ({ field: `shipmentIds.${wanted.indexOf(id)}`, message: 'This one has no label.' })),
    });
  let bytes: Uint8Array | undefined;
  try {
    const labels = labelDocuments(deps, tenantId, files);
    for await (const part of mergeInOrder(labels, { renderer: deps.renderer, partSize: files.length }))
      bytes = part.bytes;
  } catch (error) {
    if (error instanceof BlobNotOpened) return err(error.problem);
    if (error instanceof DocumentError && error.code === 'bad-file')
      return problem('no_labels', { message: `${error.message} The other labels were not merged either.` });
    throw error;
  }
  if (!bytes) throw new Error('labels were merged into nothing');
  const fileName =
    files.length === 1
      ? fileNameOf({ ...first, format: 'pdf', tracking_number: first.trackingNumber })
      : 'ShippingLabels.pdf';
  return ok({ bytes, contentType: MEDIA_TYPES.pdf, fileName });
}
