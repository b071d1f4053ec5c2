/** Bytes for a printer: made once for a document and a shape, kept for some days, and gone after. */
import { DocumentError } from '@scanship/documents/document-error';
import { printReady, type PrintShape, type PrintSource } from '@scanship/documents/printing/print-ready';
import type { TypstRenderer } from '@scanship/documents/typst/typst-renderer';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { dropUnreferred } from '../../platform/blobs/referrers.ts';
import { hashOf, storePrintable } from '../../platform/blobs/store-blob.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { fitsAsItIs, type StoredSource } from './choose-format.ts';

/** A reprint within this time needs nothing to be made again. */
export const CONTENT_DAYS = 3;
/** Marks bytes that nothing but printing keeps. */
const PRINT_TYPE = 'application/vnd.scanship.print';

/** Rows that one round takes away; the next one goes on. */
const AT_ONCE = 1_000;

export interface Content {
  readonly bytes: Uint8Array;
  readonly sha256: string;
}

export const contentOf = (bytes: Uint8Array): Content => ({
  bytes,
  sha256: hashOf(bytes),
});

/** Problem: `file_unreadable` with the reason, for what cannot be made for such a printer. */
export async function makeContents(
  source: PrintSource & StoredSource,
  shape: PrintShape,
  renderer: TypstRenderer,
): Promise<Outcome<readonly Content[]>> {
  if (fitsAsItIs(source, shape)) return ok([contentOf(source.bytes)]);
  try {
    const files = await printReady({ bytes: source.bytes, format: source.format }, shape, renderer);
    return ok(files.map(contentOf));
  } catch (error) {
    if (error instanceof DocumentError && (error.code === 'bad-file' || error.code === 'bad-input'))
      return problem('file_unreadable', { message: error.message });
    throw error;
  }
}

/** Stores the bytes once; with a key they are found again for the same document and shape. */
export async function keepContents(
  tx: Tx,
  tenantId: string,
  contents: readonly Content[],
  key: string | undefined,
): Promise<void> {
  for (const [at, { bytes, sha256 }] of contents.entries()) {
    await storePrintable(tx, tenantId, { bytes, type: PRINT_TYPE, sha256 });
    if (key === undefined) continue;
    await sql`INSERT INTO print_contents (tenant_id, key, no, blob, expires_at)
      VALUES (${tenantId}, ${key}, ${at + 1}, ${sha256}, clock_timestamp() + make_interval(days => ${CONTENT_DAYS}))
      ON CONFLICT (tenant_id, key, no) DO UPDATE SET blob = excluded.blob, expires_at = excluded.expires_at`.execute(
      tx,
    );
  }
}

/** What was made before for these keys, by key, in the order of pages. */
export async function keptContents(
  tx: Tx,
  tenantId: string,
  keys: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (keys.length === 0) return new Map();
  const { rows } = await sql<{ key: string; blob: string }>`SELECT key, blob FROM print_contents
    WHERE tenant_id = ${tenantId} AND key = ANY (${[...keys]}) AND expires_at > clock_timestamp() + interval '1 hour'
    ORDER BY key, no`.execute(tx);
  const found = new Map<string, string[]>();
  for (const { key, blob } of rows) found.set(key, [...(found.get(key) ?? []), blob]);
  return found;
}

/**
 * Forgets the bytes of a tenant whose time is over; those a document or another job still needs stay.
 * @returns how many files went
 */
export async function dropOldContents(tx: Tx, tenantId: string): Promise<number> {
  // Not only those of a job: a label for a browser's own printer is kept without one.
  const made = await sql<{
    blob: string;
  }>`DELETE FROM print_contents WHERE tenant_id = ${tenantId} AND (key, no) IN (SELECT key, no FROM print_contents
      WHERE tenant_id = ${tenantId} AND expires_at <= clock_timestamp() LIMIT ${sql.lit(AT_ONCE)}) RETURNING blob`.execute(
    tx,
  );
  const released = await sql<{ blob: string }>`WITH old AS (SELECT id, blob FROM print_jobs
      WHERE tenant_id = ${tenantId} AND blob IS NOT NULL AND content_until <= clock_timestamp() AND due_at IS NULL LIMIT ${sql.lit(AT_ONCE)})
    UPDATE print_jobs j SET blob = NULL FROM old WHERE j.tenant_id = ${tenantId} AND j.id = old.id RETURNING old.blob`.execute(
    tx,
  );
  const gone = await dropUnreferred(
    tx,
    tenantId,
    [...made.rows, ...released.rows].map(({ blob }) => blob),
    PRINT_TYPE,
  );
  return gone.length;
}
