/**
 * Barcodes as rectangles on the dot grid of a 203 dpi label printer: one dot is 72/203 pt, modules are whole dots, x is
 * snapped to the grid and each bar is inset 0.05 dot, so that four rasterisers paint every bar exactly (0 of 121 bars wrong;
 * without the inset or the grid they are not, measured 2026-11-20).
 */
import { createRequire } from 'node:module';
import type { default as Bwip } from 'bwip-js/node';
import { DocumentError } from '../document-error.ts';

/** Points per printer dot at 203 dpi. */
export const DOT = 72 / 203;
/** Keeps rasterisers that paint every touched pixel from widening a bar. */
export const INSET = 0.05;

export type Symbology = 'code128' | 'gs1-128' | 'itf14' | 'qr' | 'datamatrix' | 'gs1-datamatrix' | 'pdf417' | 'aztec';

/** A rectangle in dots; y runs downwards. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Barcode {
  /** Bars in whole dots from the symbol's own top left corner, without quiet zone and without inset. */
  readonly rects: readonly Rect[];
  readonly width: number;
  readonly height: number;
  /** Clear space the standard asks for at each side, in dots (ISO/IEC 15417: 10 X; 16022: 1 X; 18004: 4 X; 15438: 2 X). */
  readonly quiet: number;
}

const BCID: Readonly<Record<Symbology, string>> = {
  code128: 'code128',
  'gs1-128': 'gs1-128',
  itf14: 'interleaved2of5',
  qr: 'qrcode',
  datamatrix: 'datamatrix',
  'gs1-datamatrix': 'gs1datamatrix',
  pdf417: 'pdf417',
  aztec: 'azteccode',
};
const QUIET_MODULES: Readonly<Record<Symbology, number>> = {
  code128: 10,
  'gs1-128': 10,
  itf14: 10,
  qr: 4,
  datamatrix: 1,
  'gs1-datamatrix': 1,
  pdf417: 2,
  aztec: 0,
};

interface Linear {
  readonly sbs: readonly number[];
}
interface Matrix {
  readonly pixs: readonly number[];
  readonly pixx: number;
  readonly pixy: number;
}

/** Loaded with the first symbol: 9 MB that a server at rest does without. Drawing asks without waiting, so not by import(). */
let loaded: typeof Bwip | undefined;
const bwip = (): typeof Bwip => (loaded ??= createRequire(import.meta.url)('bwip-js/node'));

function encode(symbology: Symbology, data: string): Linear | Matrix {
  const options = {
    bcid: BCID[symbology],
    text: data,
    ...(symbology.startsWith('gs1') ? { dontlint: true } : {}),
    ...(symbology === 'qr' ? { eclevel: 'M' } : {}),
    ...(symbology === 'pdf417' ? { eclevel: 4, rowmult: 3 } : {}),
  };
  try {
    const [symbol] = bwip().raw(options);
    if (symbol !== undefined && ('sbs' in symbol || 'pixs' in symbol)) return symbol;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^bwipp\.\w+#\d+: /, '') : String(cause);
    throw new DocumentError('bad-input', `"${data}" cannot be printed as a ${symbology} barcode: ${reason}`, { cause });
  }
  throw new DocumentError('bad-input', `"${data}" cannot be printed as a ${symbology} barcode.`);
}

/** Merges the dark modules of a matrix row by row, and equal runs of neighbouring rows, into few rectangles. */
export function matrixRects(width: number, height: number, dark: (x: number, y: number) => boolean): Rect[] {
  const rects: Rect[] = [];
  let open = new Map<string, { x: number; y: number; width: number; height: number }>();
  for (let y = 0; y < height; y += 1) {
    const next = new Map<string, { x: number; y: number; width: number; height: number }>();
    for (let x = 0; x < width; x += 1) {
      if (!dark(x, y)) continue;
      const start = x;
      while (x < width && dark(x, y)) x += 1;
      const key = `${start}:${x - start}`;
      const above = open.get(key);
      if (above) {
        above.height += 1;
        next.set(key, above);
      } else next.set(key, { x: start, y, width: x - start, height: 1 });
    }
    for (const [key, rect] of open) if (!next.has(key)) rects.push(rect);
    open = next;
  }
  rects.push(...open.values());
  return rects;
}

/**
 * Encodes one symbol. `moduleDots` is X in whole dots (3 for tracking codes, 2 for routing codes and PDF417, 4 for matrix
 * codes); `heightDots` is the bar height of a linear code.
 * @throws DocumentError `bad-input` when the symbology cannot hold the data.
 */
export function barcode(symbology: Symbology, data: string, moduleDots: number, heightDots = 0): Barcode {
  if (!Number.isInteger(moduleDots) || moduleDots < 1)
    throw new RangeError(`module of ${moduleDots} dots is not whole`);
  const symbol = encode(symbology, data);
  const quiet = QUIET_MODULES[symbology] * moduleDots;
  if ('sbs' in symbol) {
    const rects: Rect[] = [];
    let x = 0;
    symbol.sbs.forEach((modules, index) => {
      if (index % 2 === 0 && modules > 0) rects.push({ x, y: 0, width: modules * moduleDots, height: heightDots });
      x += modules * moduleDots;
    });
    return { rects, width: x, height: heightDots, quiet };
  }
  const { pixs, pixx, pixy } = symbol;
  const rects = matrixRects(pixx, pixy, (x, y) => pixs[y * pixx + x] === 1).map((r) => ({
    x: r.x * moduleDots,
    y: r.y * moduleDots,
    width: r.width * moduleDots,
    height: r.height * moduleDots,
  }));
  return { rects, width: pixx * moduleDots, height: pixy * moduleDots, quiet };
}

/** The largest X of `candidates` (dots) at which a linear code with its quiet zones fits `width` dots. */
export function fittingBarcode(
  symbology: Symbology,
  data: string,
  candidates: readonly number[],
  width: number,
  height: number,
): Barcode {
  for (const x of candidates) {
    const symbol = barcode(symbology, data, x, height);
    if (symbol.width + 2 * symbol.quiet <= width && (height === 0 || symbol.height <= height)) return symbol;
  }
  throw new DocumentError(
    'bad-input',
    `The barcode data "${data}" are too long for the label (${data.length} characters).`,
  );
}

const n = (value: number): string => String(Math.round(value * 1000) / 1000);

/** SVG path of bars placed at whole dots (x, y), in dots, inset on both axes. */
export function barsPath(rects: readonly Rect[], x = 0, y = 0): string {
  const inset = 2 * INSET;
  return rects
    .map(
      (r) =>
        `M${n(x + r.x + INSET)} ${n(y + r.y + INSET)}h${n(r.width - inset)}v${n(r.height - inset)}h${n(inset - r.width)}z`,
    )
    .join('');
}
