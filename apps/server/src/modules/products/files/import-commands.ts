/** Upload, check and taking over of a file of products (contracts/product-import.ts). Nothing is changed before the last. */
import { createHash } from 'node:crypto';
import {
  PRODUCT_IMPORT_FIELDS,
  type ProductCheck,
  type ProductImportField,
  type ProductMapping,
  productMapping,
  type productUpload,
} from '@scanship/contracts/product-import';
import type { Table } from '@scanship/documents/table-reader';
import { writeCsv } from '@scanship/documents/table-writer';
import { skuKey } from '@scanship/domain/order-items';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { RequestContext } from '../../../platform/context.ts';
import { allOrNothing } from '../../../platform/database/all-or-nothing.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { headerRowKey, PROBLEM_HEADERS } from '../../../platform/table-cells/headers.ts';
import { effectiveValues } from '../fields.ts';
import { record } from '../history.ts';
import { addSearchKeys, titleKey } from '../search-keys.ts';
import { writeProducts } from '../commands/write-products.ts';
import { checkMapping, judgeFile, type JudgedFile, type JudgedRow, readFile } from './read-file.ts';
import { suggestMapping } from './suggest-mapping.ts';

const SAMPLE_ROWS = 20;
const LISTED_PROBLEMS = 1_000;
const LISTED_ROWS = 200;
const ROWS_PER_STATEMENT = 2_000;
/** One statement of a large file may take longer than one of a page. */
const STATEMENT_TIMEOUT_MS = 120_000;
const LONG = { statementTimeoutMs: STATEMENT_TIMEOUT_MS };

/** A mapping as it is remembered: by header name, so that it survives columns put in front. */
interface Remembered {
  readonly columns: Readonly<Partial<Record<ProductImportField, string>>>;
  readonly defaults: ProductMapping['defaults'];
}

const remember = ({ columns, defaults }: ProductMapping, headers: readonly string[]): Remembered => ({
  columns: Object.fromEntries(
    PRODUCT_IMPORT_FIELDS.flatMap((field) => {
      const header = headers[columns[field] ?? -1];
      return header === undefined ? [] : [[field, header]];
    }),
  ),
  defaults,
});

function recall(remembered: Remembered | undefined, headers: readonly string[]): ProductMapping | undefined {
  if (!remembered?.columns) return undefined;
  const columns = Object.entries(remembered.columns).flatMap(([field, header]) => {
    const index = headers.indexOf(header);
    return index < 0 ? [] : [[field, index]];
  });
  const parsed = productMapping.safeParse({ columns: Object.fromEntries(columns), defaults: remembered.defaults });
  return parsed.success ? parsed.data : undefined;
}

/**
 * Keeps the file and suggests a mapping: the one used last with the same headers, else one from the headers' names.
 * Problems: `file_unreadable`, `file_too_large`.
 */
