/**
 * Rows of `blobs` are written in `store-blob.ts` and moved in this folder alone. Whoever reads bytes of documents or print jobs opens them by
 * `Blobs`; who reads them in the row itself is named here, because `storeBlob` keeps its files in the database.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = join(import.meta.dirname, '../..');
const SOURCE = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(join(SOURCES, file), 'utf8') }));

const found = (pattern: RegExp): string[] =>
  SOURCE.filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted();

test('one place stores bytes', () => {
  expect(found(/INTO blobs\b|insertInto\('blobs'\)|UPDATE blobs\b|updateTable\('blobs'\)/)).toEqual([
    'modules/documents/store.ts',
    'operations/load-tenant.ts',
    'operations/restore.ts',
    'operations/stored-files.ts',
    'platform/blobs/move-blobs.ts',
    'platform/blobs/store-blob.ts',
  ]);
});

test('who reads bytes in their row is known', () => {
  expect(found(/(?:FROM|JOIN) blobs\b|(?:selectFrom|innerJoin|leftJoin)\('blobs'/)).toEqual(
    [
      // By `Blobs`.
      'modules/documents/label-files.ts',
      'modules/documents/print-labels.ts',
      'modules/printing/commands/lease-job.ts',
      'modules/printing/wished-documents.ts',
      'platform/blobs/open-blobs.ts',
      'operations/stored-files.ts',
      // The bucket itself, and whole archives.
      'operations/backup.ts',
      'operations/export-tenant.ts',
      'operations/restore.ts',
      'platform/blobs/move-blobs.ts',
      'platform/blobs/remove-objects.ts',
      // Deletes; counts.
      'platform/blobs/referrers.ts',
      'modules/operations/state/read-state.ts',
      // Stored by `storeBlob`.
      'modules/buyer-page/pictures.ts',
      'modules/carrier-bills/dispute-files.ts',
      'modules/carrier-bills/work-file.ts',
      'modules/carriers/rate-sheet-upload.ts',
      'modules/documents/branding.ts',
      'modules/mail/mail-branding.ts',
      'modules/orders/import/import-commands.ts',
      'modules/products/commands/edit-product.ts',
      'modules/products/files/import-commands.ts',
      'modules/settings/document-logo.ts',
      'modules/statements/invoice-papers.ts',
      'modules/tenants/brand-pictures.ts',
      'modules/tenants/edit-branding.ts',
    ].toSorted(),
  );
});
