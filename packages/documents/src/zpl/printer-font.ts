/**
 * Zebra's resident font 0 (CG Triumvirate Bold Condensed): what it draws and how wide. Widths of ^A0 in thousandths of the
 * height, measured on the zebrash renderer, whose font has the same proportions; accented letters are as wide as plain ones.
 */
import type { TextMeter } from '../text/text-fit.ts';

/** U+0020 to U+007E. */
const WIDTHS = [
  250, 333, 333, 500, 500, 833, 668, 273, 333, 333, 500, 500, 333, 800, 333, 278, 500, 500, 500, 500, 500, 500, 500,
  500, 500, 500, 278, 278, 500, 500, 500, 750, 833, 556, 556, 556, 611, 500, 536, 611, 611, 278, 445, 556, 500, 778,
  611, 611, 556, 611, 611, 556, 500, 611, 556, 833, 556, 556, 500, 333, 250, 333, 500, 500, 333, 500, 500, 445, 500,
  500, 278, 500, 500, 278, 278, 445, 278, 778, 500, 500, 500, 500, 333, 445, 278, 500, 445, 668, 445, 445, 390, 275,
  250, 275, 500,
];

/** Our own reserve, since firmware differs by some dots a line. */
const RESERVE = 1.04;

/** ^A0 height for capitals as tall as those of Noto Sans at `size` (714/750). */
export const printerHeight = (size: number): number => Math.round(size * 0.95);

/** Height of capitals above the baseline for a given ^A0 height. */
export const capHeight = (height: number): number => Math.round(height * 0.75);

/** Typographic marks the printer lacks, with what stands for them in ASCII. */
const PLAIN: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': ',',
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2013': '-',
  '\u2014': '-',
  '\u2010': '-',
  '\u2011': '-',
  '\u2022': '\u00b7',
  '\u2026': '...',
  '\u00a0': ' ',
  '\u202f': ' ',
  '\u2212': '-',
};

export const plainPunctuation = (text: string): string =>
  text.replace(/[\u00a0\u2010-\u2026\u202f\u2212]/g, (ch) => PLAIN[ch] ?? ch);

/** Whether font 0 of every Zebra printer draws the text: ASCII and Latin-1. Anything else is sent as a drawing. */
export const printerDraws = (text: string): boolean => /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/.test(text);

const widthOf = (ch: string): number => {
  const plain = ch.normalize('NFD').charCodeAt(0);
  const known = WIDTHS[plain - 0x20];
  if (known !== undefined) return known;
  return ch === '\u00c6' || ch === '\u00e6' || ch === '\u00a9' || ch === '\u00ae' ? 830 : 750;
};

/** Meter for a label that is printed with font 0, falling back to `other` for texts that are sent as drawings. */
export function printerMeter(other: TextMeter): TextMeter {
  return (text, size, bold) => {
    if (!printerDraws(text)) return other(text, size, bold);
    let thousandths = 0;
    for (const ch of text) thousandths += widthOf(ch);
    return (thousandths * printerHeight(size) * RESERVE) / 1000;
  };
}