export async function uploadImport(
  db: Database,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<Outcome<z.infer<typeof productUpload>>> {
  const table = await readFile(file.bytes, file.fileName);
  if (!table.ok) return table;
  const { headers, rows, sheetName, warnings } = table.value;
  const importId = newId();
  const fileName = file.fileName.slice(0, 200);
  const key = headerRowKey(headers);
  const suggestion = await db.tenant(ctx, async (tx) => {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    await sql`INSERT INTO blobs (tenant_id, sha256, size, type, bytes)
      VALUES (${ctx.tenantId}, ${sha256}, ${file.bytes.length}, ${file.contentType}, ${Buffer.from(file.bytes)})
      ON CONFLICT (tenant_id, sha256) DO NOTHING`.execute(tx);
    const last = await sql<{ mapping: Remembered }>`SELECT mapping FROM product_imports
      WHERE header_key = ${key} AND state = 'committed' ORDER BY created_at DESC LIMIT 1`.execute(tx);
    const settings = await sql<{ weight_unit: ProductMapping['defaults']['weightUnit'] | null }>`SELECT
      (SELECT weight_unit FROM customer_settings) AS weight_unit`.execute(tx);
    const recalled = recall(last.rows[0]?.mapping, headers);
    const mapping =
      recalled ??
      suggestMapping(headers, {
        currency: ctx.currency,
        weightUnit: settings.rows[0]?.weight_unit ?? 'kg',
        lengthUnit: 'cm',
        createNew: true,
      });
    await sql`INSERT INTO product_imports (tenant_id, id, file_name, sheet_name, header_key, blob, mapping, row_count, created_by)
      VALUES (${ctx.tenantId}, ${importId}, ${fileName}, ${sheetName}, ${key}, ${sha256},
        ${toJson(remember(mapping, headers))}::jsonb, ${rows.length}, ${ctx.userId})`.execute(tx);
    return { mapping, remembered: recalled !== undefined };
  });
  return ok({
    importId,
    fileName,
    sheetName,
    headers: [...headers],
    sample: rows.slice(0, SAMPLE_ROWS).map((row) => [...row]),
    rowCount: rows.length,
    ...suggestion,
    warnings: [...warnings],
  });
}

interface Stored {
  readonly state: 'uploaded' | 'previewed' | 'committed';
  readonly file_name: string;
  readonly mapping: Remembered;
  readonly preview_hash: string | null;
  readonly bytes: Buffer;
}

/** @param lock keeps the import for this transaction, so that it is taken over once */
async function load(tx: Tx, importId: string, lock: boolean): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`SELECT i.state, i.file_name, i.mapping, i.preview_hash, b.bytes
    FROM product_imports i JOIN blobs b ON b.tenant_id = i.tenant_id AND b.sha256 = i.blob
    WHERE i.id = ${importId} ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(tx);
  return rows[0];
}

interface Read {
  readonly table: Table;
  readonly judged: JudgedFile;
}

async function read(tx: Tx, stored: Stored, mapping: ProductMapping | undefined): Promise<Outcome<Read>> {
  const table = await readFile(stored.bytes, stored.file_name);
  if (!table.ok) return table;
  const used = mapping ?? recall(stored.mapping, table.value.headers);
  if (!used) return notChecked;
  const fits = checkMapping(used, table.value.headers);
  return fits.ok ? ok({ table: table.value, judged: await judgeFile(tx, table.value, used) }) : fits;
}

const notChecked: Outcome<never> = problem('import_changed', { message: 'This file has not been checked yet.' });
const alreadyDone: Outcome<never> = problem('import_changed', {
  message: 'This file was taken over already.',
  advice: 'Upload it again to import what is left.',
});

/** Reads the file with a mapping, remembers what the preview showed and changes no product. */
export const checkImport = (
  db: Database,
  ctx: RequestContext,
  importId: string,
  mapping: ProductMapping,
): Promise<Outcome<ProductCheck>> =>
  allOrNothing(
    db,
    ctx,
    async (tx) => {
      const stored = await load(tx, importId, true);
      if (!stored) return problem('not_found');
      if (stored.state === 'committed') return alreadyDone;
      const done = await read(tx, stored, mapping);
      if (!done.ok) return done;
      const { judged, table } = done.value;
      await sql`UPDATE product_imports SET state = 'previewed', preview_hash = ${judged.fingerprint},
        mapping = ${toJson(remember(mapping, table.headers))}::jsonb WHERE id = ${importId}`.execute(tx);
      return ok(answerOf(judged));
    },
    LONG,
  );

const answerOf = ({ rows, problems, counts }: JudgedFile): ProductCheck => ({
  counts: { ...counts },
  // Errors first, since a list that is cut must not hide what blocks.
  problems: [
    ...problems.filter((each) => each.severity === 'error'),
    ...problems.filter((each) => each.severity === 'warning'),
  ].slice(0, LISTED_PROBLEMS),
  problemCount: problems.length,
  preview: rows
    .filter(({ state }) => state !== 'unchanged')
    .slice(0, LISTED_ROWS)
    .map(({ row, sku, title, state, changes }) => ({ row, sku, title, state, changes: [...changes] })),
});

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
export const commitImport = (
  db: Database,
  ctx: RequestContext,
  importId: string,
  input: { readonly mapping: ProductMapping; readonly skipBlocked: boolean; readonly expected: number },
  now: Date,
): Promise<Outcome<Taken>> =>
  allOrNothing(
    db,
    ctx,
    async (tx) => {
      const stored = await load(tx, importId, true);
      if (!stored) return problem('not_found');
      if (stored.state === 'committed') return alreadyDone;
      if (stored.state !== 'previewed') return notChecked;
      const done = await read(tx, stored, input.mapping);
      if (!done.ok) return done;
      const { rows, counts, fingerprint } = done.value.judged;
      if (fingerprint !== stored.preview_hash || counts.new + counts.changed !== input.expected)
        return problem('import_changed');
      if (counts.blocked > 0 && !input.skipBlocked) return problem('import_blocked');
      if (input.expected === 0)
        return problem('import_blocked', { message: 'Nothing in this file changes a product.' });
      const made = await createProducts(ctx, tx, rows, stored.file_name, now);
      if (!made.ok) return made;
      const changed = rows.flatMap(({ id, state, patch }) =>
        state === 'changed' && id !== null ? [{ id, patch }] : [],
      );
      await writeProducts(tx, ctx, changed, { event: 'file', note: stored.file_name, now });
      await sql`UPDATE product_imports SET state = 'committed', committed_at = ${now.toISOString()}::timestamptz,
        mapping = ${toJson(remember(input.mapping, done.value.table.headers))}::jsonb WHERE id = ${importId}`.execute(
        tx,
      );
      return ok({
        created: counts.new,
        changed: counts.changed,
        skipped: counts.blocked,
        productIds: [...made.value, ...changed.map(({ id }) => id)],
      });
    },
    LONG,
  );

async function createProducts(
  ctx: RequestContext,
  tx: Tx,
  rows: readonly JudgedRow[],
  fileName: string,
  now: Date,
): Promise<Outcome<readonly string[]>> {
  const fresh = rows
    .filter(({ state }) => state === 'new')
    .map(({ sku, patch, changes }) => ({
      id: newId(),
      sku,
      sku_key: skuKey(sku),
      title_key: titleKey(typeof patch.title === 'string' ? patch.title : ''),
      // A cell that clears says nothing of a product that did not exist.
      overrides: Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== null)),
      changes,
    }));
  const values = effectiveValues(sql`r.overrides`, sql`'{}'::jsonb`);
  for (let from = 0; from < fresh.length; from += ROWS_PER_STATEMENT) {
    const chunk = fresh.slice(from, from + ROWS_PER_STATEMENT);
    const { rows: made } =
      await sql`INSERT INTO products (tenant_id, id, sku, sku_key, title_key, overrides, created_at, updated_at,
        ${sql.join(values.map(({ column }) => column))})
      SELECT ${ctx.tenantId}::uuid, r.id, r.sku, r.sku_key, r.title_key, r.overrides, ${now.toISOString()}::timestamptz,
        ${now.toISOString()}::timestamptz, ${sql.join(values.map(({ value }) => value))}
      FROM json_to_recordset(${toJson(chunk.map(({ changes: _changes, ...row }) => row))}::json)
        AS r(id uuid, sku text, sku_key text, title_key text, overrides jsonb)
      ON CONFLICT (tenant_id, sku_key) DO NOTHING RETURNING id`.execute(tx);
    // A store brought one of them in meanwhile.
    if (made.length < chunk.length) return problem('import_changed');
  }
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
export const productsOfImport = (
  db: Database,
  ctx: RequestContext,
  importId: string,
): Promise<Outcome<readonly string[]>> =>
  allOrNothing(
    db,
    ctx,
    async (tx) => {
      const stored = await load(tx, importId, false);
      if (!stored) return problem('not_found');
      if (stored.state !== 'committed')
        return problem('import_changed', { message: 'This file has not been taken over yet.' });
      const done = await read(tx, stored, undefined);
      return done.ok
        ? ok(done.value.judged.rows.flatMap(({ id, state }) => (state === 'blocked' ? [] : (id ?? []))))
        : done;
    },
    LONG,
  );

/**
 * Rows of a checked file that cannot be taken, as they were, with their problems in front; the file can be mended and
 * uploaded as it is. Problems: `not_found`, `import_changed` when it was never checked.
 */
export const problemFile = (
  db: Database,
  ctx: RequestContext,
  importId: string,
): Promise<Outcome<{ readonly bytes: Uint8Array; readonly fileName: string }>> =>
  allOrNothing(
    db,
    ctx,
    async (tx) => {
      const stored = await load(tx, importId, false);
      if (!stored) return problem('not_found');
      if (stored.state === 'uploaded') return notChecked;
      const done = await read(tx, stored, undefined);
      if (!done.ok) return done;
      const { table, judged } = done.value;
      const blocked = new Set(judged.rows.filter(({ state }) => state === 'blocked').map(({ row }) => row));
      const said = new Map<number, string[]>();
      for (const { row, column, message } of judged.problems)
        said.set(row, [...(said.get(row) ?? []), column === null ? message : `${column}: ${message}`]);
      const lines = table.rowNumbers.flatMap((number, index) =>
        blocked.has(number) ? [[number, (said.get(number) ?? []).join(' '), ...(table.rows[index] ?? [])]] : [],
      );
      return ok({
        bytes: writeCsv([...PROBLEM_HEADERS, ...table.headers], lines),
        fileName: `${stored.file_name.replace(/\.[^.]*$/, '')}-problems.csv`,
      });
    },
    LONG,
  );
