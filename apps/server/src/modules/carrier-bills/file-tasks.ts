/** What the threads that read files do with carriers' invoices. */
import type { BillLayout } from '@scanship/domain/carrier-bills/bill-kinds';
import type { BillLine, BillReading } from '@scanship/domain/carrier-bills/bill-line';
import { type BillMapping, mappedHeaderRow, suggestMapping } from '@scanship/domain/carrier-bills/mapped';
import { recogniseLayout } from '@scanship/domain/carrier-bills/read-bill';
import { ok } from '@scanship/domain/values/result';
import { packList, type PackedList } from '../../platform/file-reading/packed-list.ts';
import { sampleOf } from '../../platform/file-reading/sample.ts';
import type { Outcome } from '../../platform/problem.ts';
import { headerRowKey } from '../../platform/table-cells/headers.ts';
import { openTable, readOpened } from './open-file.ts';

const SAMPLE_ROWS = 8;
const LISTED_FAULTS = 500;
/** Lines of one statement that keeps them. */
const LINES_PER_PIECE = 500;

interface BillFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

export interface OpenedBill {
  readonly known: BillLayout | undefined;
  readonly headers: readonly string[];
  readonly headerKey: string;
  readonly sample: readonly (readonly string[])[];
  readonly suggestion: BillMapping;
}

/** What the file is, by its beginning. Problems: `file_unreadable`, `file_too_large`. */
export async function openBill({ bytes, fileName }: BillFile): Promise<Outcome<OpenedBill>> {
  const opened = await openTable(bytes, fileName, 'beginning');
  if (!opened.ok) return opened;
  const header = mappedHeaderRow(opened.value.rows);
  const headers = (opened.value.rows[header] ?? []).map((each) => each.trim());
  return ok({
    known: recogniseLayout(opened.value),
    headers,
    headerKey: headerRowKey(headers),
    sample: sampleOf(opened.value.rows.slice(header + 1, header + 1 + SAMPLE_ROWS)),
    suggestion: suggestMapping(opened.value),
  });
}

export interface BillInput extends BillFile {
  readonly layout: BillLayout;
  readonly currency: string;
  readonly mapping?: BillMapping | undefined;
}

/** Whether its beginning can be read like this, so that a wrong file is refused while the person still looks at it. */
export async function tryBill({ bytes, fileName, layout, ...how }: BillInput): Promise<Outcome<void>> {
  const opened = await openTable(bytes, fileName, 'beginning');
  if (!opened.ok) return opened;
  const read = readOpened(opened.value, layout, how);
  return read.ok ? ok(undefined) : read;
}

export interface ReadBill {
  readonly rows: number;
  readonly lines: PackedList<BillLine>;
  readonly informational: number;
  /** The first of them. */
  readonly faults: BillReading['faults'];
  readonly faultCount: number;
}

/** Every charge of the file. */
export async function readBill({ bytes, fileName, layout, ...how }: BillInput): Promise<Outcome<ReadBill>> {
  const opened = await openTable(bytes, fileName);
  if (!opened.ok) return opened;
  const read = readOpened(opened.value, layout, how);
  if (!read.ok) return read;
  const { lines, faults, informational } = read.value;
  return ok({
    rows: opened.value.rows.length,
    lines: packList(lines, LINES_PER_PIECE),
    informational,
    faults: faults.slice(0, LISTED_FAULTS),
    faultCount: faults.length,
  });
}
