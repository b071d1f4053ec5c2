/** Upload, check and creation of an import (contracts/order-import.ts). Nothing is created before the creation. */
import { createHash } from 'node:crypto';
import {
  type ImportCheck,
  type ImportMapping,
  importMapping,
  type importUpload,
  type RowProblem,
} from '@scanship/contracts/order-import';
import type { Table } from '@scanship/documents/table-reader';
import { writeCsv } from '@scanship/documents/table-writer';
import { toDecimal } from '@scanship/domain/money';
import { orderTotal, orderWeight, totalUnits } from '@scanship/domain/order-items';
import { ok } from '@scanship/domain/result';
import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { RequestContext } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/database/ids.ts';
import { toJson } from '../../../platform/database/json-column.ts';
import type { UploadedFile } from '../../../platform/http/handler.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { numbersInUse } from '../commands/add-order.ts';
import { createOrders, type NewOrder } from '../commands/create-orders.ts';
import { OWN_PLATFORM, ownStore } from '../commands/own-store.ts';
import { allOrNothing } from '../commands/transaction.ts';
import { checkMapping, judge, type Judged, parseFile, problemsOf, readFile } from './read-import.ts';
import { headerRowKey, PROBLEM_HEADERS } from '../../../platform/table-cells/headers.ts';
import { recallMapping, type RememberedMapping, rememberMapping, suggestMapping } from './suggest-mapping.ts';

const SAMPLE_ROWS = 20;
/** Problems and orders that a preview lists; the counts are of all, and the problem file has all rows. */
const LISTED_PROBLEMS = 1_000;
const LISTED_ORDERS = 200;
/** Orders created by one command, so that a large file does not hold up other requests for long. */
const ORDERS_PER_COMMAND = 1_000;

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

/**
 * Keeps the file and suggests a mapping: the one used last with the same headers, else one from the headers' names.
 * @returns problem `file_unreadable` or `file_too_large`
 */
