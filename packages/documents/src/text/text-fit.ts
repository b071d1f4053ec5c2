/**
 * Fitting rules, the same for PDF and ZPL: a text first shrinks to its smallest size, then wraps where it may, and only then
 * loses its tail to an ellipsis. Nothing overlaps and nothing runs off the label.
 */
import { documentFonts } from './font-metrics.ts';

/** Width of a text in dots at a size (em height in dots). */
export type TextMeter = (text: string, size: number, bold: boolean) => number;

/** Meter for the Noto fonts the PDF is drawn with. Kerning is left out: it only makes lines shorter. */
export function notoMeter(fontDirectory?: string): TextMeter {
  const fonts = documentFonts(fontDirectory);
  return (text, size, bold) => {
    let em = 0;
    for (const ch of text) em += fonts.advance(ch.codePointAt(0) ?? 0, bold);
    return em * size;
  };
}

const ELLIPSIS = '...';
// Combining marks stay with their letter when a word has to be broken.
const clusters = (text: string): string[] => text.match(/\P{M}\p{M}*|\p{M}+/gu) ?? [];

/** The longest head of `text` that fits with an ellipsis. */
export function ellipsize(text: string, width: number, size: number, bold: boolean, meter: TextMeter): string {
  if (meter(text, size, bold) <= width) return text;
  const parts = clusters(text);
  let low = 0;
  let high = parts.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const head = parts.slice(0, middle).join('').trimEnd() + ELLIPSIS;
    if (meter(head, size, bold) <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : parts.slice(0, low).join('').trimEnd() + ELLIPSIS;
}

/** One line: shrinks from `size` to `minSize` (dots), then ends in an ellipsis. */
export function fitLine(
  text: string,
  options: { width: number; size: number; minSize: number; bold: boolean },
  meter: TextMeter,
): { text: string; size: number } {
  const natural = meter(text, options.size, options.bold);
  if (natural <= options.width) return { text, size: options.size };
  const size = Math.max(options.minSize, Math.floor((options.size * options.width) / natural));
  return { text: ellipsize(text, options.width, size, options.bold, meter), size };
}

/** Greedy wrap at spaces; a word wider than the line is broken between characters, and a character wider than it stands alone. */
export function wrap(text: string, width: number, size: number, bold: boolean, meter: TextMeter): string[] {
  const lines: string[] = [];
  let line = '';
  const flush = (): void => {
    if (line !== '') lines.push(line);
    line = '';
  };
  for (const word of text.split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`;
    if (meter(joined, size, bold) <= width) {
      line = joined;
      continue;
    }
    flush();
    if (meter(word, size, bold) <= width) {
      line = word;
      continue;
    }
    for (const part of clusters(word)) {
      if (line !== '' && meter(line + part, size, bold) > width) flush();
      line += part;
    }
  }
  flush();
  return lines;
}

export interface BlockLine {
  readonly text: string;
  readonly bold: boolean;
  /** Size relative to the block's (1 = the same). */
  readonly scale: number;
  /** Never dropped and never wrapped: the line a sorter reads (city and postal code, country). */
  readonly essential: boolean;
}

export interface PlacedLine {
  readonly text: string;
  readonly bold: boolean;
  readonly size: number;
  /** Baseline below the top of the block. */
  readonly baseline: number;
}

export interface BlockOptions {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly minSize: number;
  /** Distance of baselines relative to the size. */
  readonly leading: number;
  /** Lines one source line may be wrapped to. */
  readonly maxWrap: number;
}

function attempt(
  lines: readonly BlockLine[],
  options: BlockOptions,
  size: number,
  meter: TextMeter,
): { lines: PlacedLine[]; cut: boolean } {
  const placed: PlacedLine[] = [];
  let y = 0;
  let cut = false;
  // A line that shrank keeps the distance of its nominal size, so that it never touches the line above.
  const put = (text: string, bold: boolean, nominal: number, own = nominal): void => {
    y += placed.length === 0 ? nominal * 0.78 : nominal * options.leading;
    placed.push({ text, bold, size: own, baseline: Math.round(y) });
  };
  for (const line of lines) {
    const own = Math.round(size * line.scale);
    if (line.essential) {
      const fitted = fitLine(
        line.text,
        { width: options.width, size: own, minSize: Math.round(own * 0.6), bold: line.bold },
        meter,
      );
      cut ||= fitted.text !== line.text;
      put(fitted.text, line.bold, own, fitted.size);
      continue;
    }
    const wrapped = wrap(line.text, options.width, own, line.bold, meter);
    if (wrapped.length > options.maxWrap) {
      const rest = wrapped.slice(options.maxWrap - 1).join(' ');
      wrapped.length = options.maxWrap - 1;
      wrapped.push(ellipsize(rest, options.width, own, line.bold, meter));
      cut = true;
    }
    for (const part of wrapped) put(part, line.bold, own);
  }
  return { lines: placed, cut };
}

/**
 * A block such as an address: the largest size at which every line is whole and the block fits its height; at the smallest
 * size lines are cut by ellipsis, and if the block is still too high the longest wraps give way, essential lines last.
 */
export function fitBlock(lines: readonly BlockLine[], options: BlockOptions, meter: TextMeter): PlacedLine[] {
  const used = lines.filter((line) => line.text !== '');
  const fits = (placed: readonly PlacedLine[]): boolean =>
    (placed.at(-1)?.baseline ?? 0) + 0.24 * (placed.at(-1)?.size ?? 0) <= options.height;
  for (let size = options.size; size >= options.minSize; size -= Math.max(1, Math.round(size * 0.06))) {
    const tried = attempt(used, options, size, meter);
    if (!tried.cut && fits(tried.lines)) return tried.lines;
  }
  for (let maxWrap = options.maxWrap; maxWrap >= 1; maxWrap -= 1) {
    const tried = attempt(used, { ...options, maxWrap }, options.minSize, meter);
    if (fits(tried.lines)) return tried.lines;
  }
  const essential = used.filter((line) => line.essential).length;
  const room = Math.max(essential, Math.floor(options.height / (options.minSize * options.leading)) - essential);
  const kept = [
    ...used.filter((line) => !line.essential).slice(0, Math.max(0, room - essential)),
    ...used.filter((line) => line.essential),
  ];
  return attempt(kept, { ...options, maxWrap: 1 }, options.minSize, meter).lines;
}
