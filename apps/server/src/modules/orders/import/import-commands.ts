/**
 * Upload, check and creation of an import (contracts/orders/order-import.ts). Nothing is created before the creation.
 */
import {
  type ImportCheck,
  type ImportMapping,
  importMapping,
  type importUpload,
} from '@scanship/contracts/orders/order-import';
import { ok } from '@scanship/domain/values/result';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import { storeBlob } from '../../../platform/blobs/store-blob.ts';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { FileReader } from '../../../platform/file-reading/file-reader.ts';
import { openList, packList, type PackedList } from '../../../platform/file-reading/packed-list.ts';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { mayShip } from '../../restrictions/index.ts';
import { numbersInUse } from '../commands/add-order.ts';
import { createOrders } from '../commands/create-orders.ts';
import type { NewOrder } from '../commands/new-order.ts';
import { OWN_PLATFORM, ownStore } from '../commands/own-store.ts';
import { allOrNothing } from '../commands/transaction.ts';
import type { ParsedImport } from './file-tasks.ts';
import { judge, type Judged } from './judge-import.ts';
import { recallMapping, type RememberedMapping, rememberMapping } from './suggest-mapping.ts';

interface Place {
  readonly timeZone: string;
  readonly weightUnit: ImportMapping['defaults']['weightUnit'];
  readonly countryCode: string | null;
}

/** What of the customer's settings a file is read with. */
async function customerPlace(ctx: RequestContext, tx: Tx): Promise<Place> {
  const { rows } = await sql<{
    time_zone: string | null;
    weight_unit: Place['weightUnit'] | null;
    country: string | null;
  }>`SELECT
    (SELECT time_zone FROM customer_settings) AS time_zone, (SELECT weight_unit FROM customer_settings) AS weight_unit,
    (SELECT address ->> 'countryCode' FROM locations WHERE is_default) AS country`.execute(tx);
  const [row] = rows;
  return {
    timeZone: row?.time_zone ?? ctx.timeZone,
    weightUnit: row?.weight_unit ?? 'kg',
    countryCode: row?.country ?? null,
  };
}

/** What imports are made with. */
export interface ImportDeps {
  readonly db: Database;
  readonly files: FileReader;
}

/**
 * Keeps the file and suggests a mapping: the one used last with the same headers, else one from the headers' names.
 * @returns problem `file_unreadable`, `file_too_large` or `unavailable`
 */
