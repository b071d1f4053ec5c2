/** What a printer is sent of a document, and whether it has to be converted for that: pure. */
import type { PaperSize, PrintFormat } from '@scanship/domain/printing/printing';
import type { PrintShape, PrintSource } from '@scanship/documents/printing/print-ready';

export interface StoredSource {
  readonly format: PrintSource['format'];
  /** Sheet it was made for, where that is known. */
  readonly size: PaperSize | null;
}

/** Sharpest first: what the printer draws itself, then lines, then dots. */
const BEST: readonly PrintFormat[] = ['zpl', 'pdf', 'epl', 'png'];

/**
 * The format for a printer: the chosen one, else what is there already, else the best it takes; PDF where it says nothing
 * of itself.
 */
export function formatFor(
  chosen: PrintFormat | null,
  takes: readonly PrintFormat[],
  there: readonly PrintSource['format'][],
): PrintFormat {
  if (chosen !== null) return chosen;
  if (takes.length === 0) return 'pdf';
  const best = BEST.filter((format) => takes.includes(format));
  return (
    best.find((format) => there.some((each) => each === format)) ?? (takes.includes('pdf') ? 'pdf' : best[0]) ?? 'pdf'
  );
}

/** Of the files there are of one document, the one that needs the least work. */
export function sourceFor<S extends StoredSource>(sources: readonly S[], format: PrintFormat): S | undefined {
  const rank = (each: S) => (each.format === format ? 0 : each.format === 'pdf' ? 1 : 2);
  return sources.toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Whether the stored bytes are what is wanted, as they are. Of ZPL `printReady` can tell, which reads its resolution. */
export function fitsAsItIs(source: StoredSource, shape: PrintShape): boolean {
  return (
    shape.format === 'pdf' && source.format === 'pdf' && source.size === shape.size && shape.turn === 0 && !shape.twoUp
  );
}

/** Names the bytes of a document made for a shape; dots per inch do not matter where lines stay lines. */
export const shapeKey = (shape: PrintShape): string =>
  [shape.format, shape.size, shape.format === 'pdf' ? '' : shape.dpi, shape.turn, shape.twoUp ? 2 : 1].join('.');
