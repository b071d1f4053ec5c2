/** What the threads that read files do with files of products. Answers are short, or packed where they grow with the file. */
import { createHash } from 'node:crypto';
import type { ProductCheck, ProductMapping } from '@scanship/contracts/products/product-import';
import { readTable, type Table } from '@scanship/documents/tables/table-reader';
import { writeCsv } from '@scanship/documents/tables/table-writer';
import { ok } from '@scanship/domain/values/result';
import { listProblems } from '../../../platform/file-reading/listed-problems.ts';
import { openWhole, packList, type PackedList } from '../../../platform/file-reading/packed-list.ts';
import { sampleOf } from '../../../platform/file-reading/sample.ts';
import { type Outcome, problem } from '../../../platform/problem.ts';
import { headerRowKey, PROBLEM_HEADERS } from '../../../platform/table-cells/headers.ts';
import { recall, type RememberedMapping } from './mapping-memory.ts';
import {
  checkMapping,
  IMPORT_LIMITS,
  judgeFile,
  type JudgedFile,
  type JudgedRow,
  keysOf,
  type KnownProduct,
  type RowState,
} from './read-file.ts';
import { suggestMapping } from './suggest-mapping.ts';

const LISTED_ROWS = 200;
const KEYS_PER_PIECE = 5_000;

interface ProductFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

export interface OpenedProducts {
  readonly headers: readonly string[];
  readonly headerKey: string;
  readonly sheetName: string;
  readonly sample: readonly (readonly string[])[];
  readonly rowCount: number;
  readonly warnings: readonly string[];
  readonly suggestion: ProductMapping;
  readonly sha256: string;
}

/** What the file is and which column probably holds what. Problems: `file_unreadable`, `file_too_large`. */
export async function openProducts(
  file: ProductFile & { readonly defaults: ProductMapping['defaults'] },
): Promise<Outcome<OpenedProducts>> {
  const { headers, rows, sheetName, warnings } = await readTable(file.bytes, file.fileName, IMPORT_LIMITS);
  return ok({
    headers,
    headerKey: headerRowKey(headers),
    sheetName,
    sample: sampleOf(rows),
    rowCount: rows.length,
    warnings,
    suggestion: suggestMapping(headers, file.defaults),
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
  });
}

export interface MappedFile extends ProductFile {
  /** As the person sent it, or as it was remembered. */
  readonly mapping: ProductMapping | RememberedMapping;
  readonly remembered: boolean;
}

interface Read {
  readonly table: Table;
  readonly mapping: ProductMapping;
}

/** Problems: those of `openProducts`, `validation` for a mapping that does not fit, `import_changed` for a lost one. */
async function readMapped(file: MappedFile): Promise<Outcome<Read>> {
  const table = await readTable(file.bytes, file.fileName, IMPORT_LIMITS);
  const mapping = file.remembered
    ? recall(file.mapping as RememberedMapping, table.headers)
    : (file.mapping as ProductMapping);
  if (!mapping) return problem('import_changed', { message: 'This file has not been checked yet.' });
  const fits = checkMapping(mapping, table.headers);
  return fits.ok ? ok({ table, mapping }) : fits;
}

export interface PackedKeys {
  readonly ids: PackedList<string>;
  readonly skuKeys: PackedList<string>;
}

/** By what the file names products; they are looked up before it can be judged. */
export async function productKeys(file: MappedFile): Promise<Outcome<PackedKeys>> {
  const read = await readMapped(file);
  if (!read.ok) return read;
  const { ids, skuKeys } = keysOf(read.value.table, read.value.mapping);
  return ok({ ids: packList(ids, KEYS_PER_PIECE), skuKeys: packList(skuKeys, KEYS_PER_PIECE) });
}

export interface JudgeInput extends MappedFile {
  /** Products that the file names. */
  readonly known: PackedList<KnownProduct>;
}

export interface JudgedProducts {
  readonly headers: readonly string[];
  readonly counts: Readonly<Record<RowState, number>>;
  readonly fingerprint: string;
  readonly check: ProductCheck;
  readonly fresh: PackedList<JudgedRow>;
  readonly changed: PackedList<JudgedRow>;
  /** Products that rows without an error name. */
  readonly named: PackedList<string>;
}

async function judge(input: JudgeInput): Promise<Outcome<Read & { readonly judged: JudgedFile }>> {
  const read = await readMapped(input);
  if (!read.ok) return read;
  return ok({ ...read.value, judged: judgeFile(read.value.table, read.value.mapping, openWhole(input.known)) });
}

/** What the file would change. */
export async function judgeProducts(input: JudgeInput): Promise<Outcome<JudgedProducts>> {
  const read = await judge(input);
  if (!read.ok) return read;
  const { judged, table } = read.value;
  const { rows, counts, fingerprint } = judged;
  const { listed, count } = listProblems(judged.problems);
  return ok({
    headers: table.headers,
    counts,
    fingerprint,
    check: {
      counts: { ...counts },
      problems: listed,
      problemCount: count,
      preview: rows
        .filter(({ state }) => state !== 'unchanged')
        .slice(0, LISTED_ROWS)
        .map(({ row, sku, title, state, changes }) => ({ row, sku, title, state, changes: [...changes] })),
    },
    fresh: packList(rows.filter(({ state }) => state === 'new')),
    changed: packList(rows.filter(({ state }) => state === 'changed')),
    named: packList(
      rows.flatMap(({ id, state }) => (state === 'blocked' ? [] : (id ?? []))),
      KEYS_PER_PIECE,
    ),
  });
}

/** Rows that cannot be taken as they were, with their problems in front. */
export async function productProblemFile(input: JudgeInput): Promise<Outcome<Uint8Array>> {
  const read = await judge(input);
  if (!read.ok) return read;
  const { judged, table } = read.value;
  const blocked = new Set(judged.rows.filter(({ state }) => state === 'blocked').map(({ row }) => row));
  const said = new Map<number, string[]>();
  for (const { row, column, message } of judged.problems)
    said.set(row, [...(said.get(row) ?? []), column === null ? message : `${column}: ${message}`]);
  const lines = table.rowNumbers.flatMap((number, index) =>
    blocked.has(number) ? [[number, (said.get(number) ?? []).join(' '), ...(table.rows[index] ?? [])]] : [],
  );
  return ok(writeCsv([...PROBLEM_HEADERS, ...table.headers], lines));
}
