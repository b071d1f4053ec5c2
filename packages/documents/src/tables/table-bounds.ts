/** Bounds of a table, looked at before anything is made of it: one linear pass over a text, or over the cells of a row. */
import { DocumentError } from '../document-error.ts';

/** As spreadsheets have it: no cell of Excel holds more. */
const MOST_CHARACTERS = 32_767;
/** As wide as a sheet of Excel; columns beyond those that can be read may stand there when they are empty. */
const WIDEST = 16_384;
/** Each costs memory even when it is empty. */
const MOST_CELLS = 25_000_000;

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

const tooLarge = (sentence: string): DocumentError => new DocumentError('too-large', sentence);

const longCell = (row: number): DocumentError =>
  tooLarge(
    `Row ${row} holds a cell of more than ${MOST_CHARACTERS} characters. Shorten it, or close the quotation mark before it.`,
  );

/** Counts the cells of a table while it is read. @throws DocumentError `too-large` */
export function createCellCount(): (more: number) => void {
  let cells = 0;
  return (more) => {
    cells += more;
    if (cells > MOST_CELLS)
      throw tooLarge(`The table has more than ${MOST_CELLS / 1_000_000} million cells. Split it and upload the parts.`);
  };
}

/** One row as it was read. @throws DocumentError `too-large` */
export function checkRow(values: readonly unknown[], row: number, maxColumns: number): void {
  if (values.length > maxColumns)
    throw tooLarge(`Row ${row} has ${values.length} columns; at most ${maxColumns} can be read.`);
  for (const value of values) if (typeof value === 'string' && value.length > MOST_CHARACTERS) throw longCell(row);
}

/**
 * A CSV before it is taken apart. Quotation marks count where a cell begins, as the reader has it; where the two differ over
 * a damaged file, the cell is too long here.
 * @throws DocumentError `too-large`
 */
export function checkShape(text: string, delimiter: string, lastRow: number): void {
  const mark = delimiter.charCodeAt(0);
  const count = createCellCount();
  let row = 1;
  let columns = 1;
  let start = 0;
  let quoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at === text.length ? NEWLINE : text.charCodeAt(at);
    if (code === QUOTE && at === start) quoted = true;
    else if (code === QUOTE && quoted) {
      if (text.charCodeAt(at + 1) === QUOTE) at += 1;
      else quoted = false;
    } else if (!quoted && (code === mark || code === NEWLINE || code === RETURN)) {
      start = at + 1;
      if (code === mark) {
        columns += 1;
        if (columns > WIDEST)
          throw tooLarge(`Row ${row} has more than ${WIDEST} columns, which no spreadsheet has. Save the file again.`);
      } else {
        count(columns);
        columns = 1;
        row += 1;
        if (row > lastRow) return;
      }
    } else if (at - start > MOST_CHARACTERS) throw longCell(row);
  }
}
