/** The picture or document of an objection: kept on both sides, each under its own tenant. */
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import { actAs, type Database, type Tx } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { FileAnswer, UploadedFile } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { storeBlob } from '../documents/index.ts';

const MOST_BYTES = 10_000_000;
/** By their first bytes: what the name or the browser says is not believed. */
const KINDS: readonly (readonly [readonly number[], string])[] = [
  [[0x89, 0x50, 0x4e, 0x47], 'image/png'],
  [[0xff, 0xd8, 0xff], 'image/jpeg'],
  [[0x25, 0x50, 0x44, 0x46], 'application/pdf'],
];
const kindOf = (bytes: Uint8Array): string | undefined =>
  KINDS.find(([marks]) => marks.every((mark, index) => bytes[index] === mark))?.[1];

/** Problems: `file_unreadable` for another kind of file, `not_found`, `forbidden` when it is decided. */
export async function addFile(
  db: Database,
  who: { readonly tenantId: string },
  id: string,
  file: UploadedFile,
): Promise<Outcome<string>> {
  const type = kindOf(file.bytes);
  if (!type) return problem('file_unreadable', { message: 'Add a picture (PNG or JPEG) or a PDF.' });
  if (file.bytes.byteLength > MOST_BYTES)
    return problem('file_too_large', { message: 'This file is larger than 10 MB.' });
  return db.tenant(who, async (tx) => {
    const { rows } = await sql<{ with_tenant: string | null; state: string }>`SELECT with_tenant, state FROM disputes
      WHERE tenant_id = ${who.tenantId} AND id = ${id} AND side = 'raised' FOR UPDATE`.execute(tx);
    const [dispute] = rows;
    if (!dispute) return problem('not_found');
    if (dispute.state !== 'open' && dispute.state !== 'sent')
      return problem('forbidden', { message: 'This objection is decided already.' });
    await keep(tx, who.tenantId, id, file, type);
    if (dispute.with_tenant !== null) {
      await actAs(tx, { role: 'app_tenant', tenantId: dispute.with_tenant });
      await keep(tx, dispute.with_tenant, id, file, type);
      await actAs(tx, { role: 'app_tenant', tenantId: who.tenantId });
    }
    return ok(file.fileName);
  });
}

async function keep(tx: Tx, tenantId: string, id: string, file: UploadedFile, type: string): Promise<void> {
  const sha256 = await storeBlob(tx, tenantId, { bytes: file.bytes, type });
  await sql`UPDATE disputes SET evidence = evidence || ${json({ file: { name: file.fileName, sha256, type } })}, version = version + 1
    WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(tx);
}

export async function readFileOf(
  db: Database,
  who: { readonly tenantId: string },
  id: string,
): Promise<Outcome<FileAnswer>> {
  const { rows } = await db.tenant(
    who,
    (tx) =>
      sql<{
        name: string;
        type: string;
        bytes: Buffer;
      }>`SELECT d.evidence->'file'->>'name' AS name, b.type, b.bytes FROM disputes d
        JOIN blobs b ON b.tenant_id = d.tenant_id AND b.sha256 = d.evidence->'file'->>'sha256'
        WHERE d.tenant_id = ${who.tenantId} AND d.id = ${id}`.execute(tx),
    { readOnly: true },
  );
  const [row] = rows;
  if (!row) return problem('not_found', { message: 'There is no file with this objection.' });
  return ok({ kind: 'file', bytes: row.bytes, contentType: row.type, fileName: row.name });
}
