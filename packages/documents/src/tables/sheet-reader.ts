/** Reads what people upload, CSV in any of its dialects or XLSX, sheet by sheet. Everything comes back as unambiguous text. */
import Papa from 'papaparse';
import { DocumentError } from '../document-error.ts';
import { decodeText } from './text-decoding.ts';
import { checkRow, checkShape, createCellCount } from './table-bounds.ts';
import { openZip, storedZip, type ZipEntry } from './zip-guard.ts';

export interface TableLimits {
  /** Rows with content, without the header. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Size of the file. */
  readonly maxBytes: number;
}

export interface Sheet {
  /** Name of the sheet; the file's name for CSV. */
  readonly name: string;
  /**
   * Rows of any length, the first line included. Dates are YYYY-MM-DD[ HH:mm:ss], numbers plain decimals with a point,
   * booleans TRUE or FALSE.
   */
  readonly rows: readonly (readonly string[])[];
  /** Row in the file as a spreadsheet counts, from 1. */
  readonly rowNumbers: readonly number[];
  /** Sentences for the person who uploaded. */
  readonly warnings: readonly string[];
}

/** What an XLSX may unpack to, whatever its size: two million cells; what is larger goes as CSV. */
const UNPACKED_BYTES = 100_000_000;
/** Sheets looked at; each costs a reading of the texts that all share. */
const MOST_SHEETS = 50;
/** Rows read beyond the limit, so that "too many" can be told from "exactly the limit and some blank lines". */
const ROOM = 1_000;

const bad = (sentence: string, cause?: unknown): DocumentError => new DocumentError('bad-file', sentence, { cause });

export const hasContent = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== '');

function checked(sheet: Sheet, limits: TableLimits): Sheet {
  const columns = sheet.rows.reduce(
    (most, row) => Math.max(most, row.findLastIndex((cell) => cell.trim() !== '') + 1),
    0,
  );
  if (columns > limits.maxColumns)
    throw new DocumentError('too-large', `The table has ${columns} columns; at most ${limits.maxColumns} can be read.`);
  if (sheet.rows.filter(hasContent).length > limits.maxRows + 1)
    throw new DocumentError(
      'too-large',
      `The table has more than ${limits.maxRows} rows. Split it and import the parts.`,
    );
  return sheet;
}

// ---- CSV

const DELIMITERS = [',', ';', '\t', '|'];

/**
 * The delimiter that gives the most columns of equal number over the first records. Papa's own guess prefers commas in
 * semicolon files whose prices use decimal commas.
 */
function detectDelimiter(text: string): string {
  let best = ',';
  let bestScore = -1;
  for (const delimiter of DELIMITERS) {
    const records = Papa.parse<string[]>(text.slice(0, 200_000), {
      delimiter,
      preview: 30,
      skipEmptyLines: 'greedy',
    }).data;
    const counts = records.map((record) => record.length);
    const [first = 1] = counts;
    if (first < 2) continue;
    const same = counts.filter((count) => count === first).length / counts.length;
    const score = same * 100 + Math.min(first, 50);
    if (score > bestScore) {
      best = delimiter;
      bestScore = score;
    }
  }
  return best;
}

