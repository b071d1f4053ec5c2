/** Several plain sheets as one workbook: templates people fill in. Text stays text. */
import { safeSheetName, xlsxText } from './table-writer.ts';

export interface SheetRows {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
}

/** Columns as wide as their longest text, up to 60 characters. */
export async function writeSheets(sheets: readonly SheetRows[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx');
  return writeXlsx({
    sheets: sheets.map(({ name, rows }) => {
      const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
      const width = (column: number): number =>
        Math.min(
          60,
          rows.reduce((most, row) => Math.max(most, (row[column] ?? '').length + 2), 8),
        );
      return {
        name: safeSheetName(name),
        columns: Array.from({ length: columns }, (_, column) => ({ width: width(column) })),
        rows: rows.map((row) => row.map((cell) => (cell === '' ? null : xlsxText(cell)))),
      };
    }),
  });
}