export async function uploadImport(
  db: Database,
  ctx: RequestContext,
  file: UploadedFile,
): Promise<Outcome<z.infer<typeof importUpload>>> {
  const table = await readFile(file.bytes, file.fileName);
  if (!table.ok) return table;
  const { headers, rows, sheetName, warnings } = table.value;
  const importId = newId();
  const fileName = file.fileName.slice(0, 200);
  const suggestion = await db.tenant(ctx, async (tx) => {
    const sha256 = createHash('sha256').update(file.bytes).digest('hex');
    await sql`INSERT INTO blobs (tenant_id, sha256, size, type, bytes)
      VALUES (${ctx.tenantId}, ${sha256}, ${file.bytes.length}, ${file.contentType}, ${Buffer.from(file.bytes)})
      ON CONFLICT (tenant_id, sha256) DO NOTHING`.execute(tx);
    const remembered = await sql<{ mapping: RememberedMapping }>`SELECT mapping FROM import_mappings
      WHERE header_key = ${headerRowKey(headers)}`.execute(tx);
    const place = await customerPlace(ctx, tx);
    const recalled = remembered.rows[0] && readMapping(recallMapping(remembered.rows[0].mapping, headers));
    const mapping =
      recalled ??
      suggestMapping(headers, rows.slice(0, 200), {
        currency: ctx.currency,
        countryCode: place.countryCode,
        weightUnit: place.weightUnit,
        dateOrder: ctx.locale === 'fr-CA' ? 'dmy' : 'mdy',
      });
    await sql`INSERT INTO order_imports (tenant_id, id, file_name, blob, mapping, row_count, created_by, sheet_name)
      VALUES (${ctx.tenantId}, ${importId}, ${fileName}, ${sha256}, ${toJson(mapping)}::jsonb, ${rows.length}, ${ctx.userId}, ${sheetName})`.execute(
      tx,
    );
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

/** A stored mapping, or undefined when it is not what mappings are today. */
function readMapping(value: unknown): ImportMapping | undefined {
  const parsed = importMapping.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

interface StoredImport {
  readonly state: 'uploaded' | 'previewed' | 'committing' | 'committed' | 'failed' | 'discarded';
  readonly fileName: string;
  readonly mapping: ImportMapping | undefined;
  readonly previewHash: string | null;
  readonly bytes: Buffer;
}

/** @param lock keeps the import for this transaction, so that it is created once */
async function loadImport(tx: Tx, importId: string, lock: boolean): Promise<StoredImport | undefined> {
  const { rows } = await sql<{
    state: StoredImport['state'];
    file_name: string;
    mapping: unknown;
    preview_hash: string | null;
    bytes: Buffer;
  }>`SELECT i.state, i.file_name, i.mapping, i.preview_hash, b.bytes
    FROM order_imports i JOIN blobs b ON b.tenant_id = i.tenant_id AND b.sha256 = i.blob
    WHERE i.id = ${importId} ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(tx);
  const [row] = rows;
  return (
    row && {
      state: row.state,
      fileName: row.file_name,
      mapping: readMapping(row.mapping),
      previewHash: row.preview_hash,
      bytes: row.bytes,
    }
  );
}

interface ReadImport {
  readonly table: Table;
  readonly judged: Judged;
}

/** Reads the whole file with a mapping and compares its numbers with the orders that exist. */
async function readImport(
  ctx: RequestContext,
  tx: Tx,
  stored: StoredImport,
  mapping: ImportMapping,
  now: Date,
): Promise<Outcome<ReadImport>> {
  const table = await readFile(stored.bytes, stored.fileName);
  if (!table.ok) return table;
  const fits = checkMapping(mapping, table.value.headers);
  if (!fits.ok) return fits;
  const { timeZone } = await customerPlace(ctx, tx);
  const file = await parseFile(table.value, { mapping, timeZone, now });
  const used = await numbersInUse(
    tx,
    file.orders.map((order) => order.key),
  );
  return ok({ table: table.value, judged: judge(file, used, mapping) });
}

/** Reads the file with a mapping, remembers what the preview showed and creates nothing. */
export async function checkImport(
  db: Database,
  ctx: RequestContext,
  importId: string,
  mapping: ImportMapping,
  now: Date,
): Promise<Outcome<ImportCheck>> {
  return allOrNothing(db, ctx, async (tx) => {
    const stored = await loadImport(tx, importId, true);
    if (!stored) return problem('not_found');
    if (stored.state === 'committed') return alreadyDone;
    const read = await readImport(ctx, tx, stored, mapping, now);
    if (!read.ok) return read;
    const { judged } = read.value;
    const problems = problemsOf(judged);
    await sql`UPDATE order_imports SET state = 'previewed', mapping = ${toJson(mapping)}::jsonb, preview_hash = ${judged.fingerprint},
        ok_count = ${judged.counts.ready}, problem_count = ${problems.length} WHERE id = ${importId}`.execute(tx);
    return ok(toCheck(judged, problems));
  });
}

const alreadyDone: Outcome<never> = problem('import_changed', {
  message: 'The orders of this file were created already.',
  advice: 'Upload the file again to import what is left.',
});

const toCheck = (judged: Judged, problems: readonly RowProblem[]): ImportCheck => ({
  orderCount: judged.orders.length,
  readyCount: judged.counts.ready,
  blockedCount: judged.counts.blocked,
  duplicateCount: judged.counts.duplicate,
  // Errors first, since a list that is cut must not hide what blocks.
  problems: [
    ...problems.filter((each) => each.severity === 'error'),
    ...problems.filter((each) => each.severity === 'warning'),
  ].slice(0, LISTED_PROBLEMS),
  problemCount: problems.length,
  preview: judged.orders.slice(0, LISTED_ORDERS).map(({ order, state }) => ({
    number: order.number,
    recipient: order.shipTo.name || (order.shipTo.companyName ?? ''),
    place: [order.shipTo.city, order.shipTo.provinceCode, order.shipTo.countryCode]
      .filter((part) => part !== '')
      .join(', '),
    itemQuantity: totalUnits(order.lines),
    total: totalText(order),
    weightGrams: orderWeight(order.lines),
    state,
    rows: [...order.rows],
  })),
});

function totalText({ lines, currency }: Judged['orders'][number]['order']): string {
  try {
    return `${toDecimal(orderTotal(lines, currency))} ${currency}`;
  } catch {
    // Beyond what can be counted; the order carries the error that says so.
    return '';
  }
}

/**
 * Creates the orders of a checked import in one transaction, after reading the file once more.
 * @param skipBlocked false: all or nothing; true: the ready ones
 * @returns problem `import_changed` when it would not be what the preview showed, `import_blocked` when orders have
 *   errors or exist already and `skipBlocked` was not said
 */
export async function commitImport(
  db: Database,
  ctx: RequestContext,
  importId: string,
  input: { readonly mapping: ImportMapping; readonly skipBlocked: boolean; readonly expectedReady: number },
  now: Date,
): Promise<Outcome<{ created: number; skipped: number; importId: string }>> {
  return allOrNothing(db, ctx, async (tx) => {
    const stored = await loadImport(tx, importId, true);
    if (!stored) return problem('not_found');
    if (stored.state === 'committed') return alreadyDone;
    if (stored.state !== 'previewed')
      return problem('import_changed', { message: 'This file has not been checked yet.' });
    const read = await readImport(ctx, tx, stored, input.mapping, now);
    if (!read.ok) return read;
    const { judged, table } = read.value;
    const { ready, blocked, duplicate } = judged.counts;
    if (judged.fingerprint !== stored.previewHash || ready !== input.expectedReady) return problem('import_changed');
    const left = blocked + duplicate + judged.strayProblems.length;
    if (left > 0 && !input.skipBlocked) return problem('import_blocked');
    if (ready === 0) return problem('import_blocked', { message: 'No order of this file can be created.' });
    const created = await createReady(ctx, tx, judged, stored.fileName, now);
    if (!created.ok) return created.problem.code === 'order_number_taken' ? problem('import_changed') : created;
    await rememberFor(ctx, tx, input.mapping, table.headers);
    await sql`UPDATE order_imports SET state = 'committed', committed_at = ${now.toISOString()}::timestamptz WHERE id = ${importId}`.execute(
      tx,
    );
    return ok({ created: ready, skipped: blocked + duplicate, importId });
  });
}

async function createReady(
  ctx: RequestContext,
  tx: Tx,
  judged: Judged,
  fileName: string,
  now: Date,
): Promise<Outcome<void>> {
  const storeId = await ownStore(ctx, tx);
  const orders = judged.orders
    .filter(({ state }) => state === 'ready')
    .map(
      ({ order }): NewOrder => ({
        storeId,
        platformCode: OWN_PLATFORM,
        source: 'file',
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
  for (let from = 0; from < orders.length; from += ORDERS_PER_COMMAND) {
    const created = await createOrders(ctx, tx, orders.slice(from, from + ORDERS_PER_COMMAND), {
      why: `Imported from ${fileName}`,
      now,
    });
    if (!created.ok) return created;
  }
  return ok(undefined);
}

async function rememberFor(
  ctx: RequestContext,
  tx: Tx,
  mapping: ImportMapping,
  headers: readonly string[],
): Promise<void> {
  const key = headerRowKey(headers);
  await sql`INSERT INTO import_mappings AS m (tenant_id, id, name, header_key, mapping)
    VALUES (${ctx.tenantId}, ${newId()}, ${key}, ${key}, ${toJson(rememberMapping(mapping, headers))}::jsonb)
    ON CONFLICT (tenant_id, name) DO UPDATE SET mapping = excluded.mapping, version = m.version + 1`.execute(tx);
}

/**
 * Rows of a checked file that were or would be left out, as they were, with their problems in front. Spreadsheets do not
 * run what is in them, and the file can be mended and uploaded as it is.
 * @returns problem `not_found`, or `import_changed` when the file was never checked
 */
export async function problemFile(
  db: Database,
  ctx: RequestContext,
  importId: string,
  now: Date,
): Promise<Outcome<{ readonly bytes: Uint8Array; readonly fileName: string }>> {
  return allOrNothing(db, ctx, async (tx) => {
    const stored = await loadImport(tx, importId, false);
    if (!stored) return problem('not_found');
    if (!stored.mapping || stored.state === 'uploaded')
      return problem('import_changed', { message: 'This file has not been checked yet.' });
    const read = await readImport(ctx, tx, stored, stored.mapping, now);
    if (!read.ok) return read;
    const { table, judged } = read.value;
    // After the creation the ready ones exist too; only what had errors is still to be mended.
    const leftOut = judged.orders.filter(({ order, state }) =>
      stored.state === 'committed' ? !order.ready : state !== 'ready',
    );
    const rows = new Set([
      ...leftOut.flatMap(({ order }) => order.rows),
      ...judged.strayProblems.map((each) => each.row),
    ]);
    const said = new Map<number, string[]>();
    for (const { row, column, message } of problemsOf(judged)) {
      const sentence = column === null ? message : `${column}: ${message}`;
      said.set(row, [...(said.get(row) ?? []), sentence]);
    }
    const lines = table.rowNumbers.flatMap((number, index) =>
      rows.has(number) ? [[number, (said.get(number) ?? []).join(' '), ...(table.rows[index] ?? [])]] : [],
    );
    return ok({
      bytes: writeCsv([...PROBLEM_HEADERS, ...table.headers], lines),
      fileName: `${stored.fileName.replace(/\.[^.]*$/, '')}-problems.csv`,
    });
  });
}
