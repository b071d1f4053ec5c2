/**
 * Upload, check and taking over of a file of products (contracts/products/product-import.ts). Nothing is changed before
 * the last.
 */
import type { ProductCheck, ProductMapping, productUpload } from '@scanship/contracts/products/product-import';
import { skuKey } from '@scanship/domain/orders/order-items';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { storeBlob } from '../../../platform/blobs/store-blob.ts';
import type { RequestContext } from '../../../platform/context.ts';
import { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { FileReader } from '../../../platform/file-reading/file-reader.ts';
import { openList, packList, type PackedList } from '../../../platform/file-reading/packed-list.ts';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { effectiveValues, factColumns } from '../fields.ts';
import { record } from '../history.ts';
import { addSearchKeys, titleKey } from '../search-keys.ts';
import { writeProducts } from '../commands/write-products.ts';
import type { JudgeInput, JudgedProducts, MappedFile } from './file-tasks.ts';
import { recall, remember, type RememberedMapping } from './mapping-memory.ts';
import type { JudgedRow, KnownProduct } from './read-file.ts';

/** One statement of a large file may take longer than one of a page. */
const STATEMENT_TIMEOUT_MS = 120_000;
const LONG = { statementTimeoutMs: STATEMENT_TIMEOUT_MS };
const KNOWN_PER_PIECE = 1_000;

/** What imports are made with. */
export interface ImportDeps {
  readonly db: Database;
  readonly files: FileReader;
}

/**
 * Keeps the file and suggests a mapping: the one used last with the same headers, else one from the headers' names.
 * Problems: `file_unreadable`, `file_too_large`, `unavailable`.
 */
export async function uploadImport(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<Outcome<z.infer<typeof productUpload>>> {
  const fileName = file.fileName.slice(0, 200);
  const settings = await db.tenant(
    ctx,
    (tx) =>
      sql<{ weight_unit: ProductMapping['defaults']['weightUnit'] | null }>`SELECT
        (SELECT weight_unit FROM customer_settings) AS weight_unit`.execute(tx),
    { readOnly: true },
  );
  const opened = await files.read(ctx, 'openProducts', {
    bytes: file.bytes,
    fileName,
    defaults: {
      currency: ctx.currency,
      weightUnit: settings.rows[0]?.weight_unit ?? 'kg',
      lengthUnit: 'cm',
      createNew: true,
    },
  });
  if (!opened.ok) return opened;
  const { headers, headerKey, sheetName, sample, rowCount, warnings, suggestion, sha256 } = opened.value;
  const importId = newId();
  const chosen = await db.tenant(ctx, async (tx) => {
    await storeBlob(tx, ctx.tenantId, { bytes: file.bytes, type: file.contentType, sha256 });
    const last = await sql<{ mapping: RememberedMapping }>`SELECT mapping FROM product_imports
      WHERE header_key = ${headerKey} AND state = 'committed' ORDER BY created_at DESC LIMIT 1`.execute(tx);
    const recalled = recall(last.rows[0]?.mapping, headers);
    const mapping = recalled ?? suggestion;
    await sql`INSERT INTO product_imports (tenant_id, id, file_name, sheet_name, header_key, blob, mapping, row_count, created_by)
      VALUES (${ctx.tenantId}, ${importId}, ${fileName}, ${sheetName}, ${headerKey}, ${sha256},
        ${toJson(remember(mapping, headers))}::jsonb, ${rowCount}, ${ctx.userId})`.execute(tx);
    return { mapping, remembered: recalled !== undefined };
  });
  return ok({
    importId,
    fileName,
    sheetName,
    headers: [...headers],
    sample: sample.map((row) => [...row]),
    rowCount,
    ...chosen,
    warnings: [...warnings],
  });
}

interface ImportState {
  readonly state: 'uploaded' | 'previewed' | 'committed';
  readonly preview_hash: string | null;
}

/** The state of an import, kept for this transaction, so that it is taken over once. */
async function lockImport(tx: Tx, importId: string): Promise<ImportState | undefined> {
  const { rows } = await sql<ImportState>`SELECT state, preview_hash FROM product_imports
    WHERE id = ${importId} FOR UPDATE`.execute(tx);
  return rows[0];
}

interface StoredImport extends Pick<ImportState, 'state'> {
  readonly file_name: string;
  readonly mapping: RememberedMapping;
  readonly bytes: Buffer;
}

/** The file, which never changes, and its state for the moment. No connection is held while the file is read. */
const loadImport = async (db: Database, ctx: RequestContext, importId: string): Promise<StoredImport | undefined> =>
  (
    await db.tenant(
      ctx,
      (tx) =>
        sql<StoredImport>`SELECT i.state, i.file_name, i.mapping, b.bytes
          FROM product_imports i JOIN blobs b ON b.tenant_id = i.tenant_id AND b.sha256 = i.blob
          WHERE i.id = ${importId}`.execute(tx),
      { readOnly: true },
    )
  ).rows[0];

async function pack(
  tx: Tx,
  by: 'id' | 'sku_key',
  keys: PackedList<string>,
  found: PackedList<KnownProduct>[],
): Promise<void> {
  const type = sql.raw(by === 'id' ? 'uuid' : 'text');
  for await (const some of openList(keys)) {
    const { rows } = await sql<KnownProduct>`SELECT p.id, p.sku, p.sku_key, p.shelf, ${factColumns} FROM products p
      WHERE ${sql.ref(`p.${by}`)} = ANY (${some}::${type}[])`.execute(tx);
    found.push(packList(rows, KNOWN_PER_PIECE));
  }
}

/** The file held against the products it names; it is read twice, since only its keys tell which products those are. */
async function withKnown(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  file: MappedFile,
): Promise<Outcome<JudgeInput>> {
  const keys = await files.read(ctx, 'productKeys', file);
  if (!keys.ok) return keys;
  const found: PackedList<KnownProduct>[] = [];
  await db.tenant(
    ctx,
    async (tx) => {
      await pack(tx, 'id', keys.value.ids, found);
      await pack(tx, 'sku_key', keys.value.skuKeys, found);
    },
    { readOnly: true, ...LONG },
  );
  const known = {
    pieces: found.flatMap(({ pieces }) => pieces),
    count: found.reduce((sum, { count }) => sum + count, 0),
  };
  return ok({ ...file, known });
}

const fileOf = ({ bytes, file_name: fileName, mapping }: StoredImport, given?: ProductMapping): MappedFile => ({
  bytes,
  fileName,
  mapping: given ?? mapping,
  remembered: given === undefined,
});

async function judgeStored(deps: ImportDeps, ctx: RequestContext, file: MappedFile): Promise<Outcome<JudgedProducts>> {
  const input = await withKnown(deps, ctx, file);
  return input.ok ? deps.files.read(ctx, 'judgeProducts', input.value) : input;
}

const notChecked: Outcome<never> = problem('import_changed', { message: 'This file has not been checked yet.' });
const alreadyDone: Outcome<never> = problem('import_changed', {
  message: 'This file was already imported.',
  advice: 'Upload it again to import what is left.',
});

/** Reads the file with a mapping, remembers what the preview showed and changes no product. */
export async function checkImport(
  deps: ImportDeps,
  ctx: RequestContext,
  importId: string,
  mapping: ProductMapping,
): Promise<Outcome<ProductCheck>> {
  const stored = await loadImport(deps.db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state === 'committed') return alreadyDone;
  const judged = await judgeStored(deps, ctx, fileOf(stored, mapping));
  if (!judged.ok) return judged;
  const { check, fingerprint, headers } = judged.value;
  return allOrNothing(deps.db, ctx, async (tx) => {
    if ((await lockImport(tx, importId))?.state === 'committed') return alreadyDone;
    await sql`UPDATE product_imports SET state = 'previewed', preview_hash = ${fingerprint},
      mapping = ${toJson(remember(mapping, headers))}::jsonb WHERE id = ${importId}`.execute(tx);
    return ok(check);
  });
}

export interface Taken {
  readonly created: number;
  readonly changed: number;
  readonly skipped: number;
  readonly productIds: readonly string[];
}

/**
 * Takes the rows of a checked file over in one transaction, after reading it once more.
 * Problems: `import_changed` when it would not be what the preview showed, `import_blocked` when rows have errors and
 * `skipBlocked` was not said, or nothing is left to do.
 */
export async function commitImport(
  deps: ImportDeps,
  ctx: RequestContext,
  importId: string,
  input: { readonly mapping: ProductMapping; readonly skipBlocked: boolean; readonly expected: number },
  now: Date,
): Promise<Outcome<Taken>> {
  const stored = await loadImport(deps.db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state === 'committed') return alreadyDone;
  if (stored.state !== 'previewed') return notChecked;
  const read = await judgeStored(deps, ctx, fileOf(stored, input.mapping));
  if (!read.ok) return read;
  const { counts, fingerprint, headers, fresh, changed } = read.value;
  return allOrNothing(
    deps.db,
    ctx,
    async (tx) => {
      const current = await lockImport(tx, importId);
      if (current?.state === 'committed') return alreadyDone;
      if (fingerprint !== current?.preview_hash || counts.new + counts.changed !== input.expected)
        return problem('import_changed');
      if (counts.blocked > 0 && !input.skipBlocked) return problem('import_blocked');
      if (input.expected === 0)
        return problem('import_blocked', { message: 'Nothing in this file changes a product.' });
      const productIds: string[] = [];
      for await (const rows of openList(fresh)) {
        const made = await createProducts(ctx, tx, rows, stored.file_name, now);
        if (!made.ok) return made;
        productIds.push(...made.value);
      }
      for await (const rows of openList(changed)) {
        const writings = rows.flatMap(({ id, patch }) => (id === null ? [] : [{ id, patch }]));
        await writeProducts(tx, ctx, writings, { event: 'file', note: stored.file_name, now });
        productIds.push(...writings.map(({ id }) => id));
      }
      await sql`UPDATE product_imports SET state = 'committed', committed_at = ${now.toISOString()}::timestamptz,
        mapping = ${toJson(remember(input.mapping, headers))}::jsonb WHERE id = ${importId}`.execute(tx);
      return ok({ created: counts.new, changed: counts.changed, skipped: counts.blocked, productIds });
    },
    LONG,
  );
}

/** One piece of the rows that make products; answers the ids of the new ones. */
async function createProducts(
  ctx: RequestContext,
  tx: Tx,
  rows: readonly JudgedRow[],
  fileName: string,
  now: Date,
): Promise<Outcome<readonly string[]>> {
  const fresh = rows.map(({ sku, patch, changes }) => ({
    id: newId(),
    sku,
    sku_key: skuKey(sku),
    title_key: titleKey(typeof patch.title === 'string' ? patch.title : ''),
    // A cell that clears says nothing of a product that did not exist.
    overrides: Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)),
    changes,
  }));
  const values = effectiveValues(sql`r.overrides`, sql`'{}'::jsonb`);
  const { rows: made } =
    await sql`INSERT INTO products (tenant_id, id, sku, sku_key, title_key, overrides, created_at, updated_at,
        ${sql.join(values.map(({ column }) => column))})
      SELECT ${ctx.tenantId}::uuid, r.id, r.sku, r.sku_key, r.title_key, r.overrides, ${now.toISOString()}::timestamptz,
        ${now.toISOString()}::timestamptz, ${sql.join(values.map(({ value }) => value))}
      FROM json_to_recordset(${toJson(fresh.map(({ changes: _changes, ...row }) => row))}::json)
        AS r(id uuid, sku text, sku_key text, title_key text, overrides jsonb)
      ON CONFLICT (tenant_id, sku_key) DO NOTHING RETURNING id`.execute(tx);
  // A store brought one of them in meanwhile.
  if (made.length < fresh.length) return problem('import_changed');
  const ids = fresh.map(({ id }) => id);
  await addSearchKeys(
    tx,
    ctx.tenantId,
    fresh.map(({ id, sku, overrides: { title, barcode } }) => ({
      id,
      title: typeof title === 'string' ? title : '',
      skus: [sku],
      barcodes: typeof barcode === 'string' ? [barcode] : [],
    })),
  );
  await record(
    tx,
    ctx,
    fresh.map(({ id, changes }) => ({ productId: id, event: 'file', note: fileName, changes })),
    now,
  );
  return ok(ids);
}

