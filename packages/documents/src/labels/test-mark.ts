/**
 * The word TEST as a drawing of its own: block letters with an outline and horizontal stripes, black only, so that it
 * survives one-bit printing, lets the text under it be read, and needs no font in PDF, ZPL or raster.
 */
import { matrixRects, type Rect } from '../barcodes/barcode.ts';

type Box = readonly [x: number, y: number, width: number, height: number];

/** Strokes of one block letter in a box of `w` x `h` with strokes `t` thick. */
function strokes(letter: 'T' | 'E' | 'S', w: number, h: number, t: number): Box[] {
  const middle = Math.round((h - t) / 2);
  const bars: Box[] = [
    [0, 0, w, t],
    [0, middle, w, t],
    [0, h - t, w, t],
  ];
  if (letter === 'T') {
    return [
      [0, 0, w, t],
      [Math.round((w - t) / 2), 0, t, h],
    ];
  }
  if (letter === 'E') return [[0, 0, t, h], ...bars];
  return [...bars, [0, 0, t, middle + t], [w - t, middle, t, h - middle]];
}

export interface TestMark {
  readonly width: number;
  readonly height: number;
  readonly ink: (x: number, y: number) => boolean;
  /** The same ink as rectangles, in the mark's own dots. */
  readonly rects: readonly Rect[];
}

const cache = new Map<string, TestMark>();

/** A mark of exactly `width` x `height` dots (at least 60 x 24). */
export function testMark(width: number, height: number): TestMark {
  const w = Math.max(60, Math.floor(width));
  const h = Math.max(24, Math.floor(height));
  const key = `${w}x${h}`;
  const known = cache.get(key);
  if (known) return known;
  const outline = Math.max(2, Math.min(4, Math.round(h / 80)));
  const step = w / 4;
  const letterWidth = Math.floor(step * 0.84);
  const thickness = Math.max(5, Math.round(Math.min(letterWidth, h) / 4.5));
  const shapes = (['T', 'E', 'S', 'T'] as const).flatMap((letter, index) =>
    strokes(letter, letterWidth, h, thickness).map(([x, y, bw, bh]): Box => [Math.round(index * step) + x, y, bw, bh]),
  );
  const filled = new Uint8Array(w * h);
  for (const [x, y, bw, bh] of shapes)
    for (let row = Math.max(0, y); row < Math.min(h, y + bh); row += 1)
      filled.fill(1, row * w + x, row * w + Math.min(w, x + bw));
  const inside = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < w && y < h && filled[y * w + x] === 1;
  const ink = (x: number, y: number): boolean => {
    if (!inside(x, y)) return false;
    if (y % 10 < 2) return true;
    const near = [
      [-outline, 0],
      [outline, 0],
      [0, -outline],
      [0, outline],
    ] as const;
    return near.some(([dx, dy]) => !inside(x + dx, y + dy));
  };
  const mark: TestMark = { width: w, height: h, ink, rects: matrixRects(w, h, ink) };
  if (cache.size > 50) cache.clear();
  cache.set(key, mark);
  return mark;
}
