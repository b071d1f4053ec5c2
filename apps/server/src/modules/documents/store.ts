/** Documents: content-addressed bytes, stored in the transaction that records the outcome they belong to. */
import { documentBlob } from '../../platform/blobs/store-blob.ts';
import type { Tx } from '../../platform/database/database.ts';
import { newId } from '../../platform/database/ids.ts';

export type DocumentFormat = 'pdf' | 'zpl' | 'png' | 'gif' | 'jpg' | 'xlsx';

/** ZPL is text, but nothing that reads it wants it recoded. */
export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  zpl: 'application/octet-stream',
  png: 'image/png',
  gif: 'image/gif',
  jpg: 'image/jpeg',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export interface NewDocument {
  readonly kind:
    | 'label'
    | 'return_label'
    | 'packing_slip'
    | 'custom_invoice'
    | 'receipt'
    | 'manifest'
    | 'merged'
    | 'proof_of_delivery'
    | 'qr_code'
    | 'trade_document';
  readonly format: DocumentFormat;
  readonly bytes: Uint8Array;
  readonly shipmentId?: string | undefined;
  readonly parcelNo?: number | undefined;
  readonly test?: boolean | undefined;
  readonly name?: string | undefined;
}

/** @returns the document's id */
export async function storeDocument(tx: Tx, tenantId: string, document: NewDocument): Promise<string> {
  const [id] = await storeDocuments(tx, tenantId, [document]);
  if (id === undefined) throw new Error('a document was stored and has no id');
  return id;
}

/** Stores documents with their bytes, in one statement. @returns their ids, in the same order */
export async function storeDocuments(
  tx: Tx,
  tenantId: string,
  documents: readonly NewDocument[],
): Promise<readonly string[]> {
  if (documents.length === 0) return [];
  const stored = documents.map((document) => {
    const kept = documentBlob(tenantId, { bytes: document.bytes, type: MEDIA_TYPES[document.format] });
    return { document, id: newId(), kept, blob: kept.sha256 };
  });
  await tx
    .with('kept', (db) =>
      db
        .insertInto('blobs')
        .values(stored.map(({ kept }) => kept))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .insertInto('documents')
    .values(
      stored.map(({ document, id, blob }) => ({
        tenant_id: tenantId,
        id,
        kind: document.kind,
        format: document.format,
        size: document.kind === 'label' || document.kind === 'return_label' ? '4x6' : null,
        blob,
        name: document.name ?? null,
        shipment_id: document.shipmentId ?? null,
        parcel_no: document.parcelNo ?? null,
        test: document.test ?? false,
      })),
    )
    .execute();
  return stored.map(({ id }) => id);
}
