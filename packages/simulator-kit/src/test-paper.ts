/** A letter page of plain lines, always marked TEST: what simulators give for a manifest or a scan form. */
import { onePagePdf, pdfText } from './test-label.ts';

const [WIDTH, HEIGHT] = [612, 792];
const MOST_LINES = 50;

/** @param lines those that do not fit on the page are counted in the last one */
export function drawTestPaper(title: string, lines: readonly string[]): Uint8Array {
  const shown =
    lines.length > MOST_LINES
      ? [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`]
      : lines;
  const text = (x: number, y: number, size: number, value: string): string =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${pdfText(value)}) Tj ET`;
  return onePagePdf(
    [
      text(48, 730, 20, title),
      text(430, 724, 34, 'TEST'),
      text(400, 708, 9, 'NOT VALID FOR SHIPPING'),
      '0.8 w 48 698 m 564 698 l S',
      ...shown.map((line, i) => text(48, 676 - i * 12.5, 10, line)),
    ].join('\n'),
    WIDTH,
    HEIGHT,
  );
}
