/**
 * Tables of any length, written while their rows are read: memory does not grow with the rows, and nothing more is read when
 * nobody takes the bytes. Text stays text, as in `table-writer`.
 */
import { csvLine, safeSheetName, type TableColumn, type TableValue, xlsxText } from './table-writer.ts';

export type TableRows = AsyncIterable<readonly TableValue[]> | Iterable<readonly TableValue[]>;

/** Bytes of CSV gathered before they are handed on. */
const CHUNK = 64 * 1024;

async function* padded(columns: readonly TableColumn[], rows: TableRows) {
  for await (const row of rows)
    yield columns.map((_, index) => {
      const value = row[index] ?? null;
      if (typeof value !== 'string') return value;
      return value === '' ? null : xlsxText(value);
    });
}

/**
 * One sheet with a frozen header. Ends the reading of `rows` when the consumer stops.
 * @throws in the stream whatever `rows` throws
 */
export async function* streamWorkbook(
  sheetName: string,
  columns: readonly TableColumn[],
  rows: TableRows,
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await import('hucre/xlsx');
  const source = padded(columns, rows);
  const stream = writeXlsxStream(source, {
    name: safeSheetName(sheetName),
    columns: columns.map((c) => ({
      header: c.header,
      width: c.width ?? Math.max(10, c.header.length + 3),
      ...(c.format ? { numFmt: c.format } : {}),
    })),
    freezePane: { rows: 1 },
  });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // A consumer that goes away in the middle must end the reading, whatever the writer does about it.
    await reader.cancel().catch(() => undefined);
    await source.return(undefined);
  }
}

/** The same as CSV (RFC 4180, UTF-8 with its mark); formulas are disarmed. */
export async function* streamCsv(headers: readonly string[], rows: TableRows): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = `\ufeff${csvLine(headers)}`;
  for await (const row of rows) {
    text += csvLine(headers.map((_, index) => row[index] ?? null));
    if (text.length < CHUNK) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}
