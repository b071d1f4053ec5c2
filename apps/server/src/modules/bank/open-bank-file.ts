/** A bank's file as it was uploaded: ISO 20022 as XML (also several in a ZIP, as banks hand out a month), or a table. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import { parseXml } from '@scanship/connector-kit/xml/xml';
import { readSheets } from '@scanship/documents/tables/sheet-reader';
import { decodeText } from '@scanship/documents/tables/text-decoding';
import { openZip } from '@scanship/documents/tables/zip-guard';
import type { BankReading } from '@scanship/domain/bank/bank-line';
import type { BankTable } from '@scanship/domain/bank/bank-table';
import { readCamt } from '@scanship/domain/bank/camt';
import { ok } from '@scanship/domain/values/result';
import { type Outcome, problem } from '../../platform/problem.ts';

/** A year of a busy account; what is kept of it is laid beside what is here in one go. */
export const MOST_LINES = 20_000;
const LIMITS = { maxRows: MOST_LINES, maxColumns: 60, maxBytes: 100_000_000 };
const MOST_XML = 30_000_000;
/** Elements in a thread of its own, as many times as an answer may have: an entry has about sixty. */
const XML_TIMES = 100;
const MOST_STATEMENTS = 400;

export type BankFile =
  /** Statements of each file. */
  | { readonly kind: 'statements'; readonly documents: readonly (readonly BankReading[])[] }
  | { readonly kind: 'table'; readonly table: BankTable };

const isXml = (bytes: Uint8Array): boolean => {
  const beginning = decodeText(bytes.subarray(0, 2_000))?.text ?? '';
  return /^[\ufeff\s]*<(\?xml|([A-Za-z]\w*:)?Document|!--|!DOCTYPE)/.test(beginning);
};

function statementsOf(bytes: Uint8Array, fileName: string): Outcome<readonly BankReading[]> {
  const text = decodeText(bytes)?.text.replace(/^[\ufeff\s]+/, '');
  if (text === undefined) return problem('file_unreadable', { message: `"${fileName}" holds binary data.` });
  try {
    const readings = readCamt(parseXml(text, { vendor: 'The bank', maxLength: MOST_XML, times: XML_TIMES }));
    return readings && readings.length > 0
      ? ok(readings)
      : problem('file_unreadable', {
          message: `"${fileName}" is XML, but no bank statement.`,
          advice: 'Download camt.053 or camt.054 at the bank, or a CSV.',
        });
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return problem('file_unreadable', {
      message: `"${fileName}" cannot be read as a bank statement: it is damaged, or holds what no bank writes.`,
      advice: 'Download it again at the bank.',
    });
  }
}

function unzipped(bytes: Uint8Array, fileName: string): Outcome<BankFile> | undefined {
  const entries = openZip(bytes, {
    maxTotal: LIMITS.maxBytes,
    wanted: (name) =>
      name === 'xl/workbook.xml' || (/\.xml$/i.test(name) && !/^(xl|docProps|_rels|__MACOSX)\//.test(name)),
  });
  const files = entries.filter(({ name }) => !name.startsWith('xl/') && !name.startsWith('['));
  if (entries.some(({ name }) => name === 'xl/workbook.xml')) return undefined;
  if (files.length === 0 || files.length > MOST_STATEMENTS)
    return problem('file_unreadable', {
      message: `"${fileName}" is a ZIP with ${files.length} statements. Upload one with XML statements, or each file by itself.`,
    });
  const documents: (readonly BankReading[])[] = [];
  for (const entry of files) {
    const read = statementsOf(entry.bytes, entry.name);
    if (!read.ok) return read;
    documents.push(read.value);
  }
  return ok({ kind: 'statements', documents });
}

/** Problems: `file_unreadable` with a sentence. @throws DocumentError for what is no table */
export async function openBankFile(bytes: Uint8Array, fileName: string): Promise<Outcome<BankFile>> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const zip = unzipped(bytes, fileName);
    if (zip) return zip;
  }
  if (isXml(bytes)) {
    const read = statementsOf(bytes, fileName);
    return read.ok ? ok({ kind: 'statements', documents: [read.value] }) : read;
  }
  const [sheet] = await readSheets(bytes, fileName, LIMITS);
  if (!sheet) return problem('file_unreadable', { message: `"${fileName}" is empty.` });
  const used = sheet.rows.flatMap((row, index) => (row.some((cell) => cell.trim() !== '') ? [index] : []));
  return ok({
    kind: 'table',
    table: {
      rows: used.map((index) => sheet.rows[index] ?? []),
      rowNumbers: used.map((index) => sheet.rowNumbers[index] ?? index + 1),
    },
  });
}