/** Products of a file that was taken over, as they are found in it now. Problems: `not_found`, `import_changed`. */
export async function productsOfImport(
  deps: ImportDeps,
  ctx: RequestContext,
  importId: string,
): Promise<Outcome<readonly string[]>> {
  const stored = await loadImport(deps.db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state !== 'committed')
    return problem('import_changed', { message: 'This file has not been imported yet.' });
  const judged = await judgeStored(deps, ctx, fileOf(stored));
  if (!judged.ok) return judged;
  const ids: string[] = [];
  for await (const some of openList(judged.value.named)) ids.push(...some);
  return ok(ids);
}

/**
 * Rows of a checked file that cannot be taken, as they were, with their problems in front; the file can be mended and
 * uploaded as it is. Problems: `not_found`, `import_changed` when it was never checked.
 */
export async function problemFile(
  deps: ImportDeps,
  ctx: RequestContext,
  importId: string,
): Promise<Outcome<{ readonly bytes: Uint8Array; readonly fileName: string }>> {
  const stored = await loadImport(deps.db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state === 'uploaded') return notChecked;
  const input = await withKnown(deps, ctx, fileOf(stored));
  if (!input.ok) return input;
  const made = await deps.files.read(ctx, 'productProblemFile', input.value);
  if (!made.ok) return made;
  return ok({ bytes: made.value, fileName: `${stored.file_name.replace(/\.[^.]*$/, '')}-problems.csv` });
}
