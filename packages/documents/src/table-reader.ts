/** One reader for what sellers upload: CSV in any of its dialects, and XLSX. Everything comes back as unambiguous text. */
import { readXlsx, streamXlsxRows } from 'hucre/xlsx';
import Papa from 'papaparse';
import { DocumentError } from './document-error.ts';
import { decodeText } from './text-decoding.ts';
import { openZip, type ZipEntry } from './zip-guard.ts';

export interface TableLimits {
  /** Data rows, without the header. */
  readonly maxRows: number;
  readonly maxColumns: number;
  /** Size of the file. */
  readonly maxBytes: number;
}

export interface Table {
  /** Never empty, never twice the same: "Column 3" where the file has none, "SKU (2)" for the second SKU. */
  readonly headers: readonly string[];
  /** One string a header. Dates are YYYY-MM-DD[ HH:mm:ss], numbers plain decimals with a point, booleans TRUE or FALSE. */
  readonly rows: readonly (readonly string[])[];
  /** Row of each data row in the file as a spreadsheet counts (the header is usually 1). */
  readonly rowNumbers: readonly number[];
  /** Name of the sheet read; the file's name for CSV. */
  readonly sheetName: string;
  /** Sentences for the person who uploaded. */
  readonly warnings: readonly string[];
}

/** An XLSX may unpack to this many times its allowed size: XML shrinks well. */
const UNPACKED_FACTOR = 25;

interface RawRow {
  readonly number: number;
  readonly cells: readonly string[];
}

const bad = (sentence: string, cause?: unknown): DocumentError => new DocumentError('bad-file', sentence, { cause });

function headersOf(first: RawRow, columns: number, warnings: string[]): string[] {
  const seen = new Map<string, number>();
  return Array.from({ length: columns }, (_, index) => {
    const text = (first.cells[index] ?? '').replace(/\s+/g, ' ').trim();
    const name = text === '' ? `Column ${index + 1}` : text;
    const times = (seen.get(name.toLowerCase()) ?? 0) + 1;
    seen.set(name.toLowerCase(), times);
    if (times === 1) return name;
    warnings.push(`The column "${name}" appears more than once; column ${index + 1} is called "${name} (${times})".`);
    return `${name} (${times})`;
  });
}

/** Drops empty rows and columns beyond the last used one, names the columns, checks the limits. */
function toTable(raw: readonly RawRow[], sheetName: string, limits: TableLimits, warnings: string[]): Table {
  const used = raw.filter((row) => row.cells.some((cell) => cell.trim() !== ''));
  const [first, ...data] = used;
  if (!first) throw bad(`"${sheetName}" is empty: there is no row with content.`);
  const width = (row: RawRow): number => row.cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const columns = used.reduce((most, row) => Math.max(most, width(row)), 0);
  if (columns > limits.maxColumns)
    throw new DocumentError('too-large', `The table has ${columns} columns; at most ${limits.maxColumns} can be read.`);
  if (data.length > limits.maxRows) throw tooManyRows(limits);
  if (columns > width(first)) {
    const wide = data.find((row) => width(row) > width(first));
    warnings.push(
      `Row ${wide?.number ?? '?'} has more cells than the header row; the extra columns are named by number.`,
    );
  }
  if (data.length === 0) warnings.push('The table has a header row but no data.');
  return {
    headers: headersOf(first, columns, warnings),
    rows: data.map((row) => Array.from({ length: columns }, (_, index) => row.cells[index] ?? '')),
    rowNumbers: data.map((row) => row.number),
    sheetName,
    warnings,
  };
}

const tooManyRows = (limits: TableLimits): DocumentError =>
  new DocumentError('too-large', `The table has more than ${limits.maxRows} rows. Split it and import the parts.`);

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

