/**
 * The one place that writes bytes into `blobs`, each once per tenant under its hash; always into the database, in the transaction that
 * records what they belong to. `move-blobs.ts` may bring them to the bucket later.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '../database/database.ts';

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface NewBlob {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
  /** Where it was computed already. */
  readonly sha256?: string | undefined;
}

/**
 * Bytes that are read inside transactions (pictures, uploads, invoices) and therefore stay in the database: where a document with the very
 * same bytes went to the bucket, they come back with this.
 * @returns the SHA-256 in hex
 */
export async function storeBlob(
  tx: Tx,
  tenantId: string,
  { bytes, type, sha256 = hashOf(bytes) }: NewBlob,
): Promise<string> {
  await sql`INSERT INTO blobs AS b (tenant_id, sha256, size, type, bytes)
    VALUES (${tenantId}, ${sha256}, ${bytes.byteLength}, ${type}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})
    ON CONFLICT (tenant_id, sha256) DO UPDATE SET bytes = excluded.bytes, place = 'db', object_key = NULL, may_move = false
    WHERE b.may_move`.execute(tx);
  return sha256;
}

/** For a printer: kept for some days, and read by `Blobs.open` since a label that fits as it is has the very same bytes. */
export async function storePrintable(
  tx: Tx,
  tenantId: string,
  { bytes, type, sha256 = hashOf(bytes) }: NewBlob,
): Promise<string> {
  await sql`INSERT INTO blobs (tenant_id, sha256, size, type, bytes)
    VALUES (${tenantId}, ${sha256}, ${bytes.byteLength}, ${type}, ${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)})
    ON CONFLICT DO NOTHING`.execute(tx);
  return sha256;
}

/** Part of a statement that stores documents: their bytes may move. */
export const documentBlob = (tenantId: string, { bytes, type, sha256 = hashOf(bytes) }: NewBlob) => ({
  tenant_id: tenantId,
  sha256,
  size: bytes.byteLength,
  type,
  bytes,
  may_move: true,
});