function readCsv(bytes: Uint8Array, fileName: string, limits: TableLimits): Sheet {
  const decoded = decodeText(bytes);
  if (!decoded) throw bad(`"${fileName}" is not a spreadsheet: it holds binary data. Upload a CSV or XLSX file.`);
  const warnings: string[] = [];
  if (decoded.encoding === 'windows-1252')
    warnings.push('The file is not UTF-8; it was read as Windows-1252. Check accented letters.');
  let text = decoded.text;
  if (/^\s*<(?:!doctype\s+html|html|table|\?xml)/i.test(text))
    throw bad(
      `"${fileName}" is a web page or XML file with a spreadsheet's name. Open it in Excel and save it as CSV or XLSX.`,
    );
  if (text.startsWith('{\\rtf') || text.startsWith('%PDF'))
    throw bad(`"${fileName}" is not a spreadsheet. Upload a CSV or XLSX file.`);
  // Excel's own hint, first line "sep=;".
  const hint = /^sep=(.)\r?\n/i.exec(text);
  if (hint) text = text.slice(hint[0].length);
  const delimiter = hint?.[1] ?? detectDelimiter(text);
  checkShape(text, delimiter, limits.maxRows + ROOM);
  const parsed = Papa.parse<string[]>(text, { delimiter, preview: limits.maxRows + ROOM, skipEmptyLines: false });
  const quotes = parsed.errors.find((error) => error.type === 'Quotes');
  if (quotes?.code === 'MissingQuotes')
    throw bad(`Row ${(quotes.row ?? 0) + 1} of "${fileName}" opens a quotation mark that is never closed.`);
  if (quotes) warnings.push(`Row ${(quotes.row ?? 0) + 1} has a quotation mark in the wrong place; check its cells.`);
  const offset = hint ? 2 : 1;
  const rowNumbers = parsed.data.map((_, index) => index + offset);
  return checked({ name: fileName, rows: parsed.data, rowNumbers, warnings }, limits);
}

// ---- XLSX

/** Plain decimal text of a double as a spreadsheet shows it: 15 significant digits, never an exponent. */
export function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  const short = String(Number(value.toPrecision(15)));
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(short);
  if (!match) return short;
  const [, sign = '', lead = '', rest = '', power = '0'] = match;
  const digits = lead + rest;
  const exponent = Number(power);
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  return sign + digits.padEnd(exponent + 1, '0');
}

