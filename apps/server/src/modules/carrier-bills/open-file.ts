/** A billing file as it was uploaded: unpacked, its first sheet, its layout. */
import { gunzipSync } from 'node:zlib';
import type { BillLayout } from '@scanship/domain/carrier-bills/bill-kinds';
import type { BillReading, BillTable } from '@scanship/domain/carrier-bills/bill-line';
import type { BillMapping } from '@scanship/domain/carrier-bills/mapped';
import { readBill } from '@scanship/domain/carrier-bills/read-bill';
import { DocumentError } from '@scanship/documents/document-error';
import { readSheets } from '@scanship/documents/tables/sheet-reader';
import { openZip } from '@scanship/documents/tables/zip-guard';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../platform/problem.ts';

/** A year of a large shipper's charges; carriers hand out a file a week. */
const LIMITS = { maxRows: 400_000, maxColumns: 320, maxBytes: 100_000_000 };

const WORKBOOK = 'xl/workbook.xml';

/** Carriers pack their files: a ZIP with one CSV, or gzip. An XLSX is a ZIP too and stays as it is. */
function unpacked(bytes: Uint8Array, fileName: string): Outcome<{ readonly bytes: Uint8Array; readonly name: string }> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    try {
      const plain = gunzipSync(bytes, { maxOutputLength: LIMITS.maxBytes });
      return ok({ bytes: plain, name: fileName.replace(/\.gz$/i, '') });
    } catch (error) {
      const large = error instanceof RangeError;
      return large
        ? problem('file_too_large', { message: 'This file unpacks to more than 100 MB. Split it by invoice.' })
        : problem('file_unreadable', { message: `"${fileName}" is damaged and cannot be unpacked.` });
    }
  }
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return ok({ bytes, name: fileName });
  const isTable = (name: string) => /\.(csv|txt)$/i.test(name) && !name.startsWith('__MACOSX');
  const entries = openZip(bytes, {
    maxTotal: LIMITS.maxBytes,
    wanted: (name) => name === WORKBOOK || isTable(name),
  });
  if (entries.some((entry) => entry.name === WORKBOOK)) return ok({ bytes, name: fileName });
  const tables = entries.filter((entry) => isTable(entry.name));
  const [table] = tables;
  if (!table || tables.length > 1)
    return problem('file_unreadable', {
      message: `"${fileName}" holds ${tables.length} tables. Upload a ZIP with exactly one CSV, or each file by itself.`,
    });
  return ok({ bytes: table.bytes, name: table.name });
}

const PEEK_BYTES = 512 * 1024;
const NEWLINE = 0x0a;

/** The first whole lines of a large text; a workbook stays whole. */
function beginning(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= PEEK_BYTES || (bytes[0] === 0x50 && bytes[1] === 0x4b)) return bytes;
  const end = bytes.lastIndexOf(NEWLINE, PEEK_BYTES);
  return end < 0 ? bytes : bytes.subarray(0, end + 1);
}

/**
 * @param part `beginning`: enough to see what a file is, while the person who uploads it waits; a text cut in the middle of
 * a quoted cell is then read whole
 */
export async function openTable(
  bytes: Uint8Array,
  fileName: string,
  part: 'whole' | 'beginning' = 'whole',
): Promise<Outcome<BillTable>> {
  const plain = unpacked(bytes, fileName);
  if (!plain.ok) return plain;
  const shown = part === 'whole' ? plain.value.bytes : beginning(plain.value.bytes);
  const [sheet] = await readSheets(shown, plain.value.name, LIMITS).catch((error: unknown) => {
    if (shown === plain.value.bytes || !(error instanceof DocumentError)) throw error;
    return readSheets(plain.value.bytes, plain.value.name, LIMITS);
  });
  if (!sheet) return problem('file_unreadable', { message: `"${fileName}" is empty.` });
  // Files end with an empty line; what is empty says nothing about the layout.
  const used = sheet.rows.flatMap((row, index) => (row.some((cell) => cell.trim() !== '') ? [index] : []));
  return ok({
    rows: used.map((index) => sheet.rows[index] ?? []),
    rowNumbers: used.map((index) => sheet.rowNumbers[index] ?? index + 1),
  });
}

export function readOpened(
  table: BillTable,
  layout: BillLayout,
  options: { readonly currency: string; readonly mapping?: BillMapping | undefined },
): Outcome<BillReading> {
  const reading = readBill(layout, table, options);
  return reading.ok ? ok(reading.value) : problem('file_unreadable', { message: reading.problem });
}
