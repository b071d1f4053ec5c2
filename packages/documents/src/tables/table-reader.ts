/** One table out of an uploaded CSV or XLSX file: the first row with content is the header. */
import { DocumentError } from '../document-error.ts';
import { hasContent, readWorkbookOrCsv, type Sheet, type TableLimits } from './sheet-reader.ts';

export type { TableLimits } from './sheet-reader.ts';

export interface Table {
  /** Never empty, never twice the same: "Column 3" where the file has none, "SKU (2)" for the second SKU. */
  readonly headers: readonly string[];
  /** One string a header, written as `Sheet.rows` says. */
  readonly rows: readonly (readonly string[])[];
  /** Row of each data row in the file as a spreadsheet counts (the header is usually 1). */
  readonly rowNumbers: readonly number[];
  /** Name of the sheet read; the file's name for CSV. */
  readonly sheetName: string;
  /** Sentences for the person who uploaded. */
  readonly warnings: readonly string[];
}

/** Longer than any name of a column; texts that long stand where the header is missing. */
const MOST_HEADER = 500;

function headersOf(first: readonly string[], columns: number, warnings: string[]): string[] {
  const seen = new Set<string>();
  return Array.from({ length: columns }, (_, index) => {
    const given = first[index] ?? '';
    if (given.length > MOST_HEADER)
      throw new DocumentError(
        'too-large',
        `The name of column ${index + 1} has ${given.length} characters; at most ${MOST_HEADER} can be read. Put the names of the columns into the first row.`,
      );
    const text = given.replace(/\s+/g, ' ').trim();
    const name = text === '' ? `Column ${index + 1}` : text;
    let unique = name;
    for (let n = 2; seen.has(unique.toLowerCase()); n += 1) unique = `${name} (${n})`;
    seen.add(unique.toLowerCase());
    if (unique !== name)
      warnings.push(`The column "${name}" appears more than once; column ${index + 1} is called "${unique}".`);
    return unique;
  });
}

const width = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;

function toTable(sheet: Sheet, warnings: string[]): Table {
  const used = sheet.rows
    .map((cells, index) => ({ cells, number: sheet.rowNumbers[index] ?? index + 1 }))
    .filter((row) => hasContent(row.cells));
  const [first, ...data] = used;
  if (!first) throw new DocumentError('bad-file', `"${sheet.name}" is empty: there is no row with content.`);
  const columns = used.reduce((most, row) => Math.max(most, width(row.cells)), 0);
  const wide = data.find((row) => width(row.cells) > width(first.cells));
  if (wide)
    warnings.push(`Row ${wide.number} has more cells than the header row; the extra columns are named by number.`);
  if (data.length === 0) warnings.push('The table has a header row but no data.');
  return {
    headers: headersOf(first.cells, columns, warnings),
    rows: data.map((row) => Array.from({ length: columns }, (_, index) => row.cells[index] ?? '')),
    rowNumbers: data.map((row) => row.number),
    sheetName: sheet.name,
    warnings,
  };
}

/**
 * Reads the first visible sheet with content; empty rows are left out.
 * @throws DocumentError `bad-file` (no spreadsheet, locked, damaged, empty) or `too-large`, with a sentence for the user.
 */
export async function readTable(bytes: Uint8Array, fileName: string, limits: TableLimits): Promise<Table> {
  const { sheets, visible } = await readWorkbookOrCsv(bytes, fileName, limits, 1);
  const [sheet] = sheets;
  if (!sheet) throw new DocumentError('bad-file', `"${fileName}" is empty.`);
  const more = visible > 1 ? [`The workbook has ${visible} sheets; only "${sheet.name}" was read.`] : [];
  return toTable(sheet, [...sheet.warnings, ...more]);
}