function readCsv(bytes: Uint8Array, fileName: string, limits: TableLimits): Table {
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
  const parsed = Papa.parse<string[]>(text, { delimiter, preview: limits.maxRows + 1_000, skipEmptyLines: false });
  const quotes = parsed.errors.find((error) => error.type === 'Quotes');
  if (quotes?.code === 'MissingQuotes')
    throw bad(`Row ${(quotes.row ?? 0) + 1} of "${fileName}" opens a quotation mark that is never closed.`);
  if (quotes) warnings.push(`Row ${(quotes.row ?? 0) + 1} has a quotation mark in the wrong place; check its cells.`);
  const offset = hint ? 2 : 1;
  return toTable(
    parsed.data.map((cells, index) => ({ number: index + offset, cells })),
    fileName,
    limits,
    warnings,
  );
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

async function readSheet(
  bytes: Uint8Array,
  sheetName: string,
  zeroFormats: boolean,
  limits: TableLimits,
  longNumbers: number[],
): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  const add = (index: number, values: readonly Cell[], format: (column: number) => string | undefined): void => {
    const cells = values.map((value, column) => cellText(value, format(column)));
    if (values.some((value) => typeof value === 'number' && Math.abs(value) >= 1e15)) longNumbers.push(index + 1);
    rows.push({ number: index + 1, cells });
  };
  // One row more than allowed tells "too many" from "exactly the limit"; empty rows are few and counted as rows here.
  const maxRows = limits.maxRows + 1_000;
  if (zeroFormats) {
    const [sheet] = (await readXlsx(bytes, { readStyles: true, sheets: [sheetName], maxRows })).sheets;
    sheet?.rows.forEach((values, index) =>
      add(index, values, (column) => sheet.cells?.get(`${index},${column}`)?.style?.numFmt),
    );
    return rows;
  }
  for await (const row of streamXlsxRows(bytes, { sheet: sheetName, maxRows }))
    add(row.index, row.values, () => undefined);
  return rows;
}

async function readWorkbook(bytes: Uint8Array, fileName: string, limits: TableLimits): Promise<Table> {
  const entries = openZip(bytes, limits.maxBytes * UNPACKED_FACTOR);
  checkEntries(entries, fileName);
  const styles = entries.find((entry) => entry.name.endsWith('xl/styles.xml'));
  const zeroFormats = styles !== undefined && /formatCode="0{2,}"/.test(new TextDecoder().decode(styles.bytes()));
  try {
    const visible: string[] = [];
    await readXlsx(bytes, {
      sheets: (info) => {
        if (!info.hidden && !info.veryHidden) visible.push(info.name);
        return false;
      },
    });
    const warnings: string[] = [];
    const longNumbers: number[] = [];
    for (const name of visible) {
      const raw = await readSheet(bytes, name, zeroFormats, limits, longNumbers);
      if (!raw.some((row) => row.cells.some((cell) => cell.trim() !== ''))) continue;
      if (visible.length > 1) warnings.push(`The workbook has ${visible.length} sheets; only "${name}" was read.`);
      if (longNumbers.length > 0)
        warnings.push(
          `Row ${longNumbers[0]} holds a number of more than 15 digits, which Excel has rounded. Format the column as text and enter it again.`,
        );
      return toTable(raw, name, limits, warnings);
    }
  } catch (error) {
    if (error instanceof DocumentError) throw error;
    throw bad(`"${fileName}" is damaged and could not be read. Save it again and retry.`, error);
  }
  throw bad(`"${fileName}" is empty: no visible sheet has content.`);
}

/**
 * Reads an uploaded table; the first row with content is the header. The kind is decided by content, not by name.
 * @throws DocumentError `bad-file` (no spreadsheet, locked, damaged, empty) or `too-large`, with a sentence for the user.
 */
export async function readTable(bytes: Uint8Array, fileName: string, limits: TableLimits): Promise<Table> {
  if (bytes.length === 0) throw bad(`"${fileName}" is empty.`);
  if (bytes.length > limits.maxBytes)
    throw new DocumentError(
      'too-large',
      `"${fileName}" is ${(bytes.length / 1_000_000).toFixed(1)} MB; at most ${(limits.maxBytes / 1_000_000).toFixed(1)} MB can be read.`,
    );
  checkContainer(bytes, fileName);
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readWorkbook(bytes, fileName, limits);
  if (EXCEL_EXTENSION.test(fileName) && decodeText(bytes) === undefined)
    throw bad(`"${fileName}" is damaged and could not be read. Save it again and retry.`);
  return readCsv(bytes, fileName, limits);
}
