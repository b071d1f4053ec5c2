/** Tables out: XLSX for people, CSV for programs. Text stays text, so nothing a buyer typed becomes a formula. */

export interface TableColumn {
  readonly header: string;
  /** Width in characters; by the header when absent. */
  readonly width?: number | undefined;
  /** How numbers and dates of the column are shown in XLSX ("0.00", "yyyy-mm-dd"). */
  readonly format?: string | undefined;
}

export type TableValue = string | number | boolean | Date | null;

/** Excel's limit for one cell; longer text would make Excel repair the file. */
const MAX_CELL = 32_767;

// XML 1.0 has no place for these, escaped or not.
const NOT_XML = /(?![\t\n\r])\p{Cc}|[\ufffe\uffff]/gu;

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text as an XLSX cell can hold it. */
export const xlsxText = (value: string): string =>
  value.replace(LONE_SURROGATE, '\ufffd').replace(NOT_XML, '').slice(0, MAX_CELL);

const xlsxValue = (value: TableValue): TableValue => (typeof value === 'string' ? xlsxText(value) : value);

/** Names Excel accepts: at most 31 characters, none of []:*?/\, not empty. */
export const safeSheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .replace(/^'+|(?<!')'+$/g, '')
    .trim()
    .slice(0, 31) || 'Sheet1';

/** A workbook with one sheet: bold frozen header, filter, one page wide in print. */
export async function writeWorkbook(
  sheetName: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly TableValue[])[],
): Promise<Uint8Array> {
  const header = { style: { font: { bold: true } }, type: 'string' as const };
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: [
      {
        name: safeSheetName(sheetName),
        columns: columns.map((c) => ({
          width: c.width ?? Math.max(10, c.header.length + 3),
          ...(c.format ? { numFmt: c.format } : {}),
        })),
        rows: [
          columns.map((c) => c.header),
          ...rows.map((row) => columns.map((_, index) => xlsxValue(row[index] ?? null))),
        ],
        cells: new Map(columns.map((c, index) => [`0,${index}`, { ...header, value: c.header }])),
        freezePane: { rows: 1 },
        pageSetup: {
          orientation: 'landscape',
          fitToPage: true,
          fitToWidth: 1,
          fitToHeight: 0,
          printTitlesRow: '$1:$1',
        },
      },
    ],
  });
}

function csvText(value: TableValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  if (typeof value !== 'string') return String(value);
  // Spreadsheets run cells that begin like this (OWASP, "CSV injection"); a plain signed number is harmless.
  return /^[=+\-@\t\r]/.test(value) && !/^[+-]?\d+(?:\.\d+)?$/.test(value) ? `'${value}` : value;
}

const quoted = (text: string): string => (/[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One line of CSV with its line end. */
export const csvLine = (values: readonly TableValue[]): string =>
  `${values.map((value) => quoted(csvText(value))).join(',')}\r\n`;

/** CSV after RFC 4180 (comma, CRLF) with a UTF-8 mark, so that Excel reads accents. */
export function writeCsv(headers: readonly string[], rows: Iterable<readonly TableValue[]>): Uint8Array {
  const lines = [csvLine(headers)];
  for (const row of rows) lines.push(csvLine(headers.map((_, index) => row[index] ?? null)));
  return new TextEncoder().encode(`\ufeff${lines.join('')}`);
}
