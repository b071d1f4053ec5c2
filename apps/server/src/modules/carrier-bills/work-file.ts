/** One billing file from its bytes to differences, in steps that can each be repeated. */
import type { BillLayout } from '@scanship/domain/carrier-bills/bill-kinds';
import type { BillMapping } from '@scanship/domain/carrier-bills/mapped';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { json } from '../../platform/database/json-column.ts';
import type { FileReader } from '../../platform/file-reading/file-reader.ts';
import type { AppProblem } from '../../platform/problem.ts';
import { auditOwnLines, auditPurchases } from './audit-purchases.ts';
import { keepLines } from './keep-lines.ts';
import { matchFile } from './match-lines.ts';
import { readSettings } from './settings.ts';

export type FilePoint = 'file-read' | 'file-kept' | 'file-matched' | 'file-audited';

interface FileRow {
  readonly account_id: string;
  readonly slug: string;
  readonly layout: BillLayout;
  readonly file_name: string;
  readonly currency: string;
  readonly mapping: BillMapping | null;
  readonly state: string;
  readonly bytes: Buffer;
}

async function fail(db: Database, who: { readonly tenantId: string }, fileId: string, sentence: string): Promise<void> {
  await db.tenant(who, (tx) =>
    sql`UPDATE bill_files SET state = 'failed', problem = ${sentence}, due_at = NULL, lease_until = NULL, ended_at = clock_timestamp()
      WHERE tenant_id = ${who.tenantId} AND id = ${fileId}`.execute(tx),
  );
}

const sentenceOf = ({ message = 'This file cannot be read.', advice }: AppProblem): string =>
  advice === undefined ? message : `${message} ${advice}`;

export async function workFile(
  { db, files }: { readonly db: Database; readonly files: FileReader },
  at: { readonly tenantId: string; readonly fileId: string },
  point: (name: FilePoint) => Promise<void>,
): Promise<void> {
  const { tenantId, fileId } = at;
  const file = await db.tenant(
    at,
    async (tx) =>
      (
        await sql<FileRow>`SELECT f.account_id, f.slug, f.layout, f.file_name, f.currency, f.mapping, f.state, b.bytes
          FROM bill_files f JOIN blobs b ON b.tenant_id = f.tenant_id AND b.sha256 = f.blob
          WHERE f.tenant_id = ${tenantId} AND f.id = ${fileId}`.execute(tx)
      ).rows[0],
    { readOnly: true },
  );
  if (!file || file.state === 'done' || file.state === 'failed') return;
  const account = { tenantId, accountId: file.account_id };
  if (file.state === 'reading') {
    const read = await files.read(at, 'readBill', {
      bytes: file.bytes,
      fileName: file.file_name,
      layout: file.layout,
      currency: file.currency,
      mapping: file.mapping ?? undefined,
    });
    // Others come first just now: it stays due.
    if (!read.ok && read.problem.code === 'unavailable') throw new Error('too many files are being read');
    if (!read.ok) return fail(db, at, fileId, sentenceOf(read.problem));
    const { lines, faults, faultCount, informational, rows } = read.value;
    await point('file-read');
    await keepLines(db, { ...account, fileId }, lines);
    await point('file-kept');
    const counts = { rows, lines: lines.count, informational, faults: faultCount };
    await db.tenant(at, (tx) =>
      sql`UPDATE bill_files SET state = 'auditing', counts = ${json(counts)}, faults = ${json(faults)}
        WHERE tenant_id = ${tenantId} AND id = ${fileId}`.execute(tx),
    );
  }
  await matchFile(db, account, fileId);
  await point('file-matched');
  await auditFile(db, { ...account, slug: file.slug }, fileId);
  await point('file-audited');
  await finish(db, account, fileId);
}

const purchasesOf = async (db: Database, tenantId: string, fileId: string): Promise<readonly string[]> =>
  (
    await db.tenant(
      { tenantId },
      (tx) =>
        sql<{ id: string }>`SELECT DISTINCT purchase_id AS id FROM invoice_lines
          WHERE tenant_id = ${tenantId} AND file_id = ${fileId} AND purchase_id IS NOT NULL`.execute(tx),
      { readOnly: true },
    )
  ).rows.map((row) => row.id);

export async function auditFile(
  db: Database,
  account: { readonly tenantId: string; readonly accountId: string; readonly slug: string },
  fileId: string,
): Promise<void> {
  const settings = await db.tenant(account, (tx) => readSettings(tx, account.tenantId), { readOnly: true });
  const scope = { ...account, toleranceMinor: settings.toleranceMinor };
  await auditPurchases(db, scope, await purchasesOf(db, account.tenantId, fileId));
  await auditOwnLines(db, scope);
}

async function finish(
  db: Database,
  account: { readonly tenantId: string; readonly accountId: string },
  fileId: string,
): Promise<void> {
  const { tenantId } = account;
  await db.tenant(account, (tx) =>
    sql`UPDATE bill_files AS f SET state = 'done', due_at = NULL, lease_until = NULL, ended_at = clock_timestamp(),
        counts = f.counts || jsonb_build_object('known', greatest(0, (f.counts->>'lines')::int - n.kept), 'lines', n.kept,
          'matched', n.matched, 'suggested', n.suggested, 'open', n.open, 'differences', n.differences)
      FROM (SELECT count(*)::int AS kept, count(*) FILTER (WHERE state IN ('matched', 'own'))::int AS matched,
          count(*) FILTER (WHERE state = 'suggested')::int AS suggested, count(*) FILTER (WHERE state = 'open')::int AS open,
          (SELECT count(*)::int FROM bill_differences d WHERE d.tenant_id = ${tenantId} AND d.state = 'open' AND EXISTS (
            SELECT 1 FROM invoice_lines l WHERE l.tenant_id = ${tenantId} AND l.file_id = ${fileId} AND l.purchase_id = d.purchase_id)) AS differences
        FROM invoice_lines WHERE tenant_id = ${tenantId} AND file_id = ${fileId}) AS n
      WHERE f.tenant_id = ${tenantId} AND f.id = ${fileId}`.execute(tx),
  );
}