export async function uploadImport(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<Outcome<z.infer<typeof importUpload>>> {
  const place = await db.tenant(ctx, (tx) => customerPlace(ctx, tx), { readOnly: true });
  const fileName = file.fileName.slice(0, 200);
  const opened = await files.read(ctx, 'openOrders', {
    bytes: file.bytes,
    fileName,
    defaults: {
      currency: ctx.currency,
      countryCode: place.countryCode,
      weightUnit: place.weightUnit,
      dateOrder: ctx.locale === 'fr-CA' ? 'dmy' : 'mdy',
    },
  });
  if (!opened.ok) return opened;
  const { headers, headerKey, sheetName, sample, rowCount, warnings, suggestion, sha256 } = opened.value;
  const importId = newId();
  const chosen = await db.tenant(ctx, async (tx) => {
    await storeBlob(tx, ctx.tenantId, { bytes: file.bytes, type: file.contentType, sha256 });
    const remembered = await sql<{ mapping: RememberedMapping }>`SELECT mapping FROM import_mappings
      WHERE header_key = ${headerKey}`.execute(tx);
    const recalled = remembered.rows[0] && readMapping(recallMapping(remembered.rows[0].mapping, headers));
    const mapping = recalled ?? suggestion;
    await sql`INSERT INTO order_imports (tenant_id, id, file_name, blob, mapping, row_count, created_by, sheet_name)
      VALUES (${ctx.tenantId}, ${importId}, ${fileName}, ${sha256}, ${toJson(mapping)}::jsonb, ${rowCount}, ${ctx.userId}, ${sheetName})`.execute(
      tx,
    );
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

/** A stored mapping, or undefined when it is not what mappings are today. */
function readMapping(value: unknown): ImportMapping | undefined {
  const parsed = importMapping.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

interface ImportState {
  readonly state: 'uploaded' | 'previewed' | 'committing' | 'committed' | 'failed' | 'discarded';
  readonly mapping: ImportMapping | undefined;
  readonly previewHash: string | null;
}

/** The state of an import, kept for this transaction, so that it is created once. */
async function lockImport(tx: Tx, importId: string): Promise<ImportState | undefined> {
  const { rows } = await sql<{ state: ImportState['state']; mapping: unknown; preview_hash: string | null }>`
    SELECT state, mapping, preview_hash FROM order_imports WHERE id = ${importId} FOR UPDATE`.execute(tx);
  const [row] = rows;
  return row && { state: row.state, mapping: readMapping(row.mapping), previewHash: row.preview_hash };
}

interface StoredImport extends Pick<ImportState, 'state' | 'mapping'> {
  readonly fileName: string;
  readonly bytes: Buffer;
  readonly timeZone: string;
}

/** The file, which never changes, and its state for the moment. No connection is held while the file is read. */
const loadImport = (db: Database, ctx: RequestContext, importId: string): Promise<StoredImport | undefined> =>
  db.tenant(
    ctx,
    async (tx) => {
      const { rows } = await sql<{
        state: ImportState['state'];
        file_name: string;
        mapping: unknown;
        bytes: Buffer;
      }>`SELECT i.state, i.file_name, i.mapping, b.bytes
        FROM order_imports i JOIN blobs b ON b.tenant_id = i.tenant_id AND b.sha256 = i.blob
        WHERE i.id = ${importId}`.execute(tx);
      const [row] = rows;
      if (!row) return undefined;
      const { timeZone } = await customerPlace(ctx, tx);
      return {
        state: row.state,
        fileName: row.file_name,
        mapping: readMapping(row.mapping),
        bytes: row.bytes,
        timeZone,
      };
    },
    { readOnly: true },
  );

/** Reads the whole file with a mapping. */
const parseStored = (
  files: FileReader,
  ctx: RequestContext,
  { bytes, fileName, timeZone }: StoredImport,
  wish: { readonly mapping: ImportMapping; readonly now: Date; readonly withOrders: boolean },
) => files.read(ctx, 'parseOrders', { bytes, fileName, timeZone, ...wish });

const judgeNow = (tx: Tx, parsed: ParsedImport): Promise<Judged> => judge(parsed, (keys) => numbersInUse(tx, keys));

/** Reads the file with a mapping, remembers what the preview showed and creates nothing. */
export async function checkImport(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  importId: string,
  mapping: ImportMapping,
  now: Date,
): Promise<Outcome<ImportCheck>> {
  const stored = await loadImport(db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state === 'committed') return alreadyDone;
  const parsed = await parseStored(files, ctx, stored, { mapping, now, withOrders: false });
  if (!parsed.ok) return parsed;
  return allOrNothing(db, ctx, async (tx) => {
    const free = await mayShip(tx, ctx.tenantId);
    if (!free.ok) return free;
    const current = await lockImport(tx, importId);
    if (!current) return problem('not_found');
    if (current.state === 'committed') return alreadyDone;
    const { counts, check, fingerprint } = await judgeNow(tx, parsed.value);
    await sql`UPDATE order_imports SET state = 'previewed', mapping = ${toJson(mapping)}::jsonb, preview_hash = ${fingerprint},
        ok_count = ${counts.ready}, problem_count = ${check.problemCount} WHERE id = ${importId}`.execute(tx);
    return ok(check);
  });
}

const alreadyDone: Outcome<never> = problem('import_changed', {
  message: 'The orders of this file were created already.',
  advice: 'Upload the file again to import what is left.',
});
const notChecked: Outcome<never> = problem('import_changed', { message: 'This file has not been checked yet.' });

/**
 * Creates the orders of a checked import in one transaction, after reading the file once more.
 * @param skipBlocked false: all or nothing; true: the ready ones
 * @returns problem `import_changed` when it would not be what the preview showed, `import_blocked` when orders have
 *   errors or exist already and `skipBlocked` was not said
 */
export async function commitImport(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  importId: string,
  input: { readonly mapping: ImportMapping; readonly skipBlocked: boolean; readonly expectedReady: number },
  now: Date,
): Promise<Outcome<{ created: number; skipped: number; importId: string }>> {
  const stored = await loadImport(db, ctx, importId);
  if (!stored) return problem('not_found');
  if (stored.state === 'committed') return alreadyDone;
  if (stored.state !== 'previewed') return notChecked;
  const parsed = await parseStored(files, ctx, stored, { mapping: input.mapping, now, withOrders: true });
  if (!parsed.ok) return parsed;
  return allOrNothing(db, ctx, async (tx) => {
    const current = await lockImport(tx, importId);
    if (!current) return problem('not_found');
    if (current.state === 'committed') return alreadyDone;
    const { counts, fingerprint, used } = await judgeNow(tx, parsed.value);
    const { ready, blocked, duplicate } = counts;
    if (fingerprint !== current.previewHash || ready !== input.expectedReady) return problem('import_changed');
    const left = blocked + duplicate + parsed.value.strayCount;
    if (left > 0 && !input.skipBlocked) return problem('import_blocked');
    if (ready === 0) return problem('import_blocked', { message: 'No order of this file can be created.' });
    const created = await createReady(ctx, tx, parsed.value, { used, fileName: stored.fileName, importId, now });
    if (!created.ok) return created.problem.code === 'order_number_taken' ? problem('import_changed') : created;
    await rememberFor(ctx, tx, input.mapping, parsed.value);
    await sql`UPDATE order_imports SET state = 'committed', committed_at = ${now.toISOString()}::timestamptz WHERE id = ${importId}`.execute(
      tx,
    );
    return ok({ created: ready, skipped: blocked + duplicate, importId });
  });
}

/** Creates the orders piece by piece, each piece one command; only one piece is in memory. */
async function createReady(
  ctx: RequestContext,
  tx: Tx,
  parsed: ParsedImport,
  {
    used,
    fileName,
    importId,
    now,
  }: { readonly used: ReadonlySet<string>; readonly fileName: string; readonly importId: string; readonly now: Date },
): Promise<Outcome<void>> {
  const storeId = await ownStore(ctx, tx);
  for await (const piece of openList(parsed.ready)) {
    const orders = piece
      .filter((order) => !used.has(order.key))
      .map(
        (order): NewOrder => ({
          storeId,
          platformCode: OWN_PLATFORM,
          source: 'file',
          importId,
          externalId: order.key,
          number: order.number,
          placedAt: order.placedAt,
          requestedService: order.requestedService,
          currency: order.currency,
          shipTo: order.shipTo,
          items: order.lines,
          customerNote: order.customerNote,
          tags: order.tags,
        }),
      );
    const created = await createOrders(ctx, tx, orders, { why: `Imported from ${fileName}`, now });
    if (!created.ok) return created;
  }
  return ok(undefined);
}

async function rememberFor(
  ctx: RequestContext,
  tx: Tx,
  mapping: ImportMapping,
  { headers, headerKey: key }: ParsedImport,
): Promise<void> {
  await sql`INSERT INTO import_mappings AS m (tenant_id, id, name, header_key, mapping)
    VALUES (${ctx.tenantId}, ${newId()}, ${key}, ${key}, ${toJson(rememberMapping(mapping, headers))}::jsonb)
    ON CONFLICT (tenant_id, name) DO UPDATE SET mapping = excluded.mapping, version = m.version + 1`.execute(tx);
}

/**
 * Rows of a checked file that were or would be left out, as they were, with their problems in front. Spreadsheets do
 * not run what is in them, and the file can be mended and uploaded as it is.
 * @returns problem `not_found`, or `import_changed` when the file was never checked
 */
export async function problemFile(
  { db, files }: ImportDeps,
  ctx: RequestContext,
  importId: string,
  now: Date,
): Promise<Outcome<{ readonly bytes: Uint8Array; readonly fileName: string }>> {
  const stored = await loadImport(db, ctx, importId);
  if (!stored) return problem('not_found');
  const { mapping, state, bytes, fileName, timeZone } = stored;
  if (!mapping || state === 'uploaded') return notChecked;
  let used: PackedList<string> = packList([]);
  // After the creation the ready ones exist too; only what had errors is still to be mended.
  if (state !== 'committed') {
    const parsed = await parseStored(files, ctx, stored, { mapping, now, withOrders: false });
    if (!parsed.ok) return parsed;
    used = packList([...(await db.tenant(ctx, (tx) => judgeNow(tx, parsed.value), { readOnly: true })).used]);
  }
  const made = await files.read(ctx, 'orderProblemFile', { bytes, fileName, mapping, timeZone, now, used });
  return made.ok ? ok({ bytes: made.value, fileName: `${fileName.replace(/\.[^.]*$/, '')}-problems.csv` }) : made;
}