function dateText(value: Date): string {
  const iso = value.toISOString();
  const time = iso.slice(11, 19);
  return time === '00:00:00' ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`;
}

type Cell = string | number | boolean | Date | null;

function cellText(value: Cell, format: string | undefined): string {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value);
  const text = numberText(value);
  // A cell formatted 00000 shows 02134 for 2134: postal codes and SKUs are meant as shown.
  const zeros =
    format !== undefined && /^0{2,}$/.test(format) && Number.isInteger(value) && value >= 0 ? format.length : 0;
  return text.padStart(zeros, '0');
}

const EXCEL_EXTENSION = /\.xlsx?$|\.xlsm$/i;

function checkContainer(bytes: Uint8Array, fileName: string): void {
  if (bytes[0] !== 0xd0 || bytes[1] !== 0xcf || bytes[2] !== 0x11 || bytes[3] !== 0xe0) return;
  // An OLE2 container: either a locked XLSX or the format of Excel 97 to 2003.
  const marker = Buffer.from('EncryptedPackage', 'utf16le');
  if (Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(marker))
    throw bad(`"${fileName}" is locked with a password. Save it without a password and upload it again.`);
  throw bad(`"${fileName}" is in the old Excel 97-2003 format. Save it as XLSX or CSV and upload it again.`);
}

function checkEntries(entries: readonly ZipEntry[], fileName: string): void {
  const names = new Set(entries.map((entry) => entry.name));
  if (names.has('xl/workbook.xml') || names.has('/xl/workbook.xml')) return;
  const kind = names.has('content.xml')
    ? 'an OpenDocument file'
    : names.has('word/document.xml')
      ? 'a Word document'
      : 'a ZIP archive';
  throw bad(`"${fileName}" is ${kind}, not an Excel workbook. Save it as XLSX or CSV and upload it again.`);
}

async function readSheet(bytes: Uint8Array, name: string, zeroFormats: boolean, limits: TableLimits): Promise<Sheet> {
  const rows: string[][] = [];
  const rowNumbers: number[] = [];
  const long: number[] = [];
  const count = createCellCount();
  const add = (index: number, given: readonly Cell[], format: (column: number) => string | undefined): void => {
    // One cell in the last column of an empty row would cost sixteen thousand.
    const values = given.slice(0, given.findLastIndex((value) => value !== null) + 1);
    count(values.length);
    checkRow(values, index + 1, limits.maxColumns);
    if (values.some((value) => typeof value === 'number' && Math.abs(value) >= 1e15)) long.push(index + 1);
    rows.push(values.map((value, column) => cellText(value, format(column))));
    rowNumbers.push(index + 1);
  };
  const maxRows = limits.maxRows + ROOM;
  if (zeroFormats) {
    const { readXlsx } = await import('hucre/xlsx');
    const [sheet] = (await readXlsx(bytes, { readStyles: true, sheets: [name], maxRows })).sheets;
    sheet?.rows.forEach((values, index) =>
      add(index, values, (column) => sheet.cells?.get(`${index},${column}`)?.style?.numFmt),
    );
  } else {
    const { streamXlsxRows } = await import('hucre/xlsx');
    for await (const row of streamXlsxRows(bytes, { sheet: name, maxRows }))
      add(row.index, row.values, () => undefined);
  }
  const sentence = `Row ${long[0]} holds a number of more than 15 digits, which Excel has rounded. Format the column as text and enter it again.`;
  return checked({ name, rows, rowNumbers, warnings: long.length > 0 ? [sentence] : [] }, limits);
}

async function readWorkbook(bytes: Uint8Array, fileName: string, limits: TableLimits, most: number): Promise<Workbook> {
  // Texts only: pictures and macros of a workbook are not even unpacked.
  const entries = openZip(bytes, { maxTotal: UNPACKED_BYTES, wanted: (name) => /\.(xml|rels)$/i.test(name) });
  checkEntries(entries, fileName);
  const plain = storedZip(entries);
  const styles = entries.find((entry) => entry.name.endsWith('xl/styles.xml'));
  const zeroFormats = styles !== undefined && /formatCode="0{2,}"/.test(new TextDecoder().decode(styles.bytes));
  const { readXlsx } = await import('hucre/xlsx');
  try {
    const visible: string[] = [];
    await readXlsx(plain, {
      sheets: (info) => {
        if (!info.hidden && !info.veryHidden) visible.push(info.name);
        return false;
      },
    });
    const sheets: Sheet[] = [];
    for (const name of visible.slice(0, MOST_SHEETS)) {
      if (sheets.length === most) break;
      const sheet = await readSheet(plain, name, zeroFormats, limits);
      if (sheet.rows.some(hasContent)) sheets.push(sheet);
    }
    if (sheets.length > 0) return { sheets, visible: visible.length };
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw bad(`"${fileName}" is damaged and could not be read. Save it again and retry.`, error);
  }
  throw bad(`"${fileName}" is empty: no visible sheet has content.`);
}

interface Workbook {
  readonly sheets: readonly Sheet[];
  /** Visible sheets of the file, read or not. */
  readonly visible: number;
}

/** Up to `most` visible sheets that have content. */
export async function readWorkbookOrCsv(
  bytes: Uint8Array,
  fileName: string,
  limits: TableLimits,
  most: number,
): Promise<Workbook> {
  if (bytes.length === 0) throw bad(`"${fileName}" is empty.`);
  if (bytes.length > limits.maxBytes) {
    const [size, allowed] = [bytes.length, limits.maxBytes].map((n) => (n / 1_000_000).toFixed(1));
    throw new DocumentError('too-large', `"${fileName}" is ${size} MB; at most ${allowed} MB can be read.`);
  }
  checkContainer(bytes, fileName);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes, fileName, limits, most);
  if (EXCEL_EXTENSION.test(fileName) && decodeText(bytes) === undefined)
    throw bad(`"${fileName}" is damaged and could not be read. Save it again and retry.`);
  const sheet = readCsv(bytes, fileName, limits);
  if (!sheet.rows.some(hasContent)) throw bad(`"${fileName}" is empty: there is no row with content.`);
  return { sheets: [sheet], visible: 1 };
}

/**
 * All visible sheets with content, rows as they are in the file (a CSV is one sheet). The kind is decided by content, not
 * by name.
 * @throws DocumentError `bad-file` (no spreadsheet, locked, damaged, empty) or `too-large`, with a sentence for the user.
 */
export async function readSheets(bytes: Uint8Array, fileName: string, limits: TableLimits): Promise<readonly Sheet[]> {
  return (await readWorkbookOrCsv(bytes, fileName, limits, Number.POSITIVE_INFINITY)).sheets;
}
