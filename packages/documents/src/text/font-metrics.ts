/**
 * Advance widths and character coverage of the document fonts, read from the TrueType tables `cmap`, `head`, `hhea` and
 * `hmtx` (OpenType specification 1.9). Enough to fit lines before they are drawn; shaping itself is Typst's work.
 */
import { readFileSync } from 'node:fs';
import { FONT_FILES, type FontFile, fontPath } from './font-files.ts';

export interface FontMetrics {
  /** Width of a character in em; undefined when the font does not draw it. */
  readonly advance: (codePoint: number) => number | undefined;
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly glyph: (codePoint: number) => number;
}

function tables(view: DataView): Map<string, number> {
  const found = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i += 1) {
    const at = 12 + i * 16;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((b) => view.getUint8(at + b)));
    found.set(tag, view.getUint32(at + 8));
  }
  return found;
}

/** Segments of the first Unicode sub-table of format 12 or, failing that, 4. */
function segmentsOf(view: DataView, cmap: number): Segment[] {
  const subtables = Array.from({ length: view.getUint16(cmap + 2) }, (_, i) => cmap + view.getUint32(cmap + 8 + i * 8));
  const long = subtables.find((at) => view.getUint16(at) === 12);
  if (long !== undefined) {
    return Array.from({ length: view.getUint32(long + 12) }, (_, i) => {
      const at = long + 16 + i * 12;
      const start = view.getUint32(at);
      const first = view.getUint32(at + 8);
      return { start, end: view.getUint32(at + 4), glyph: (c: number) => first + c - start };
    });
  }
  const short = subtables.find((at) => view.getUint16(at) === 4);
  if (short === undefined) throw new Error('font without a Unicode cmap');
  const twice = view.getUint16(short + 6);
  return Array.from({ length: twice / 2 }, (_, i) => {
    const at = short + 14 + i * 2;
    const start = view.getUint16(at + twice + 2);
    const delta = view.getUint16(at + 2 * twice + 2);
    const offsetAt = at + 3 * twice + 2;
    const offset = view.getUint16(offsetAt);
    const glyph = (c: number): number => {
      if (offset === 0) return (c + delta) & 0xffff;
      const id = view.getUint16(offsetAt + offset + 2 * (c - start));
      return id === 0 ? 0 : (id + delta) & 0xffff;
    };
    return { start, end: view.getUint16(at), glyph };
  });
}

/** Reads one font; widths of its characters are kept as one array, the file itself is let go. */
export function readFontMetrics(bytes: Uint8Array): FontMetrics {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = tables(view);
  const at = (tag: string): number => {
    const offset = table.get(tag);
    if (offset === undefined) throw new Error(`font without table ${tag}`);
    return offset;
  };
  const unitsPerEm = view.getUint16(at('head') + 18);
  const longMetrics = view.getUint16(at('hhea') + 34);
  const hmtx = at('hmtx');
  const segments = segmentsOf(view, at('cmap'));
  const count = segments.reduce((n, s) => n + s.end - s.start + 1, 0);
  const codePoints = new Uint32Array(count);
  const widths = new Float32Array(count);
  let n = 0;
  for (const segment of segments) {
    for (let c = segment.start; c <= segment.end && c !== 0xffff; c += 1) {
      const glyph = segment.glyph(c);
      if (glyph === 0) continue;
      codePoints[n] = c;
      widths[n] = view.getUint16(hmtx + 4 * Math.min(glyph, longMetrics - 1)) / unitsPerEm;
      n += 1;
    }
  }
  const advance = (codePoint: number): number | undefined => {
    let low = 0;
    let high = n - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = codePoints[middle] ?? 0;
      if (found === codePoint) return widths[middle];
      if (found < codePoint) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  };
  return { advance };
}

export interface DocumentFonts {
  /** Width of a character in em. Characters of no font count one em. */
  readonly advance: (codePoint: number, bold: boolean) => number;
  /** Which fonts draw it: the small ones, the large ones, or none (then it is printed as U+FFFD). */
  readonly coverage: (codePoint: number) => 'base' | 'wide' | 'none';
}

const cache = new Map<string, DocumentFonts>();

/** Metrics of the document fonts; a font is read when the first character asks for it and then kept as widths only. */
export function documentFonts(fontDirectory?: string): DocumentFonts {
  const key = fontDirectory ?? '';
  const known = cache.get(key);
  if (known) return known;
  const loaded = new Map<FontFile, FontMetrics>();
  const metrics = (file: FontFile): FontMetrics => {
    const existing = loaded.get(file);
    if (existing) return existing;
    const read = readFontMetrics(readFileSync(fontPath(file, fontDirectory)));
    loaded.set(file, read);
    return read;
  };
  // Bold and regular of one family cover the same characters, so coverage asks the regular ones only.
  const find = (codePoint: number, bold: boolean): { width: number; set: FontFile['set'] } | undefined => {
    for (const file of FONT_FILES) {
      if (file.bold !== bold && file.family !== 'Noto Emoji') continue;
      const width = metrics(file).advance(codePoint);
      if (width !== undefined) return { width, set: file.set };
    }
    return undefined;
  };
  const latin = [new Map<number, number>(), new Map<number, number>()];
  const fonts: DocumentFonts = {
    advance: (codePoint, bold) => {
      // Ideographs, kana and full-width forms are one em in every weight; the 10 MB font need not be opened for that.
      if (codePoint >= 0x2e80 && codePoint <= 0x9fff) return 1;
      const memo = latin[bold ? 1 : 0];
      const kept = memo?.get(codePoint);
      if (kept !== undefined) return kept;
      const width = find(codePoint, bold)?.width ?? 1;
      memo?.set(codePoint, width);
      return width;
    },
    coverage: (codePoint) => find(codePoint, false)?.set ?? 'none',
  };
  cache.set(key, fonts);
  return fonts;
}
